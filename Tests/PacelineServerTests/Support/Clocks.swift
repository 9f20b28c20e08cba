import Foundation
import Synchronization

/// A clock that only a test advances.
final class StoppedClock: Sendable {
    private let instant = Mutex(Date(timeIntervalSince1970: 1_780_000_000))

    var now: Date { instant.withLock { $0 } }

    func advance(by seconds: TimeInterval) {
        instant.withLock { $0 += seconds }
    }
}

/// A clock whose pauses a test observes and ends.
struct PausedClock: Clock {
    let now = ContinuousClock.now
    let minimumResolution: Swift.Duration = .zero
    private let begun = AsyncStream.makeStream(of: Duration.self)
    private let ended = AsyncStream.makeStream(of: Void.self)

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        begun.continuation.yield(deadline - now)
        for await _ in ended.stream { return }
        throw CancellationError()
    }

    /// Waits for a pause to start and returns its length.
    func pause() async -> Duration? {
        for await length in begun.stream { return length }
        return nil
    }

    /// Ends the pause.
    func wake() {
        ended.continuation.yield()
    }
}
