import Paceline
import Synchronization

/// The connection of one stream, which others may end.
final class LiveConnection: Sendable {
    private struct State {
        var waiting: Task<LiveEvent?, any Error>?
        var writingSince: ContinuousClock.Instant?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let close: @Sendable () -> Void

    /// How long one write may take: as long as a reader is given who does not read.
    private static let patience = Duration.seconds(30)

    /// - Parameter close: closes the connection, whatever waits to be written.
    init(close: @escaping @Sendable () -> Void) {
        self.close = close
    }

    /// What the wait is for, or nil when the stream is stopped before it comes.
    ///
    /// Only the waiting can be stopped: whoever writes is never cut off in the middle of it.
    func next(_ wait: @escaping @Sendable () async throws -> LiveEvent?) async throws -> LiveEvent? {
        let waiting = state.withLock { state -> Task<LiveEvent?, any Error>? in
            state.waiting = state.isStopped ? nil : Task(operation: wait)
            return state.waiting
        }
        guard let waiting else { return nil }
        return try await withTaskCancellationHandler {
            try await waiting.value
        } onCancel: {
            waiting.cancel()
        }
    }

    /// Ends the stream after what is being written. Its reader can take it up again.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            return state.waiting
        }
        waiting?.cancel()
    }

    /// Ends the stream and the connection, whatever is being written.
    func cut() {
        stop()
        close()
    }

    /// Notes how long the writing takes.
    func writing(_ write: () async throws -> Void) async throws {
        state.withLock { $0.writingSince = .now }
        defer { state.withLock { $0.writingSince = nil } }
        try await write()
    }

    func isStalled(at now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in state.writingSince.map { now - $0 > Self.patience } ?? false }
    }
}
