import Foundation
import Paceline
import PacelineDatabase

extension Session {
    /// Reads something that is added up from scores.
    ///
    /// Scores whose time is over are deleted first, when there are any: boards are kept in order and streaks counted
    /// from what is there, and neither has to know of time.
    func readCounted<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let value = try await read { transaction -> Value? in
            let isOutdated = try transaction.connection.hasExpiredScores(at: transaction.now)
            return isOutdated ? nil : try body(transaction)
        }
        if let value { return value }
        _ = try await engine.trimItems(of: [.score], at: engine.environment.now())
        return try await read(body)
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
