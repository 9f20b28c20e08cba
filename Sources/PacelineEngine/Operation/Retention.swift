import Foundation
import Paceline
import PacelineDatabase

/// How many rows of something were removed because their time was over.
public struct PurgedRows: Sendable, Equatable {
    /// What they were, such as `events`.
    public let name: String
    public let rows: Int
}

extension Engine {
    /// Removes what is kept for a while only, once its time is over: the log's beginning, expired items, requests that
    /// ended long ago, sessions, answers to idempotent writes, invitations, old notifications and old changes.
    ///
    /// It is done in small slices, so that nobody who writes meanwhile waits for long. Doing it twice, or on several
    /// servers at once, removes nothing twice. Nothing is seen any more once its time is over, also before it is
    /// removed. Before that, everything is made from the log that is made from it, also what ``followLog()`` leaves for
    /// later. A server calls this now and then; an app that has a database of its own calls it when it starts.
    /// - Returns: what was removed; empty when there was nothing.
    @discardableResult
    public func purgeExpired() async throws -> [PurgedRows] {
        let now = environment.now()
        try await followWholeLog()
        var removed: [PurgedRows] = []
        for table in EngineFeature.tables(in: database) {
            removed.append(PurgedRows(name: table.name, rows: try await purge(table, at: now)))
        }
        return removed.filter { $0.rows > 0 }
    }

    /// How many rows one transaction removes.
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

    /// Repeats the body, which removes some rows and says how many, until it finds less than a slice.
    func inBatches(
        of size: Int = purgeBatchSize, _ body: @escaping @Sendable (any Connection) throws -> Int
    ) async throws -> Int {
        var removed = 0
        while true {
            let rows = try await translatingErrors { try await database.write(body) }
            removed += rows
            guard rows >= size else { return removed }
            try Task.checkCancellation()
        }
    }
}
