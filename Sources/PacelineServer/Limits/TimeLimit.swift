import Paceline
import ServiceLifecycle
import Synchronization

/// Lets work run for so long and no longer.
///
/// The work is a task of its own, so that whoever waits is answered in time even when the work does not heed its
/// cancellation. One clock watches over all of it, since a timer for each would cost more than most work does.
final class TimeLimit: Service {
    private struct Running {
        var attempts: [UInt64: any Stoppable] = [:]
        var lastKey: UInt64 = 0
    }

    /// Seconds.
    private let limit: Double
    private let running = Mutex(Running())

    /// - Parameter limit: seconds.
    init(_ limit: Double) {
        self.limit = limit
    }

    /// - Throws: ``SocialError/Code/timeout`` when the work takes longer, `CancellationError` when the caller is
    ///   cancelled before it is done.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let attempt = Attempt<Value>(deadline: .now + .seconds(limit))
        let key = begin(attempt)
        defer { end(key) }
        return try await attempt.value(of: work)
    }

    private func begin(_ attempt: any Stoppable) -> UInt64 {
        running.withLock { running in
            running.lastKey += 1
            running.attempts[running.lastKey] = attempt
            return running.lastKey
        }
    }

    private func end(_ key: UInt64) {
        _ = running.withLock { $0.attempts.removeValue(forKey: key) }
    }

    /// Watches the clock until the server has stopped.
    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                while true {
                    try await Task.sleep(for: .seconds(min(1, max(0.01, self.limit / 10))))
                    self.stopOverdue(at: .now)
                }
            }
        } catch is CancellationError {
            return
        }
    }

    private func stopOverdue(at now: ContinuousClock.Instant) {
        let overdue = running.withLock { $0.attempts.values.filter { $0.deadline <= now } }
        let error = SocialError(
            .timeout, "The request took longer than \(limit.formatted) seconds. Please try again.",
            retryAfter: 1)
        for attempt in overdue { attempt.stop(error) }
    }
}

extension Double {
    fileprivate var formatted: String { self == rounded() ? String(Int(self)) : String(self) }
}

/// What a clock can stop.
private protocol Stoppable: AnyObject, Sendable {
    var deadline: ContinuousClock.Instant { get }
    func stop(_ error: any Error)
}

/// One piece of work and whoever waits for it, who is answered once: by the work or by what stops it.
private final class Attempt<Value: Sendable>: Stoppable {
    private enum State {
        case notBegun
        case waiting(CheckedContinuation<Value, any Error>, Task<Void, Never>)
        case over
    }

    let deadline: ContinuousClock.Instant
    private let state = Mutex(State.notBegun)

    init(deadline: ContinuousClock.Instant) {
        self.deadline = deadline
    }

    func value(of work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { begin(work, $0) }
        } onCancel: {
            stop(CancellationError())
        }
    }

    private func begin(
        _ work: @escaping @Sendable () async throws -> Value,
        _ continuation: CheckedContinuation<Value, any Error>
    ) {
        state.withLock { state in
            if case .over = state { return continuation.resume(throwing: CancellationError()) }
            let task = Task {
                do {
                    finish(.success(try await work()))
                } catch {
                    finish(.failure(error))
                }
            }
            state = .waiting(continuation, task)
        }
    }

    private func finish(_ result: Result<Value, any Error>) {
        let (continuation, _) = takeWaiting()
        continuation?.resume(with: result)
    }

    func stop(_ error: any Error) {
        let (continuation, task) = takeWaiting()
        // The work lets go of the request's body before whoever waits goes on to read the rest of it.
        task?.cancel()
        continuation?.resume(throwing: error)
    }

    private func takeWaiting() -> (CheckedContinuation<Value, any Error>?, Task<Void, Never>?) {
        state.withLock { state in
            defer { state = .over }
            guard case .waiting(let continuation, let task) = state else { return (nil, nil) }
            return (continuation, task)
        }
    }
}
