import PacelineDatabase
import Synchronization

/// What is known of a server that cannot be reached: for a while nobody tries, and everybody is told at once.
final class CircuitBreaker: Sendable {
    private struct State {
        var reason: DatabaseError?
        var delay = CircuitBreaker.shortestDelay
        var until: ContinuousClock.Instant?
    }

    private static let shortestDelay = Duration.milliseconds(50)
    private static let longestDelay = Duration.seconds(1)
    private let state = Mutex(State())

    /// - Throws: why the server cannot be reached, while it is too early to try again.
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
