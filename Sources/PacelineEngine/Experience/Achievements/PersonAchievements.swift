import Foundation
import Paceline
import PacelineDatabase

/// What a person has earned, in a transaction of ``ExperienceConsumer``.
struct PersonAchievements {
    private let person: Person.ID
    private let context: ConsumerContext

    init(of person: Person.ID, _ context: ConsumerContext) {
        self.person = person
        self.context = context
    }

    private var connection: any Connection { context.connection }

    /// Sets badges, levels and their items to what follows from the person's workouts.
    /// - Parameter mayPost: whether to post what is new.
    func update(posting mayPost: Bool = true) throws {
        try connection.lockPerson(person)
        let stored = try connection.achievementsLater(of: person)
        let everPosted = try connection.postedAchievementsLater(of: person)
        let records = try connection.trainingRecordsLater(of: person)
        let settings = try connection.achievementSharingLater(of: person)
        // Those of a newer version stay as they are.
        let rows = Dictionary(
            uniqueKeysWithValues: try stored.get().filter { AchievementDefinition.of($0.row.id) != nil }
                .map { ($0.row.id, $0) })
        let postedBefore = try everPosted.get()
        let evidence = TrainingHistory.evidence(of: try records.get())
        guard let sharing = try settings.get() else { return }
        var changed: [StoredAchievement] = []
        var changedEvidence: [Achievement.ID: Set<Workout.ID>] = [:]
        var posts: [(index: Int, place: StoredAchievement.Placement, replaced: ReplacedItem?)] = []
        var posted: [Achievement.ID: Set<Closeness>] = [:]
        for id in Set(rows.keys).union(evidence.keys).sorted() {
            let evidence = evidence[id] ?? [:]
            var old = rows[id]?.row
            old?.state.remember(postedBefore[id] ?? [])
            var row = old ?? StoredAchievement(id: id, mostOpen: sharing.mostOpen)
            row.state.remember(postedBefore[id] ?? [])
            row.state.update(to: evidence, at: context.now, posts: mayPost, upTo: sharing.mostOpen)
            if row.state.everPosted != postedBefore[id] ?? [] { posted[id] = row.state.everPosted }
            let isNews = !row.state.posted.subtracting(old?.state.posted ?? []).isEmpty
            if isNews { row.mostOpen = sharing.mostOpen }
            row.visibility = row.state.widest?.visibility ?? .private
            // More viewers get another item: the time in the id of the old one, and the comments on it, would reveal
            // that there were workouts that these do not see.
            var replaced: ReplacedItem?
            if isNews, let place = rows[id]?.item, let item = row.item {
                replaced = ReplacedItem(id: item, visibility: place.visibility)
                row.item = nil
            }
            let target = row.placement(isShared: sharing.isShared)
            row.item = try moveItem(of: row, from: rows[id]?.item, to: target)
            guard row != old else { continue }
            if row.state.dates != old?.state.dates || row.visibility != old?.visibility {
                changedEvidence[id] = Set(evidence.values.flatMap(\.workouts))
            }
            guard row.state.widest != nil else {
                try connection.deleteAchievement(id, of: person)
                continue
            }
            // An expired item is not posted again.
            if row.item == nil, isNews, let target { posts.append((changed.count, target, replaced)) }
            changed.append(row)
        }
        // What one workout earned has equal times. Its order must not depend on chance.
        let items = posts.map { _ in FeedItem.ID.new(at: context.now, using: context.environment.random) }
        for (post, item) in zip(posts, items.sorted()) {
            changed[post.index].item = item
            try self.post(changed[post.index], at: post.place, as: item)
            guard let replaced = post.replaced else { continue }
            try withdraw(replaced.id, seenBy: replaced.visibility, for: item)
        }
        try connection.save(changed, of: person)
        try connection.saveEvidence(changedEvidence, of: person)
        try connection.savePosted(posted, of: person)
    }

    /// Moves the badge's item, or withdraws it.
    /// - Parameters:
    ///   - place: where it is now; nil if it has no item, or the item has expired.
    ///   - target: where it must be; nil if it must not have one.
    /// - Returns: its item; nil if it has none.
    private func moveItem(
        of row: StoredAchievement, from place: StoredAchievement.Placement?,
        to target: StoredAchievement.Placement?
    ) throws -> FeedItem.ID? {
        guard let item = row.item, let place else { return nil }
        guard let target else {
            try withdraw(item, seenBy: place.visibility)
            return nil
        }
        if target != place { try move(item, of: row, from: place, to: target) }
        return item
    }

    private func post(
        _ row: StoredAchievement, at place: StoredAchievement.Placement, as item: FeedItem.ID
    ) throws {
        guard let definition = AchievementDefinition.of(row.id) else { return }
        try connection.send(
            """
            INSERT INTO items (id, kind, owner, at, visibility, category, expires_at)
            VALUES (\(item), \(definition.itemKind), \(person), \(place.at), \(place.visibility), \(row.id),
                \(row.expiry(of: place)))
            """)
        try log(.postedItem, item, seenBy: place.visibility, level: row.id.level)
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

    /// - Parameter replacement: the item that shows the same from now on, also in the owner's notification.
    private func withdraw(
        _ item: FeedItem.ID, seenBy visibility: ItemVisibility, for replacement: FeedItem.ID? = nil
    ) throws {
        let notifications = NotificationWriter(context)
        if let replacement { try notifications.move(from: item, to: replacement, of: person) }
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

/// The item of a badge of which more people are told by another one.
private struct ReplacedItem {
    let id: FeedItem.ID
    let visibility: ItemVisibility
}

/// What a person shows others of what they earn.
struct AchievementSharing {
    /// Whether others see it: XP, levels and badges reveal statistics and details.
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
    func achievementSharingLater(of person: Person.ID) throws -> Deferred<AchievementSharing?> {
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

// MARK: - Usual workouts

extension PersonAchievements {
    /// Whether the event may change anything. Most published workouts are the person's newest and earn no badge; then
    /// the rest of the history need not be read.
    func mayChange(by event: LoggedEvent) throws -> Bool {
        guard event.kind == .publishedWorkout,
            let newest = try connection.trainingRecord(Workout.ID(event.subject))
        else { return true }
        let start = newest.startedAt.addingTimeInterval(-Double(AchievementNews.recentDays) * 86_400)
        let recent = try connection.trainingRecordsLater(of: person, since: start)
        let stored = try connection.achievementsLater(of: person)
        let totals = try connection.trainingTotalsLater(of: person)
        let known = try stored.get().map { ($0.row.id, $0.row.state) }
        let reached = try totals.get()
        return AchievementNews(
            newest: newest, recent: try recent.get(), totals: reached.amounts, levels: reached.levels,
            known: Dictionary(uniqueKeysWithValues: known)
        ).isPossible
    }
}
