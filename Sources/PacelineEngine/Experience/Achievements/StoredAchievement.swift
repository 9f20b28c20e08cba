import Foundation
import Paceline
import PacelineDatabase

/// An achievement of a person, or a level's item: a row of `achievements`.
struct StoredAchievement: Equatable {
    let id: Achievement.ID
    var state = AchievementState()
    /// The most distant audience that may see it now. Narrower than its dates only until ``ExperienceFollower`` has
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
        guard let audience = state.widestPosted, let at = state.dates[audience] else { return nil }
        return Placement(visibility: isShared ? min(audience.visibility, mostOpen) : .private, at: at)
    }
}

extension Closeness {
    /// The visibility of what reaches this audience and all closer ones.
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
        let mask = row.next() as Int
        var dates: [Closeness: Date] = [:]
        for audience in Closeness.counted { dates[audience] = row.next() as Date? }
        state = AchievementState(
            dates: dates, posted: Set(Closeness.counted.filter { mask & 1 << $0.rawValue != 0 }))
    }

    fileprivate var mask: Int { state.posted.reduce(0) { $0 | 1 << $1.rawValue } }

    fileprivate func date(_ audience: Closeness) -> SQLValue { state.dates[audience]?.sqlValue ?? .null }
}

extension Connection {
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
