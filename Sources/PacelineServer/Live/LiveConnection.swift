import Synchronization

/// One stream and the work that tells it, which others may stop.
final class LiveConnection: Sendable {
    private struct State {
        var telling: Task<Void, any Error>?
        var writingSince: ContinuousClock.Instant?
        var isStopped = false
    }

    private let state = Mutex(State())

    /// How long one write may take: as long as a reader is given who does not read.
    private static let patience = Duration.seconds(30)

    /// Does the work until it is over or stopped.
    func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let telling = Task(operation: work)
        let isStopped = state.withLock { state in
            state.telling = telling
            return state.isStopped
        }
        if isStopped { telling.cancel() }
        try await withTaskCancellationHandler {
            try await telling.value
        } onCancel: {
            telling.cancel()
        }
    }

    /// Ends the stream. Its reader can take it up again.
    func stop() {
        let telling = state.withLock { state in
            state.isStopped = true
            return state.telling
        }
        telling?.cancel()
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
