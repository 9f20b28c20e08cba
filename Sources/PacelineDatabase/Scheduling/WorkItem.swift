import Synchronization

/// Work in a ``WorkQueue``, whose caller waits for the outcome. Erases the type of its result.
package protocol QueuedWork<Worker>: AnyObject, Sendable {
    associatedtype Worker

    /// Runs the work and stores its outcome, unless its task was cancelled before the first run. Work that is rolled
    /// back can run again.
    func run(on worker: Worker)
    /// Resumes the caller with the outcome of the work.
    func finish()
    /// Resumes the caller with the error. If the work itself threw, its own error takes precedence.
    func fail(_ error: any Error)
}

/// A unit of work: connects the task that waits for it with the worker that runs it.
package final class WorkItem<Worker, Value: Sendable>: QueuedWork {
    package typealias Body = @Sendable (Worker) throws -> Value

    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var outcome: Result<Value, any Error>?
        var hasBegun = false
    }

    private let body: Body
    private let state = Mutex(State())
    private let isCancelled = Atomic(false)

    private init(_ body: @escaping Body) {
        self.body = body
    }

    /// Enqueues the work and waits for its outcome.
    ///
    /// - Parameters:
    ///   - body: the work. May run more than once.
    ///   - enqueue: adds the work to a queue.
    /// - Throws: any error of `body` or of the queue; `CancellationError` if the task was cancelled before
    ///   `body` began.
    package static func perform(
        _ body: @escaping Body, enqueue: (any QueuedWork<Worker>) -> Void
    ) async throws -> Value {
        let item = WorkItem(body)
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                item.state.withLock { $0.continuation = continuation }
                enqueue(item)
            }
        } onCancel: {
            item.isCancelled.store(true, ordering: .relaxed)
        }
    }

    package func run(on worker: Worker) {
        let begins = state.withLock { state in
            if !isCancelled.load(ordering: .relaxed) { state.hasBegun = true }
            return state.hasBegun
        }
        let outcome = Result {
            guard begins else { throw CancellationError() }
            return try body(worker)
        }
        state.withLock { $0.outcome = outcome }
    }

    package func finish() {
        resume(failure: nil)
    }

    package func fail(_ error: any Error) {
        resume(failure: error)
    }

    private func resume(failure: (any Error)?) {
        let (continuation, outcome) = state.withLock { state in
            defer { state.continuation = nil }
            return (state.continuation, state.outcome)
        }
        switch (outcome, failure) {
        case (.failure(let error), _): continuation?.resume(throwing: error)
        case (_, let error?): continuation?.resume(throwing: error)
        case (.success(let value), nil): continuation?.resume(returning: value)
        case (nil, nil): preconditionFailure("Work must run before it finishes.")
        }
    }
}
