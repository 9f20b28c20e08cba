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

    private struct Counts {
        /// When all that a caller has used is used up at an even pace.
        var callers: [Caller: Double] = [:]
        /// How often callers have taken since others were last told.
        var pending: [Caller: Int] = [:]
    }

    let limit: RateLimit
    /// More callers than this are not remembered at once.
    let capacity: Int
    private let isShared: Bool
    private let counts = Mutex(Counts())

    /// - Parameter isShared: whether other servers count for the same limit and are to be told.
    init(_ limit: RateLimit, capacity: Int = 100_000, isShared: Bool = false) {
        self.limit = limit
        self.capacity = capacity
        self.isShared = isShared
    }

    /// - Parameter now: seconds on a clock that never goes back.
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

    /// Whether the caller has nothing left, without taking anything.
    func refusal(of caller: Caller, at now: Double) -> Decision? {
        let used = counts.withLock { max(($0.callers[caller] ?? now) - now, 0) }
        let decision = decision(used: used)
        return decision.isAllowed ? nil : decision
    }

    /// How many callers are remembered.
    var count: Int { counts.withLock { $0.callers.count } }

    private var interval: Double { Double(limit.window) / Double(limit.count) }

    /// - Parameter used: how many seconds of the window are taken.
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

extension RateLimiter {
    /// What callers have used, in seconds of the window, that others have not been told of. They are told of it now.
    func takePending() -> [Caller: Double] {
        counts.withLock { counts in
            defer { counts.pending = [:] }
            return counts.pending.mapValues { Double($0) * interval }
        }
    }

    /// Takes back what others could not be told.
    func restore(_ unsent: [Caller: Double]) {
        counts.withLock { counts in
            for (caller, used) in unsent {
                counts.pending[caller, default: 0] += Int((used / interval).rounded())
            }
        }
    }

    /// - Parameter used: what callers have used anywhere, in seconds of the window, as far as servers have told it.
    func merge(_ used: [Caller: Double], at now: Double) {
        counts.withLock { counts in
            for (caller, used) in used {
                let here = Double(counts.pending[caller] ?? 0) * interval
                remember(caller, until: now + used + here, in: &counts, at: now)
            }
        }
    }
}
