import Foundation
import Paceline
import PacelineDatabase

/// What a person has earned, in a transaction of ``ExperienceFollower``.
struct PersonAchievements {
    private let person: Person.ID
    private let context: ConsumerContext

    init(of person: Person.ID, _ context: ConsumerContext) {
        self.person = person
        self.context = context
    }

    private var connection: any Connection { context.connection }

    /// Sets achievements, levels and their items to what follows from the person's workouts.
    /// - Parameter posts: whether to post what is new.
    func update(posts: Bool = true) throws {
        try connection.lockPerson(person)
        let stored = try connection.achievementsLater(of: person)
        let records = try connection.trainingRecordsLater(of: person)
        let settings = try connection.achievementSharingLater(of: person)
        // Those of a newer version stay as they are.
        let rows = Dictionary(
            uniqueKeysWithValues: try stored.get().filter { AchievementDefinition.of($0.row.id) != nil }
                .map { ($0.row.id, $0) })
        let evidence = TrainingHistory.evidence(of: try records.get())
        guard let sharing = try settings.get() else { return }
        var changed: [StoredAchievement] = []
        var changedEvidence: [Achievement.ID: Set<Workout.ID>] = [:]
        for id in Set(rows.keys).union(evidence.keys).sorted() {
            let (old, evidence) = (rows[id]?.row, evidence[id] ?? [:])
            var row = old ?? StoredAchievement(id: id, mostOpen: sharing.mostOpen)
            if old?.state.posted.isEmpty ?? true { row.mostOpen = sharing.mostOpen }
            row.state.update(to: evidence, at: context.now, posts: posts)
            row.visibility = row.state.widest?.visibility ?? .private
            row.item = try placeItem(
                of: row, now: rows[id]?.item, wasPostedTo: old?.state.posted ?? [], sharing)
            guard row != old else { continue }
            if row.state.widest == nil {
                try connection.deleteAchievement(id, of: person)
            } else {
                changed.append(row)
            }
            if row.state.dates != old?.state.dates || row.visibility != old?.visibility {
                changedEvidence[id] = Set(evidence.values.flatMap(\.workouts))
            }
        }
        try connection.save(changed, of: person)
        try connection.saveEvidence(changedEvidence, of: person)
    }

    /// Posts the achievement's item, moves it, or withdraws it.
    /// - Parameters:
    ///   - place: where it is now; nil if it has no item.
    ///   - audiences: to whom it was posted before.
    /// - Returns: its item; nil if it has none.
    private func placeItem(
        of row: StoredAchievement, now place: StoredAchievement.Placement?,
        wasPostedTo audiences: Set<Closeness>, _ sharing: AchievementSharing
    ) throws -> FeedItem.ID? {
        let target = row.placement(isShared: sharing.isShared)
        if let item = row.item, let place {
            guard let target else {
                try withdraw(item, seenBy: place.visibility)
                return nil
            }
            if target != place { try move(item, of: row, from: place, to: target) }
            return item
        }
        // An expired item is not posted again.
        guard let target, !row.state.posted.subtracting(audiences).isEmpty else { return nil }
        return try post(row, target)
    }

    private func post(_ row: StoredAchievement, _ place: StoredAchievement.Placement) throws -> FeedItem.ID? {
        guard let definition = AchievementDefinition.of(row.id) else { return nil }
        let item = FeedItem.ID.new(at: context.now, using: context.environment.random)
        try connection.send(
            """
            INSERT INTO items (id, kind, owner, at, visibility, category, expires_at)
            VALUES (\(item), \(definition.itemKind), \(person), \(place.at), \(place.visibility), \(row.id),
                \(row.expiry(of: place)))
            """)
        try log(.postedItem, item, seenBy: place.visibility, level: row.id.level)
        return item
    }

    private func move(
        _ item: FeedItem.ID, of row: StoredAchievement, from old: StoredAchievement.Placement,
        to place: StoredAchievement.Placement
    ) throws {
        try connection.send(
            """
            UPDATE items
            SET at = \(place.at), visibility = \(place.visibility), expires_at = \(row.expiry(of: place))
            WHERE id = \(item)
            """)
        try log(.changedItem, item, seenBy: max(old.visibility, place.visibility))
    }

    private func withdraw(_ item: FeedItem.ID, seenBy visibility: ItemVisibility) throws {
        let notifications = NotificationWriter(context)
        try notifications.delete(where: "notifications.item = \(item)")
        try notifications.finish()
        try connection.send("DELETE FROM items WHERE id = \(item)")
        try log(.deletedItem, item, seenBy: visibility)
    }

    private func log(
        _ kind: EventKind, _ item: FeedItem.ID, seenBy visibility: ItemVisibility, level: Int? = nil
    ) throws {
        try context.append(
            LogEntry(
                kind: kind, person: person, topic: person.uuid, subject: item.uuid, item: item,
                visibility: visibility, amount: level))
    }
}

extension StoredAchievement {
    /// Items of levels expire.
    fileprivate func expiry(of place: Placement) -> Date? {
        id.level == nil ? nil : place.at.addingTimeInterval(LevelUp.lifetime)
    }
}

/// What a person shows others of what they earn.
struct AchievementSharing {
    /// Whether others see it: XP, levels and achievements reveal statistics and details.
    let isShared: Bool
    /// The default visibility of the person's workouts.
    let mostOpen: ItemVisibility
}

extension SQL {
    /// Whether the row of `people` shows others what the person earned.
    static let sharesAchievements: SQL =
        "(people.shows_workout_stats = 1 AND people.shows_workout_details = 1)"
}

extension Connection {
    fileprivate func achievementSharingLater(of person: Person.ID) throws -> Deferred<AchievementSharing?> {
        try fetchLater(
            """
            SELECT \(SQL.sharesAchievements), settings.workout_visibility
            FROM people
            JOIN settings ON settings.person = people.id
            WHERE people.id = \(person)
            """
        ) { AchievementSharing(isShared: $0[0], mostOpen: $0[1]) }
    }

    fileprivate func deleteAchievement(_ id: Achievement.ID, of person: Person.ID) throws {
        try send("DELETE FROM achievements WHERE person = \(person) AND id = \(id)")
    }
}
