import PacelineDatabase
import Synchronization

/// What is known of a server that cannot be reached: for a while nobody tries, and everybody is told at once.
final class Outage: Sendable {
    private struct State {
        var reason: DatabaseError?
        var delay = Outage.shortest
        var until: ContinuousClock.Instant?
    }

    private static let shortest = Duration.milliseconds(50)
    private static let longest = Duration.seconds(1)
    private let state = Mutex(State())

    /// - Throws: why the server cannot be reached, while it is too early to try again.
    func refuseWhileWaiting() throws(DatabaseError) {
        let reason = state.withLock { state in
            state.until.map { $0 > .now } ?? false ? state.reason : nil
        }
        if let reason { throw reason }
    }

    func begin(_ reason: DatabaseError) {
        state.withLock { state in
            state.reason = reason
            state.until = .now + state.delay
            state.delay = min(state.delay * 2, Self.longest)
        }
    }

    func end() {
        state.withLock { $0 = State() }
    }
}
