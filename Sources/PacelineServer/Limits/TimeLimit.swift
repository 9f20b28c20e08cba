import Paceline
import ServiceLifecycle
import Synchronization

/// Limits how long an operation may take.
///
/// The operation runs in its own task, so the caller gets its timeout even if the operation ignores cancellation. One
/// periodic check covers all operations, since a timer for each would cost more than most operations do.
final class TimeLimit: Service {
    private struct Running {
        var attempts: [UInt64: any Stoppable] = [:]
        var lastKey: UInt64 = 0
    }

    /// In seconds.
    private let limit: Double
    private let running = Mutex(Running())

    /// - Parameter limit: in seconds.
    init(_ limit: Double) {
        self.limit = limit
    }

    /// Runs the operation within the limit.
    /// - Throws: ``SocialError/Code/timeout`` if it takes too long, `CancellationError` if the caller is cancelled
    ///   first, and the operation's own errors.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await run { _ in try await work() }
    }

    /// Runs the operation within the limit, or within the deadline that it sets itself.
    /// - Throws: as ``run(_:)``, or the error of its own deadline.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable (OperationDeadline) async throws -> Value
    ) async throws -> Value {
        let attempt = Attempt<Value>(deadline: OperationDeadline(.now + .seconds(limit)))
        let key = begin(attempt)
        defer { end(key) }
        return try await attempt.value { try await work(attempt.deadline) }
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

    /// Cancels overdue operations until the server shuts down.
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

    func stopOverdue(at now: ContinuousClock.Instant) {
        let attempts = running.withLock { Array($0.attempts.values) }
        let timeout = SocialError(
            .timeout, "The request took longer than \(limit.formatted) seconds. Try again.",
            retryAfter: 1)
        for attempt in attempts {
            if let error = attempt.deadline.error(at: now, timeout) { attempt.stop(error) }
        }
    }
}

/// The deadline of an operation, which the operation can bring forward.
final class OperationDeadline: Sendable {
    private let latest: ContinuousClock.Instant
    private let own = Mutex<(instant: ContinuousClock.Instant, error: SocialError)?>(nil)

    init(_ latest: ContinuousClock.Instant) {
        self.latest = latest
    }

    /// Sets an earlier deadline, in place of the previous one.
    func bringForward(to instant: ContinuousClock.Instant, throwing error: SocialError) {
        own.withLock { $0 = (instant, error) }
    }

    /// Removes the earlier deadline.
    func extend() {
        own.withLock { $0 = nil }
    }

    /// The error of an operation that is overdue; nil if it is not.
    func error(at now: ContinuousClock.Instant, _ timeout: SocialError) -> SocialError? {
        guard latest > now else { return timeout }
        return own.withLock { own in own.flatMap { $0.instant <= now ? $0.error : nil } }
    }
}

extension Double {
    fileprivate var formatted: String { self == rounded() ? String(Int(self)) : String(self) }
}

/// An operation that can be stopped at its deadline.
private protocol Stoppable: AnyObject, Sendable {
    var deadline: OperationDeadline { get }
    func stop(_ error: any Error)
}

/// One operation and its caller, who is resumed exactly once: by the operation or by what stops it.
private final class Attempt<Value: Sendable>: Stoppable {
    private enum State {
        case notBegun
        case waiting(CheckedContinuation<Value, any Error>, Task<Void, Never>)
        case over
    }

    let deadline: OperationDeadline
    private let state = Mutex(State.notBegun)

    init(deadline: OperationDeadline) {
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
        // Cancel first: the operation must release the request's body before the caller drains the rest of it.
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
