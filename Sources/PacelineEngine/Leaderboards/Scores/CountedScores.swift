import Foundation
import Paceline
import PacelineDatabase

/// What is added up from scores, boards and streaks, as it stands at one moment.
///
/// Expired scores count no more, although they stay until the trimming job deletes them. Whatever reads scores leaves
/// them out by ``isCounted``; what is kept added up, the standings of the global boards, holds them until then, so a
/// board corrects its people by their ``ExpiredStandings``. There hardly ever are any, and then neither costs anything.
struct CountedScores {
    let transaction: Transaction
    /// Whether there are expired scores.
    let hasExpired: Bool

    /// Asks whether there are expired scores.
    init(_ transaction: Transaction) throws {
        self.init(
            transaction, hasExpired: try transaction.connection.hasExpiredScores(at: transaction.now))
    }

    private init(_ transaction: Transaction, hasExpired: Bool) {
        self.transaction = transaction
        self.hasExpired = hasExpired
    }

    /// For what may count expired scores until they are deleted, and saves the question for them.
    static func stored(_ transaction: Transaction) -> CountedScores {
        CountedScores(transaction, hasExpired: false)
    }

    var connection: any Connection { transaction.connection }
    var viewer: Viewer { transaction.viewer }
    var now: Date { transaction.now }
    var environment: EngineEnvironment { transaction.environment }

    /// A condition that expired scores fail, behind another. Needs `scores`.
    var isCounted: SQL {
        hasExpired
            ? "AND scores.id NOT IN (SELECT id FROM items WHERE \(SQL.isExpiredScore(at: now)))" : .empty
    }
}

extension SQL {
    /// Whether an item is an expired score. Needs `items`; index: `items_by_expiry`.
    ///
    /// Of a moment that it is not told when it plans, PostgreSQL believes that a third of all items are older, but that
    /// few lie between two of them.
    static func isExpiredScore(at now: Date) -> SQL {
        "items.expires_at BETWEEN 0 AND \(now) AND items.kind = \(FeedItem.Kind.score)"
    }
}

extension Session {
    /// Reads something that is added up from scores.
    func readCounted<Value: Sendable>(
        _ body: @escaping @Sendable (CountedScores) throws -> Value
    ) async throws -> Value {
        try await read { try body(CountedScores($0)) }
    }
}

extension Connection {
    /// Index: `items_by_expiry`. Without an order, PostgreSQL looks through all items: of a moment that it is not told
    /// when it plans, it believes that a third of them are older.
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
