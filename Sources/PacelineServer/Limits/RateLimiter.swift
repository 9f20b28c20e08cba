import Synchronization

/// Counts what each caller asks for, by the generic cell rate algorithm: a caller is remembered by one instant, the
/// time at which all that was asked for would have been allowed at an even pace.
final class RateLimiter<Caller: Hashable & Sendable>: Sendable {
    /// What is left after one more request.
    struct Decision: Equatable {
        let isAllowed: Bool
        let remaining: Int
        /// Whole seconds until one more is allowed, or until all are.
        let reset: Int
    }

    let limit: RateLimit
    /// More callers than this are not remembered at once.
    let capacity: Int
    private let callers = Mutex<[Caller: Double]>([:])

    init(_ limit: RateLimit, capacity: Int = 100_000) {
        self.limit = limit
        self.capacity = capacity
    }

    /// - Parameter now: seconds on a clock that never goes back.
    func take(_ caller: Caller, at now: Double) -> Decision {
        callers.withLock { callers in
            let used = max((callers[caller] ?? now) - now, 0)
            let decision = decision(used: used)
            if decision.isAllowed {
                if callers.count >= capacity, callers[caller] == nil { Self.makeRoom(in: &callers, at: now) }
                callers[caller] = now + used + interval
            }
            return decision
        }
    }

    /// Whether the caller has nothing left, without taking anything.
    func refusal(of caller: Caller, at now: Double) -> Decision? {
        let used = callers.withLock { max(($0[caller] ?? now) - now, 0) }
        let decision = decision(used: used)
        return decision.isAllowed ? nil : decision
    }

    /// How many callers are remembered.
    var count: Int { callers.withLock { $0.count } }

    private var interval: Double { Double(limit.window) / Double(limit.count) }

    /// - Parameter used: how many seconds of the window are taken.
    private func decision(used: Double) -> Decision {
        let left = Double(limit.window) - used - interval
        let isAllowed = left >= -1e-6
        return Decision(
            isAllowed: isAllowed, remaining: isAllowed ? Int(left / interval + 1e-6) : 0,
            reset: max(1, Int((isAllowed ? used + interval : -left).rounded(.up))))
    }

    /// Forgets those whose time is over; when there are none, every other one, so that a flood of callers costs little
    /// for each and none of them can fill the memory.
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
