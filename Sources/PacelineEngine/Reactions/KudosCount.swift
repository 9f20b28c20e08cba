import PacelineDatabase

/// The number of an item's kudos: stored in the item's row, except for small numbers on SQLite.
///
/// On SQLite, up to 32 kudos are counted on read, because updating the item would double the pages that each of them
/// writes. PostgreSQL stores every number: a transaction that waited for the lock sees the item's current row, but
/// other rows as they were before the wait, so it cannot count.
enum KudosCount {
    /// On SQLite, the largest number that is counted on read instead of stored.
    static let countedOnRead = 32

    /// The value of `items.kudos_count` for this number of kudos: 0 when they are counted on read.
    static func stored(_ count: Int, on connection: any Connection) -> Int {
        connection.hasOneWriter && count <= countedOnRead ? 0 : count
    }

    /// The same in SQL, for an expression.
    static func stored(_ count: SQL, byOneWriter hasOneWriter: Bool) -> SQL {
        hasOneWriter ? "CASE WHEN \(count) > \(countedOnRead) THEN \(count) ELSE 0 END" : count
    }
}
