import Foundation
import Synchronization

/// A clock that goes on by a millisecond whenever it is read.
final class Ticks: Sendable {
    private let milliseconds: Mutex<Int64>

    init(_ start: Date) {
        milliseconds = Mutex(Int64(start.timeIntervalSince1970 * 1_000))
    }

    func next() -> Date {
        milliseconds.withLock { milliseconds in
            milliseconds += 1
            return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        }
    }
}
