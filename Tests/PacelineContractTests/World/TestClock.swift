import Foundation
import Synchronization

/// A clock that advances only when a test moves it.
final class TestClock: Sendable {
    /// Sunday, 1 March 2026, 12:00 UTC.
    static let start = Date(timeIntervalSince1970: 1_772_366_400)

    private let instant = Mutex(TestClock.start)

    var now: Date { instant.withLock { $0 } }

    func advance(by seconds: TimeInterval) {
        instant.withLock { $0 = $0.addingTimeInterval(seconds) }
    }

    func advance(days: Int) { advance(by: TimeInterval(days) * 86_400) }

    func advance(to later: Date) {
        instant.withLock { $0 = later }
    }

    /// Advances by a second, so that the next action is later than the previous one.
    func tick() { advance(by: 1) }
}
