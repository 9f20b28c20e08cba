import Foundation
import Synchronization

/// Counts what each caller asks for, by the generic cell rate algorithm: a caller is remembered by one instant, the
/// time at which all that was asked for would have been allowed at an even pace.
final class RateLimiter: Sendable {
    /// What is left after one more request.
    struct Decision {
        let isAllowed: Bool
        let remaining: Int
        /// Seconds until one more is allowed, or until all are.
        let reset: Int
    }

    let limit: RateLimit
    private let callers = Mutex<[String: TimeInterval]>([:])
    /// More callers than this are not remembered: those whose time is over are forgotten first.
    private static let largestCount = 100_000

    init(_ limit: RateLimit) {
        self.limit = limit
    }

    func take(_ caller: String, at now: TimeInterval) -> Decision {
        let interval = Double(limit.window) / Double(limit.count)
        return callers.withLock { callers in
            if callers.count >= Self.largestCount { callers = callers.filter { $0.value > now } }
            let next = max(callers[caller] ?? now, now) + interval
            let isAllowed = next - now <= Double(limit.window) + 1e-9
            if isAllowed, callers.count < Self.largestCount || callers[caller] != nil {
                callers[caller] = next
            }
            let used = isAllowed ? next - now : next - interval - now
            return Decision(
                isAllowed: isAllowed, remaining: max(0, Int((Double(limit.window) - used) / interval + 1e-9)),
                reset: max(1, Int((isAllowed ? used : next - now - Double(limit.window)).rounded(.up))))
        }
    }
}
