import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase
import Synchronization

extension ReplicaStore {
    /// The next load that needs a request, with the version for it. Performs the local loads before it.
    /// - Parameter now: the device's time, in milliseconds since 1970.
    /// - Returns: nil if nothing remains, before the first sync, or while another process syncs.
    package func nextLoad(now: Int64) async throws -> (load: Load, version: TruthVersion)? {
        try await write { [failures] transaction in
            try transaction.checkOpen()
            guard transaction.meta.token != nil, transaction.takeLease(now: now) else { return nil }
            while true {
                let loads = try transaction.loads()
                guard let first = loads.first else { return nil }
                if first.isLocal {
                    try transaction.performLocally(first)
                    continue
                }
                // Local loads wait for all before them: they remove what those have not written.
                let next = loads.first { !$0.isLocal && !failures.isPostponed($0) } ?? first
                return (next, transaction.meta.truthVersion)
            }
        }
    }

    /// Notes that the server failed on a load. After ``Load/failureLimit`` failures, the others go first, so that one
    /// broken endpoint does not keep everything else away.
    package func noteFailure(of load: Load) { failures.add(load) }

    /// Stores a page of a load, unless the store has changed since the request.
    /// - Parameter now: the server's time, or the device's if that is unknown, in milliseconds since 1970.
    /// - Returns: whether it was stored.
    @discardableResult
    package func apply(
        _ loaded: Loaded, for load: Load, requestedAt version: TruthVersion, now: Int64
    ) async throws -> Bool {
        try await write { [failures] transaction in
            try transaction.checkOpen()
            // The load may have been restarted since.
            guard transaction.isCurrent(version), try transaction.loads().contains(load) else { return false }
            transaction.meta.serial += 1
            try transaction.apply(loaded, for: load, readAt: now)
            failures.reset(load)
            return true
        }
    }

    /// Schedules a load of an item, a person or the comments on an item, as reads do past their lifetime.
    package func scheduleLoad(_ kind: Load.Kind, _ id: UUID) async throws {
        try await write { try $0.scheduleLoad(kind, id) }
    }

    /// Schedules loads of items that are open on the screen, and of their comments if the store has some.
    package func scheduleLoads(ofChanged items: Set<FeedItem.ID>) async throws {
        try await write { transaction in
            for id in items {
                try transaction.scheduleLoad(.item, id.uuid)
                // What was remembered is older than what is loaded.
                let key = "/v1/items/\(id)"
                try transaction.connection.execute("DELETE FROM answers WHERE key = \(key)")
                try transaction.dropKudosLists(of: id)
                guard try !transaction.comments(on: id).isEmpty else { continue }
                // Loading does not find those that were deleted.
                try transaction.deleteComments(on: id)
                try transaction.dropAnswers(startingWith: "\(key)/comments")
                try transaction.scheduleLoad(.comments, id.uuid)
            }
        }
    }

    /// The scheduled loads.
    package func loads() async throws -> [Load] { try await read { try $0.loads() } }
}

/// How often the server has failed on loads, since this process opened the store.
final class LoadFailures: Sendable {
    private struct Key: Hashable {
        let kind: Load.Kind
        let id: UUID
    }

    private let counts = Mutex<[Key: Int]>([:])

    func add(_ load: Load) { counts.withLock { $0[Key(kind: load.kind, id: load.id), default: 0] += 1 } }

    func reset(_ load: Load) { counts.withLock { $0[Key(kind: load.kind, id: load.id)] = nil } }

    func isPostponed(_ load: Load) -> Bool {
        counts.withLock { $0[Key(kind: load.kind, id: load.id), default: 0] } >= Load.failureLimit
    }
}
