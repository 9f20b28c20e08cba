import PacelineDatabase

/// How many kudos an item has, which is kept in the item's row unless they are few.
///
/// On SQLite a few are counted among the kudos themselves, where whoever gives or shows them looks anyway. To keep their
/// number as well doubled the pages that each of them wrote; many are often given at once, and then share that page. On
/// PostgreSQL every number is kept: whoever waited for an item knows its row as it is now, but what lies beside it as it
/// was before the wait.
enum KudosCount {
    /// Up to how many are few.
    static let countedOnRead = 32

    /// The value of `items.kudos_count` for that many kudos: 0 when they are counted on read.
    static func stored(_ count: Int, on connection: any Connection) -> Int {
        connection.hasOneWriter && count <= countedOnRead ? 0 : count
    }

    /// The same as SQL, of a number that it computes.
    static func stored(_ count: SQL, byOneWriter hasOneWriter: Bool) -> SQL {
        hasOneWriter ? "CASE WHEN \(count) > \(countedOnRead) THEN \(count) ELSE 0 END" : count
    }
}
