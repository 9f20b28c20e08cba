import PacelineDatabase
import Synchronization

/// Fails fast while the server is unreachable. After a failed attempt to connect, further attempts fail with the same
/// error until a delay has passed, which doubles from 50 ms to at most 1 s.
final class CircuitBreaker: Sendable {
    private struct State {
        var reason: DatabaseError?
        var delay = CircuitBreaker.shortestDelay
        var until: ContinuousClock.Instant?
    }

    private static let shortestDelay = Duration.milliseconds(50)
    private static let longestDelay = Duration.seconds(1)
    private let state = Mutex(State())

    /// - Throws: the last connection error, if it is too early to try again.
    func throwIfOpen() throws(DatabaseError) {
        let reason = state.withLock { state in
            state.until.map { $0 > .now } ?? false ? state.reason : nil
        }
        if let reason { throw reason }
    }

    func recordFailure(_ reason: DatabaseError) {
        state.withLock { state in
            state.reason = reason
            state.until = .now + state.delay
            state.delay = min(state.delay * 2, Self.longestDelay)
        }
    }

    func recordSuccess() {
        state.withLock { $0 = State() }
    }
}
