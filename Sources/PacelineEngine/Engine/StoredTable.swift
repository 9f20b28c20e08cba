import Foundation
import PacelineDatabase

/// A table as its feature declares it: whom its rows name, how long they stay, and what becomes of them when a person
/// leaves. A test holds the declaration against the foreign keys of both databases.
struct StoredTable: Sendable {
    let name: String
    /// Every column that may hold a person's id, whether or not a foreign key says so.
    let people: [String: Erasure]
    /// The columns that refer to rows of other tables, with which the row is deleted, and those tables.
    let cascadesFrom: [String: String]
    let lifetime: Lifetime
    let export: Export
    let copying: Copying
    /// The databases that have the table.
    let databases: [Dialect]

    init(
        _ name: String, people: [String: Erasure] = [:], cascadesFrom: [String: String] = [:],
        lifetime: Lifetime = .untilDeleted, export: Export, copying: Copying = .copied,
        in databases: [Dialect] = [.sqlite, .postgres]
    ) {
        self.name = name
        self.people = people
        self.cascadesFrom = cascadesFrom
        self.lifetime = lifetime
        self.export = export
        self.copying = copying
        self.databases = databases
    }

    /// What becomes of a row when the person whom a column names is erased.
    enum Erasure: Sendable {
        /// The row is the person.
        case isPerson
        /// The database deletes it (`ON DELETE CASCADE`), and nothing else depends on it.
        case cascade
        /// The feature deletes it first: counters, boards or pictures depend on it.
        case byFeature
        /// It stays without the person (`ON DELETE SET NULL`), once the feature has emptied it of what they said.
        case anonymized
        /// It stays and gets another person, before the first can be erased (`ON DELETE RESTRICT`).
        case handedOver
        /// It goes because of another column that names the same person.
        case withRow
        /// It stays until its time is over: an id that leads nowhere.
        case expires
    }

    /// How long a row stays, unless it is deleted before or goes with another.
    enum Lifetime: Sendable {
        /// Until it is deleted.
        case untilDeleted
        /// Until it is as old as the rule says.
        case limited(RetentionRule)
        /// For a time; the feature has its own way to remove what is over, and returns how many rows that were.
        case purged(@Sendable (Engine, Date) async throws -> Int)
        /// For a short time: what writes a row also removes older ones.
        case replaced
    }

    /// Whether the archive of a person has rows of the table.
    enum Export: Sendable, Equatable {
        /// Those that name the person in one of the columns, and those that go with an exported row of another table.
        case exported(to: [String] = [], with: String? = nil)
        /// Those that an exported row shows, such as its picture.
        case whereShown
        /// None: other tables say the same.
        case derived
        /// None: they grant access.
        case secret
        /// None: they are the server's.
        case operational
    }

    /// What ``CommunityCopy`` does with the rows.
    enum Copying: Sendable {
        case copied
        /// They take the place of those that a database has before it has a community.
        case replaced
        /// They are made anew from other tables, in the form that the target has for it.
        case rebuilt
        /// Each database has its own.
        case excluded
    }
}

/// Rows that are worth nothing after a time.
struct RetentionRule: Sendable {
    /// The columns of the primary key.
    let key: String
    /// The instant that tells a row's age, which an index leads to.
    let instant: String
    /// Seconds after that instant.
    let lifetime: TimeInterval

    static let day: TimeInterval = 86_400

    /// Deletes some of the rows that are over, oldest first.
    func deletion(from table: String, at now: Date, limit: Int) -> SQL {
        """
        DELETE FROM \(raw: table)
        WHERE (\(raw: key)) IN (
            SELECT \(raw: key)
            FROM \(raw: table)
            WHERE \(raw: instant) <= \(now.addingTimeInterval(-lifetime))
            ORDER BY \(raw: instant)
            LIMIT \(limit))
        """
    }
}
