import Foundation
import Paceline
import PacelineEngine

/// A rate limit that all servers of one database enforce together.
protocol SharedLimit: Sendable {
    /// Returns the usage since the last exchange, and resets it.
    func takePendingUses() -> [LimitUse]
    /// Restores usage that could not be sent, for the next exchange.
    func restore(_ uses: [LimitUse])
    /// Merges the usage on all servers; skips that of other limits.
    func merge(_ uses: [LimitUse], at now: Double)
}

/// A caller that can be encoded for the exchange between servers.
protocol LimitedCaller: Hashable, Sendable {
    init?(limitBytes: [UInt8])
    /// At most 16 bytes.
    var limitBytes: [UInt8] { get }
}

extension RateLimiter: SharedLimit where Caller: LimitedCaller {
    func takePendingUses() -> [LimitUse] {
        takePending().map { LimitUse(limit: limit.name, caller: $0.limitBytes, seconds: $1) }
    }

    func restore(_ uses: [LimitUse]) { restore(seconds(of: uses)) }

    func merge(_ uses: [LimitUse], at now: Double) { merge(seconds(of: uses), at: now) }

    private func seconds(of uses: [LimitUse]) -> [Caller: Double] {
        let ours = uses.lazy.filter { $0.limit == self.limit.name }
        return Dictionary(
            ours.compactMap { use in Caller(limitBytes: use.caller).map { ($0, use.seconds) } },
            uniquingKeysWith: +)
    }
}

extension Person.ID: LimitedCaller {
    init?(limitBytes bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
    }

    var limitBytes: [UInt8] { withUnsafeBytes(of: uuid.uuid, Array.init) }
}

extension ClientAddress: LimitedCaller {
    init?(limitBytes bytes: [UInt8]) {
        switch bytes.count {
        case 0: self = .local
        case 4: self = .address(bytes.reduce(0) { $0 << 8 | UInt32($1) })
        case 8: self = .network(bytes.reduce(0) { $0 << 8 | UInt64($1) })
        default: return nil
        }
    }

    var limitBytes: [UInt8] {
        switch self {
        case .address(let address): withUnsafeBytes(of: address.bigEndian, Array.init)
        case .network(let network): withUnsafeBytes(of: network.bigEndian, Array.init)
        case .local: []
        }
    }
}
