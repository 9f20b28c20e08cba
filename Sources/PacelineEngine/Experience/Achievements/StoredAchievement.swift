import Foundation
import Paceline
import PacelineDatabase

/// An achievement of a person, or a level's item: a row of `achievements`.
struct StoredAchievement: Equatable {
    let id: Achievement.ID
    var state = AchievementState()
    /// Who may see it now. Narrower than its dates only until ``ExperienceConsumer`` has
    /// processed the loss of evidence.
    var visibility = ItemVisibility.private
    /// The most open visibility of its item: the owner's default for workouts when it was posted.
    var mostOpen: ItemVisibility
    /// Its item in feeds; nil if it was not posted, or the item has expired.
    var item: FeedItem.ID?

    /// Where feeds show its item.
    struct Placement: Equatable {
        let visibility: ItemVisibility
        let at: Date
    }

    /// The place of its item; nil if it must not have one.
    /// - Parameter isShared: whether the owner shows others what they earn.
    func placement(isShared: Bool) -> Placement? {
        guard let closeness = state.widestPosted, let at = state.dates[closeness] else { return nil }
        return Placement(visibility: isShared ? min(closeness.visibility, mostOpen) : .private, at: at)
    }
}

extension Closeness {
    /// The visibility of what viewers at this closeness and all closer ones see.
    var visibility: ItemVisibility { ItemVisibility(rawValue: rawValue) ?? .private }
}

// MARK: - Rows

extension StoredAchievement {
    private static let dateColumns: SQL = """
        achievements.at, achievements.at_friends, achievements.at_followers, achievements.at_public
        """
    static let columns: SQL = """
        achievements.id, achievements.visibility, achievements.most_open, achievements.item,
        achievements.posted, \(dateColumns)
        """

    /// Decodes the ``columns``.
    init(_ row: inout Row) {
        id = row.next()
        visibility = row.next()
        mostOpen = row.next()
        item = row.next()
        let posted = Set<Closeness>(mask: row.next())
        var dates: [Closeness: Date] = [:]
        for closeness in Closeness.counted { dates[closeness] = row.next() as Date? }
        state = AchievementState(dates: dates, posted: posted)
    }

    fileprivate var mask: Int { state.posted.mask }

    fileprivate func date(_ closeness: Closeness) -> SQLValue { state.dates[closeness]?.sqlValue ?? .null }
}

extension Set<Closeness> {
    /// The closenesses of a stored set.
    fileprivate init(mask: Int) { self.init(Closeness.counted.filter { mask & 1 << $0.rawValue != 0 }) }

    fileprivate var mask: Int { reduce(0) { $0 | 1 << $1.rawValue } }
}

extension Connection {
    /// To whom the person's achievements and levels have ever been posted, also those that are no longer earned.
    func postedAchievementsLater(of person: Person.ID) throws -> Deferred<[Achievement.ID: Set<Closeness>]> {
        try fetchAllLater("SELECT id, posted FROM posted_achievements WHERE person = \(person)") {
            ($0[0] as Achievement.ID, Set<Closeness>(mask: $0[1]))
        }
        .map { Dictionary(uniqueKeysWithValues: $0) }
    }

    func savePosted(_ posted: [Achievement.ID: Set<Closeness>], of person: Person.ID) throws {
        guard !posted.isEmpty else { return }
        try send(
            "INSERT INTO posted_achievements (person, id, posted)",
            rows: SQLRows(posted.sorted { $0.key < $1.key }) { (person, $0.key, $0.value.mask) },
            ending: "ON CONFLICT (person, id) DO UPDATE SET posted = excluded.posted")
    }

    /// The person's achievements and levels, each with the present place of its item; nil if it has none.
    func achievementsLater(
        of person: Person.ID
    ) throws -> Deferred<[(row: StoredAchievement, item: StoredAchievement.Placement?)]> {
        try fetchAllLater(
            """
            SELECT \(StoredAchievement.columns), items.visibility, items.at
            FROM achievements
            LEFT JOIN items ON items.id = achievements.item AND items.owner = achievements.person
            WHERE achievements.person = \(person)
            """
        ) { row in
            let stored = StoredAchievement(&row)
            let (visibility, at) = (row.next() as ItemVisibility?, row.next() as Date?)
            guard let visibility, let at else { return (stored, nil) }
            return (stored, StoredAchievement.Placement(visibility: visibility, at: at))
        }
    }

    /// Whether the item's owner earned it within the 48 hours before the event, and is not notified yet. Items are posted
    /// again, later, for people who see fewer of the workouts.
    func isNewsToOwner(_ item: FeedItem.ID, of event: LoggedEvent) throws -> Bool {
        let earned = try fetchFirst(
            """
            SELECT at FROM achievements
            WHERE person = \(event.person) AND item = \(item) AND NOT EXISTS (
                SELECT 1 FROM notifications WHERE \(SQL.isNotificationOfEarned(item, by: event.person)))
            """
        ) { $0[0] as Date? }
        guard let earnedAt = earned ?? nil else { return false }
        return event.at.timeIntervalSince(earnedAt) <= AchievementState.postedAge
    }

    func save(_ achievements: [StoredAchievement], of person: Person.ID) throws {
        guard !achievements.isEmpty else { return }
        try send(
            """
            INSERT INTO achievements (person, id, visibility, most_open, item, posted, at, at_friends,
                at_followers, at_public)
            """,
            rows: SQLRows(achievements) { row in
                (
                    person, row.id, row.visibility, row.mostOpen, row.item?.sqlValue ?? .null, row.mask,
                    row.date(.me), row.date(.friend), row.date(.follower), row.date(.stranger)
                )
            },
            ending: """
                ON CONFLICT (person, id) DO UPDATE
                SET visibility = excluded.visibility, most_open = excluded.most_open, item = excluded.item,
                    posted = excluded.posted, at = excluded.at, at_friends = excluded.at_friends,
                    at_followers = excluded.at_followers, at_public = excluded.at_public
                """)
    }

    /// Replaces the evidence of these achievements.
    func saveEvidence(_ evidence: [Achievement.ID: Set<Workout.ID>], of person: Person.ID) throws {
        guard !evidence.isEmpty else { return }
        try send(
            """
            DELETE FROM achievement_evidence
            WHERE person = \(person) AND id IN \(list: evidence.keys.sorted())
            """)
        let rows = evidence.sorted { $0.key < $1.key }.flatMap { id, workouts in
            workouts.sorted().map { (workout: $0, id: id) }
        }
        guard !rows.isEmpty else { return }
        try send(
            "INSERT INTO achievement_evidence (workout, person, id)",
            rows: SQLRows(rows) { ($0.workout, person, $0.id) })
    }
}

extension Achievement.ID: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .text(description) }
    public static var placeholder: Achievement.ID { Achievement.ID(trusted: "") }
    public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Achievement.ID {
        Achievement.ID(trusted: try row.text(at: column))
    }
}
