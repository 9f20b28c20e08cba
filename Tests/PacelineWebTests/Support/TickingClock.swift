import Foundation
import Paceline
import Synchronization

/// The time of one site: a millisecond later whenever somebody looks, so that what follows is later, and otherwise only
/// when a test says so. Which day of the week it is when the tests run must not matter to them.
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
