import Foundation
import Paceline
import PacelineDatabase

/// What people earned, as the viewer sees it; and what is hidden at once when the viewer's workouts change.
struct Achievements: FeatureStore {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    /// The person's badges that the viewer sees, newest first.
    func earned(by person: Person.ID) throws -> [EarnedAchievement] {
        let closeness = try connection.closeness(from: viewer.id, to: person)
        guard try isShown(person, to: closeness) else { return [] }
        let rows = try connection.fetch(
            """
            SELECT \(StoredAchievement.columns)
            FROM achievements
            WHERE achievements.person = \(person) AND achievements.visibility >= \(closeness.rawValue)
            """, StoredAchievement.init)
        return rows.compactMap { row in
            guard let achievement = AchievementDefinition.of(row.id)?.achievement,
                let at = row.state.dates[closeness]
            else { return nil }
            return EarnedAchievement(achievement: achievement, at: at)
        }
        .sorted { ($1.at, $0.id) < ($0.at, $1.id) }
    }

    /// Whether viewers with this closeness see what the person earned.
    private func isShown(_ person: Person.ID, to closeness: Closeness) throws -> Bool {
        let found = try connection.fetchFirst(
            "SELECT people.audience, \(SQL.sharesAchievements) FROM people WHERE people.id = \(person)"
        ) { (audience: $0[0] as ItemVisibility, isShared: $0[1] as Bool) }
        guard let found else { return false }
        return closeness == .me
            || found.isShared
                && ItemVisibility.allows(closeness: closeness, audience: found.audience, item: .public)
    }

    // MARK: - Shrinkage

    /// Hides at once what the viewer's workouts may no longer earn after they were deleted, hidden, edited or judged.
    /// It is hidden only from people who saw these workouts: others would learn of a workout that is hidden from them.
    /// ``ExperienceConsumer`` then finds other evidence, or withdraws it.
    /// - Parameters:
    ///   - lost: what deleted workouts had earned: see ``evidence(in:)``.
    ///   - outcome: the changes as they were settled.
    func narrow(
        after changes: [ItemChange<StoredWorkout>], losing lost: [Achievement.ID: ItemVisibility] = [:],
        settled outcome: AwardOutcome
    ) throws {
        try narrow(weakened: outcome.weakened(by: changes), losing: lost)
    }

    /// Hides the same, after totals have been updated.
    /// - Parameter weakened: the workouts that may earn less than before, each with its visibility before.
    func narrow(
        weakened: [Workout.ID: ItemVisibility], losing lost: [Achievement.ID: ItemVisibility] = [:]
    ) throws {
        if !weakened.isEmpty { try narrow(lost.merging(evidence(in: weakened), uniquingKeysWith: max)) }
    }

    /// - Parameter affected: what the weakened workouts earned: see ``evidence(in:)``.
    private func narrow(_ affected: [Achievement.ID: ItemVisibility]) throws {
        let rows = try connection.achievementsLater(of: viewer.id)
        let totals = try connection.trainingTotalsLater(of: viewer.id)
        let visible = try rows.get().filter { $0.row.visibility > .private }
        let reached = try totals.get()
        for (row, place) in visible {
            let weakened = affected[row.id] ?? .private
            var limit = min(row.visibility, reached.limit(of: row.id))
            if weakened > .private, weakened >= limit { limit = .private }
            if limit < row.visibility { try hide(row, place, except: limit) }
            if weakened > .private, weakened < limit { try redate(row, place, within: weakened) }
        }
    }

    /// What the workouts are evidence of, each with the widest visibility of its evidence among them.
    /// - Parameter workouts: with their visibility.
    func evidence(in workouts: [Workout.ID: ItemVisibility]) throws -> [Achievement.ID: ItemVisibility] {
        guard !workouts.isEmpty else { return [:] }
        let rows = try connection.fetch(
            """
            SELECT workout, id
            FROM achievement_evidence
            WHERE workout IN \(list: workouts.keys.sorted()) AND person = \(viewer.id)
            """
        ) { (workout: $0[0] as Workout.ID, id: $0[1] as Achievement.ID) }
        return Dictionary(
            rows.map { ($0.id, workouts[$0.workout] ?? .private) }, uniquingKeysWith: max)
    }

    /// Shows those who saw a weakened workout the date that more distant viewers see, whose evidence they see as well.
    private func redate(
        _ row: StoredAchievement, _ place: StoredAchievement.Placement?, within weakened: ItemVisibility
    ) throws {
        let isSeen = { (closeness: Closeness) in closeness.visibility <= weakened }
        let wider = Closeness.counted.filter { !isSeen($0) }.min { $0.rawValue < $1.rawValue }
        guard let wider, let at = row.state.dates[wider] else { return }
        let friends = row.state.dates[.friend].map { isSeen(.friend) ? at : $0 }
        let followers = row.state.dates[.follower].map { isSeen(.follower) ? at : $0 }
        try connection.send(
            """
            UPDATE achievements
            SET at_friends = \(friends?.sqlValue ?? .null), at_followers = \(followers?.sqlValue ?? .null)
            WHERE person = \(viewer.id) AND id = \(row.id)
            """)
        if let posted = row.state.widestPosted, isSeen(posted) {
            try hideItem(row, place, except: .private)
        }
    }

    private func hide(
        _ row: StoredAchievement, _ place: StoredAchievement.Placement?, except limit: ItemVisibility
    ) throws {
        try connection.send(
            """
            UPDATE achievements SET visibility = \(limit) WHERE person = \(viewer.id) AND id = \(row.id)
            """)
        try hideItem(row, place, except: limit)
    }

    private func hideItem(
        _ row: StoredAchievement, _ place: StoredAchievement.Placement?, except limit: ItemVisibility
    ) throws {
        guard let item = row.item, let place, place.visibility > limit else { return }
        try connection.send("UPDATE items SET visibility = \(limit) WHERE id = \(item)")
        try transaction.log(.changedItem, item: item.uuid, seenBy: place.visibility)
    }

    /// Hides all items at once, after the viewer chose to show no statistics or details. ``ExperienceConsumer`` shows
    /// them again when they do.
    func hideItems() throws {
        for (row, place) in try connection.achievementsLater(of: viewer.id).get() {
            try hideItem(row, place, except: .private)
        }
    }
}

extension Session {
    public func achievements() async throws -> [Achievement] {
        try await read { _ in Achievement.catalogue }
    }

    public func achievements(of person: PersonReference) async throws -> [EarnedAchievement] {
        try await engine.catchUp(ExperienceConsumer()) {
            try await read { try Achievements($0).earned(by: $0.resolve(person)) }
        }
    }
}
