import Foundation
import Paceline
import PacelineDatabase

/// The time by the device's and the server's clocks.
package struct SyncTime: Sendable {
    /// The device's clock, in milliseconds since 1970. A person can set it.
    package let device: Int64
    /// The server's, in milliseconds since 1970; nil if it is unknown.
    package let server: Int64?

    package init(device: Int64, server: Int64? = nil) {
        self.device = device
        self.server = server
    }

    /// The server's if it is known.
    var best: Int64 { server ?? device }
}

extension ReplicaStore {
    /// Performs an action of a ``SyncMachine`` in the store. Each action is one transaction.
    /// - Returns: nil for actions that the store does not perform: sending, loading and waiting.
    /// - Throws: ``DatabaseError`` and ``SocialError`` of the store.
    package func perform(_ action: SyncMachine.Action, at time: SyncTime) async throws -> SyncMachine.Event? {
        switch action {
        case .prepare: return .prepared(try await prepareSync(at: time))
        case .apply(let answer, let sync):
            return .applied(try await apply(answer, to: sync, now: time.best))
        case .expireToken(let sync): try await expireToken(of: sync)
        case .renewDevice(let sync): try await renewDevice(after: sync, to: UUID())
        case .dropTruth: try await dropTruth()
        case .chooseLoad:
            if let (load, version) = try await nextLoad(now: time.device) { return .nextLoad(load, version) }
        case .store(let loaded, let load, let version):
            try await apply(loaded, for: load, requestedAt: version, now: time.best)
        case .removeExpired: try await removeExpired(now: time.best)
        case .send, .load, .wait: return nil
        }
        return .done
    }
}
