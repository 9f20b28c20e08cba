import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

extension ReplicaStore {
    /// What to load next, with the version at the request. Loads that need no server are done first.
    /// - Parameter now: the device's time, in milliseconds since 1970.
    /// - Returns: nil if nothing remains, before the first sync, or while another process syncs.
    package func nextLoad(now: Int64) async throws -> (load: Load, version: TruthVersion)? {
        try await write { transaction in
            try transaction.checkOpen()
            guard transaction.meta.token != nil, transaction.takeLease(now: now) else { return nil }
            while let load = try transaction.loads().first {
                guard load.isLocal else {
                    let meta = transaction.meta
                    return (load, TruthVersion(epoch: meta.epoch, generation: meta.generation))
                }
                try transaction.performLocally(load)
            }
            return nil
        }
    }

    /// Stores what the server sent, unless the store has changed since the request.
    /// - Parameter now: the server's time, or the device's if that is unknown, in milliseconds since 1970.
    /// - Returns: whether it was stored.
    @discardableResult
    package func apply(
        _ loaded: Loaded, for load: Load, requestedAt version: TruthVersion, now: Int64
    ) async throws -> Bool {
        try await write { transaction in
            try transaction.checkOpen()
            // The load may have been noted anew meanwhile.
            guard transaction.isCurrent(version), try transaction.loads().contains(load) else { return false }
            transaction.meta.serial += 1
            try transaction.apply(loaded, for: load, readAt: now)
            return true
        }
    }

    /// Notes to load an item, a person or the comments on an item, as reads do past their lifetime.
    package func note(_ kind: Load.Kind, _ id: UUID) async throws {
        try await write { try $0.note(kind, id) }
    }

    /// Notes to load items that are open on the screen, and those of their comments that are held.
    package func noteChanged(_ items: Set<FeedItem.ID>) async throws {
        try await write { transaction in
            for id in items {
                try transaction.note(.item, id.uuid)
                // What was remembered is older than what is loaded.
                let key = "/v1/items/\(id)"
                try transaction.connection.execute("DELETE FROM answers WHERE key = \(key)")
                guard try !transaction.comments(on: id).isEmpty else { continue }
                // Loading does not find those that were deleted.
                try transaction.deleteComments(on: id)
                try transaction.dropAnswers(startingWith: "\(key)/comments")
                try transaction.note(.comments, id.uuid)
            }
        }
    }

    /// What remains to be loaded.
    package func loads() async throws -> [Load] { try await read { try $0.loads() } }
}
