import Foundation
import Paceline
import Synchronization

/// A clock that advances by a millisecond at each reading and otherwise only on request. It starts at a fixed time, so
/// that tests don't depend on the day of the run.
final class TickingClock: Sendable {
    /// In milliseconds, from Wednesday, 25 November 2026, 12:00 UTC.
    private let instant = Mutex<Int64>(1_795_608_000_000)

    var now: Date {
        instant.withLock { instant in
            instant += 1
            return Date(milliseconds: instant)
        }
    }

    func advance(by seconds: Int64) {
        instant.withLock { $0 += seconds * 1_000 }
    }
}
