import Synchronization

/// Limits the rate of requests per caller by the generic cell rate algorithm (GCRA).
///
/// It stores one time per caller, GCRA's theoretical arrival time: when the caller's quota is full again.
final class RateLimiter<Caller: Hashable & Sendable>: Sendable {
    /// The outcome of one request.
    struct Decision: Equatable {
        let isAllowed: Bool
        let remaining: Int
        /// Whole seconds until the full quota is available or, for a rejected request, until the next one is allowed.
        let reset: Int
    }

    private struct Counts {
        /// The theoretical arrival time of each caller.
        var callers: [Caller: Double] = [:]
        /// Requests of each caller since the last exchange with other servers.
        var pending: [Caller: Int] = [:]
    }

    let limit: RateLimit
    /// The most callers remembered at once.
    let capacity: Int
    private let isShared: Bool
    private let counts = Mutex(Counts())

    /// - Parameters:
    ///   - capacity: the most callers remembered at once.
    ///   - isShared: whether usage is exchanged with other servers.
    init(_ limit: RateLimit, capacity: Int = 100_000, isShared: Bool = false) {
        self.limit = limit
        self.capacity = capacity
        self.isShared = isShared
    }

    /// Counts one request, if it is allowed.
    /// - Parameter now: seconds on a monotonic clock.
    func take(_ caller: Caller, at now: Double) -> Decision {
        counts.withLock { counts in
            let used = max((counts.callers[caller] ?? now) - now, 0)
            let decision = decision(used: used)
            if decision.isAllowed {
                remember(caller, until: now + used + interval, in: &counts, at: now)
                if isShared { counts.pending[caller, default: 0] += 1 }
            }
            return decision
        }
    }

    /// The number of callers remembered.
    var count: Int { counts.withLock { $0.callers.count } }

    private var interval: Double { Double(limit.window) / Double(limit.count) }

    /// - Parameter used: the used part of the window, in seconds.
    private func decision(used: Double) -> Decision {
        let left = Double(limit.window) - used - interval
        let isAllowed = left >= -1e-6
        return Decision(
            isAllowed: isAllowed, remaining: isAllowed ? Int(left / interval + 1e-6) : 0,
            reset: max(1, Int((isAllowed ? used + interval : -left).rounded(.up))))
    }

    private func remember(_ caller: Caller, until: Double, in counts: inout Counts, at now: Double) {
        if counts.callers.count >= capacity, counts.callers[caller] == nil {
            Self.makeRoom(in: &counts.callers, at: now)
        }
        counts.callers[caller] = until
    }

    /// Removes the callers whose quota is full again. If that frees less than half, removes every other caller, which
    /// bounds memory and keeps the amortized cost low during a flood.
    private static func makeRoom(in callers: inout [Caller: Double], at now: Double) {
        let before = callers.count
        callers = callers.filter { $0.value > now }
        guard callers.count > before / 2 else { return }
        var keeps = false
        callers = callers.filter { _ in
            keeps.toggle()
            return keeps
        }
    }
}

extension RateLimiter {
    /// Returns the usage since the last exchange, in seconds of the window, and resets it.
    func takePending() -> [Caller: Double] {
        counts.withLock { counts in
            defer { counts.pending = [:] }
            return counts.pending.mapValues { Double($0) * interval }
        }
    }

    /// Restores usage that could not be sent, for the next exchange.
    func restore(_ unsent: [Caller: Double]) {
        counts.withLock { counts in
            for (caller, used) in unsent {
                counts.pending[caller, default: 0] += Int((used / interval).rounded())
            }
        }
    }

    /// Merges the usage on all servers with the pending usage here.
    /// - Parameters:
    ///   - used: the usage that all servers have reported, in seconds of the window.
    ///   - now: seconds on a monotonic clock.
    func merge(_ used: [Caller: Double], at now: Double) {
        counts.withLock { counts in
            for (caller, used) in used {
                let here = Double(counts.pending[caller] ?? 0) * interval
                remember(caller, until: now + used + here, in: &counts, at: now)
            }
        }
    }
}
