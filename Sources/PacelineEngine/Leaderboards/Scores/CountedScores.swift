import Foundation
import Paceline
import PacelineDatabase

/// Computes boards and streaks from scores: boards and streaks.
///
/// Expired scores do not count, although they remain stored until they are purged. Queries of scores exclude them with
/// ``isCounted``. The stored standings of global boards still include them, so boards correct these with
/// ``StandingCorrections``. Usually there are no expired scores, so both are usually free.
struct CountedScores: FeatureStore {
    let transaction: Transaction
    /// Whether there are expired scores.
    let hasExpired: Bool

    init(_ transaction: Transaction) throws {
        self.init(
            transaction, hasExpired: try transaction.connection.hasExpiredScores(at: transaction.now))
    }

    private init(_ transaction: Transaction, hasExpired: Bool) {
        self.transaction = transaction
        self.hasExpired = hasExpired
    }

    /// Counts expired scores until they are purged, which saves a query.
    static func stored(_ transaction: Transaction) -> CountedScores {
        CountedScores(transaction, hasExpired: false)
    }

    /// The same, with texts as written.
    var unfiltered: CountedScores { CountedScores(transaction.unfiltered, hasExpired: hasExpired) }

    /// An `AND` condition that excludes expired scores. Needs `scores`.
    var isCounted: SQL {
        hasExpired
            ? "AND scores.id NOT IN (SELECT id FROM items WHERE \(SQL.isExpiredScore(at: now)))" : .empty
    }
}

extension SQL {
    /// Whether an item is an expired score. Needs `items`; index: `items_by_expiry`.
    ///
    /// `BETWEEN` makes PostgreSQL use the index: for a one-sided comparison with a parameter, its planner estimates
    /// that a third of all items match.
    static func isExpiredScore(at now: Date) -> SQL {
        "items.expires_at BETWEEN 0 AND \(now) AND items.kind = \(FeedItem.Kind.score)"
    }
}

extension Session {
    /// Reads something that is computed from scores.
    func readCounted<Value: Sendable>(
        _ body: @escaping @Sendable (CountedScores) throws -> Value
    ) async throws -> Value {
        try await read { try body(CountedScores($0)) }
    }
}

extension Connection {
    /// Index: `items_by_expiry`. Without the order, PostgreSQL scans all items, since its planner estimates that a
    /// third of them match.
    fileprivate func hasExpiredScores(at now: Date) throws -> Bool {
        try exists(
            """
            SELECT 1
            FROM items
            WHERE expires_at <= \(now) AND kind = \(FeedItem.Kind.score)
            ORDER BY expires_at
            LIMIT 1
            """)
    }
}
