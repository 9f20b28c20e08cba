import Foundation
import Synchronization

/// The clock of a community whose past is being made up: it stands where it is set.
final class DemoClock: Sendable {
    private let milliseconds = Mutex<Int64>(0)

    var now: Date {
        get { milliseconds.withLock { Date(timeIntervalSince1970: Double($0) / 1_000) } }
        set { milliseconds.withLock { $0 = Int64(newValue.timeIntervalSince1970 * 1_000) } }
    }
}
