import Foundation
import Paceline
import PacelineDatabase

/// What people earned, as the viewer sees it; and what is hidden at once when the viewer's workouts change.
struct Achievements: FeatureStore {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    /// The person's achievements that the viewer sees, newest first.
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

    /// Hides from others at once what the viewer's workouts may no longer earn, after these were deleted, hidden, edited
    /// or decided about. ``ExperienceConsumer`` then finds other evidence, or withdraws it.
    /// - Parameters:
    ///   - lost: what deleted workouts had earned.
    ///   - outcome: the changes as they were settled.
    func narrow(
        after changes: [ItemChange<StoredWorkout>], losing lost: Set<Achievement.ID> = [],
        settled outcome: AwardOutcome
    ) throws {
        let weakened = outcome.weakened(by: changes)
        if !weakened.isEmpty { try narrow(lost.union(evidence(in: weakened))) }
    }

    /// - Parameter affected: what the weakened workouts earned: see ``evidence(in:)``.
    private func narrow(_ affected: Set<Achievement.ID>) throws {
        let rows = try connection.achievementsLater(of: viewer.id)
        let totals = try connection.trainingTotalsLater(of: viewer.id)
        let visible = try rows.get().filter { $0.row.visibility > .private }
        let reached = try totals.get()
        for (row, place) in visible {
            let limit = affected.contains(row.id) ? ItemVisibility.private : reached.limit(of: row.id)
            guard limit < row.visibility else { continue }
            try hide(row, place, except: limit)
        }
    }

    /// What the workouts are evidence of.
    func evidence(in workouts: [Workout.ID]) throws -> Set<Achievement.ID> {
        guard !workouts.isEmpty else { return [] }
        return Set(
            try connection.fetch(
                """
                SELECT id
                FROM achievement_evidence
                WHERE workout IN \(list: workouts) AND person = \(viewer.id)
                """
            ) { $0[0] as Achievement.ID })
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

    /// Hides all items at once, after the viewer chose to show no statistics or details. ``ExperienceConsumer`` shows them
    /// again when they do.
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
