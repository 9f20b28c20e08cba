import Foundation
import Paceline
import PacelineDatabase

/// The number of expired rows purged from a table.
public struct PurgedRows: Sendable, Equatable {
    /// The table, such as `events`.
    public let name: String
    public let rows: Int
}

extension Engine {
    /// Deletes expired rows: the start of the log, expired items, closed requests, sessions, stored responses,
    /// invitations, old notifications and old changes.
    ///
    /// Works in small transactions, so that other writes never wait long. It is safe to run twice, or on several
    /// servers at once. Expired rows are invisible even before they are deleted. Runs all log consumers first,
    /// including those that ``followLog()`` skips. A server calls this periodically; `LocalCommunity.runMaintenance()`
    /// calls it in an app.
    /// - Returns: the tables with deleted rows; empty when nothing had expired.
    /// - Throws: ``SocialError/Code/unavailable`` when the database fails.
    @discardableResult
    public func purgeExpired() async throws -> [PurgedRows] {
        let now = environment.now()
        try await followWholeLog()
        var purged: [PurgedRows] = []
        for table in EngineFeature.tables(in: database) {
            purged.append(PurgedRows(name: table.name, rows: try await purge(table, at: now)))
        }
        return purged.filter { $0.rows > 0 }
    }

    /// The number of rows deleted per transaction.
    static let purgeBatchSize = 500

    private func purge(_ table: StoredTable, at now: Date) async throws -> Int {
        switch table.lifetime {
        case .untilDeleted, .replaced: 0
        case .limited(let rule):
            try await inBatches {
                try $0.execute(rule.deletion(from: table.name, at: now, limit: Self.purgeBatchSize))
            }
        case .purged(let purge): try await purge(self, now)
        }
    }

    /// Repeats the body, which deletes rows and returns their number, until it deletes less than a batch.
    func inBatches(
        of size: Int = purgeBatchSize, _ body: @escaping @Sendable (any Connection) throws -> Int
    ) async throws -> Int {
        var purged = 0
        while true {
            let rows = try await translatingErrors { try await database.write(body) }
            purged += rows
            guard rows >= size else { return purged }
            try Task.checkCancellation()
        }
    }
}
