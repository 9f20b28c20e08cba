import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

extension ReplicaStore {
    /// Queues a command. It is durable when this returns, and the view shows its effect.
    /// - Parameters:
    ///   - madeAt: the device's time, in milliseconds since 1970.
    ///   - origin: see ``Command/origin``; the same origin is queued once.
    /// - Throws: ``SocialError/Code/limitReached`` for a full outbox, ``SocialError/Code/invalidValue`` if the request
    ///   needs the server, ``SocialError/Code/unauthenticated`` after the person signed out.
    @discardableResult
    package func append(
        _ request: QueuedRequest, lane: Command.Lane = .interactive, madeAt: Int64, origin: String? = nil
    ) async throws -> Command {
        try await write { transaction in
            try transaction.checkOpen()
            return try transaction.outbox.append(request, lane: lane, madeAt: madeAt, origin: origin)
        }
    }

    /// The commands, in order.
    package func outbox() async throws -> Outbox { try await read { $0.outbox } }

    /// The refused commands, in order, at most ``Outbox/limit``.
    package func refusals() async throws -> [Refusal] {
        try await read { try Refusal.readAll($0.connection) }
    }

    /// How far a store is in sync with its server.
    package struct Progress: Sendable {
        /// The number of commands without a result.
        package let waiting: Int
        package let refused: Int
        package let loads: Int
        /// When the process that syncs last had everything, by the device's clock.
        package let syncedAt: Date?
        /// Since when that process cannot reach the server, by the device's clock.
        package let offlineSince: Date?
    }

    /// Notes how a sync of this process ended, for other processes with the same file.
    /// - Parameters:
    ///   - syncedAt: when everything was last in sync, by the device's clock, in milliseconds since 1970.
    ///   - offlineSince: since when the server cannot be reached; nil if it can.
    package func noteSync(syncedAt: Int64?, offlineSince: Int64?) async throws {
        try await write { transaction in
            guard transaction.meta.leaseHolder == transaction.process else { return }
            // Another process may have had the lease meanwhile, and everything later.
            if let syncedAt { transaction.meta.syncedAt = max(syncedAt, transaction.meta.syncedAt ?? 0) }
            transaction.meta.offlineSince = offlineSince
        }
    }

    package func progress() async throws -> Progress {
        try await read { transaction in
            func count(_ table: SQL) throws -> Int {
                try transaction.connection.fetchFirst("SELECT COUNT(*) FROM \(table)") { $0[0] as Int } ?? 0
            }
            return Progress(
                waiting: transaction.outbox.unsent.count,
                refused: try count("refusals"), loads: try count("loads"),
                syncedAt: transaction.meta.syncedAt.map { Date(milliseconds: $0) },
                offlineSince: transaction.meta.offlineSince.map { Date(milliseconds: $0) })
        }
    }

    /// Whether a command has not been numbered yet: this process or another one has added it since the last sync.
    package func hasNewCommands() async throws -> Bool {
        try await read { $0.outbox.unsent.contains(where: \.isWaiting) }
    }

    /// Forgets a refused command.
    package func discardRefusal(_ position: Int64) async throws {
        try await write { transaction in
            _ = try transaction.connection.execute("DELETE FROM refusals WHERE position = \(position)")
        }
    }

    /// Queues a refused command again, as a new one.
    /// - Returns: nil if there is no such refusal.
    /// - Throws: the errors of ``append(_:lane:madeAt:origin:)``.
    @discardableResult
    package func retryRefusal(_ position: Int64, madeAt: Int64) async throws -> Command? {
        try await write { transaction in
            try transaction.checkOpen()
            let refusals = try Refusal.readAll(transaction.connection)
            guard let refusal = refusals.first(where: { $0.position == position }) else { return nil }
            try transaction.connection.execute("DELETE FROM refusals WHERE position = \(position)")
            if let origin = refusal.origin { try transaction.connection.reopenMerged(origin) }
            return try transaction.outbox.append(
                refusal.request, lane: refusal.lane, madeAt: madeAt, origin: refusal.origin)
        }
    }
}
