import Foundation
import Synchronization

/// The clock of a preview. Every reading is later than the one before, so that lists sorted by time have one order.
final class PreviewClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 0))

    func set(to instant: Date) {
        time.withLock { $0 = instant }
    }

    /// Returns the time and advances it by a millisecond.
    func read() -> Date {
        time.withLock { time in
            defer { time.addTimeInterval(0.001) }
            return time
        }
    }
}
