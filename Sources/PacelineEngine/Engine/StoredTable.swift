import Foundation
import PacelineDatabase

/// A table as declared by its feature: which people its rows name, how long rows stay, and what happens to them when a
/// person is erased. A test compares the declaration with the foreign keys of both databases.
struct StoredTable: Sendable {
    let name: String
    /// All columns that may hold a person's id, with or without a foreign key.
    let people: [String: Erasure]
    /// Foreign keys that delete the row together with the row they reference: columns, and the tables they reference.
    let cascadesFrom: [String: String]
    let lifetime: Lifetime
    let export: Export
    let copying: Copying
    /// The databases in which the table exists.
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

    /// What happens to a row when the person in the column is erased.
    enum Erasure: Sendable {
        /// The row represents the person.
        case isPerson
        /// The database deletes the row (`ON DELETE CASCADE`); nothing else depends on it.
        case cascade
        /// The feature deletes the row first, since counters, boards or pictures depend on it.
        case byFeature
        /// The row stays without the person (`ON DELETE SET NULL`), after the feature has cleared what they wrote.
        case anonymized
        /// The row is transferred to another person first (`ON DELETE RESTRICT`).
        case transferred
        /// The row is deleted through another column that names the same person.
        case withRow
        /// The row stays until it expires; the id then refers to no one.
        case expires
    }

    /// How long a row stays, unless it is deleted earlier.
    enum Lifetime: Sendable {
        /// Until it is deleted.
        case untilDeleted
        /// Until it expires by the rule.
        case limited(RetentionRule)
        /// Until it expires; the feature purges expired rows itself and returns how many.
        case purged(@Sendable (Engine, Date) async throws -> Int)
        /// Briefly: each write also removes older rows.
        case replaced
    }

    /// Which rows a person's data export contains.
    enum Export: Sendable, Equatable {
        /// Rows that name the person in one of the columns, and rows that belong to an exported row of another table.
        case exported(to: [String] = [], with: String? = nil)
        /// Rows that an exported row refers to, such as its picture.
        case whereShown
        /// None, since they are derived from other tables.
        case derived
        /// None, since they grant access.
        case secret
        /// None, since they only serve operations.
        case operational
    }

    /// How ``CommunityCopy`` treats the rows.
    enum Copying: Sendable {
        case copied
        /// Replace the rows that a new database already has.
        case replaced
        /// Rebuilt from other tables, in the target's format.
        case rebuilt
        /// Not copied: each database keeps its own.
        case excluded
    }
}

/// When the rows of a table expire.
struct RetentionRule: Sendable {
    /// The columns of the primary key.
    let key: String
    /// The column that holds the instant from which the lifetime counts. It must be indexed.
    let instant: String
    /// The lifetime, in seconds.
    let lifetime: TimeInterval

    static let day: TimeInterval = 86_400

    /// A statement that deletes up to `limit` expired rows, oldest first.
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
