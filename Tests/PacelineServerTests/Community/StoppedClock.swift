import Foundation
import PacelineEngine
import Synchronization

/// A clock that goes on when it is told to.
final class StoppedClock: Sendable {
    private let instant = Mutex(Date(timeIntervalSince1970: 1_780_000_000))

    var now: Date { instant.withLock { $0 } }

    func advance(by seconds: TimeInterval) {
        instant.withLock { $0 += seconds }
    }
}

typealias PacelineEngineEnvironment = PacelineEngine.Environment
