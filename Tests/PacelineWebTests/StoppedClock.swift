import Foundation
import Synchronization

/// The time, which goes on only when a test says so.
final class StoppedClock: Sendable {
    private let instant = Mutex(Date(timeIntervalSince1970: 1_790_000_000))

    var now: Date { instant.withLock { $0 } }

    func advance(by seconds: TimeInterval) {
        instant.withLock { $0 += seconds }
    }
}
