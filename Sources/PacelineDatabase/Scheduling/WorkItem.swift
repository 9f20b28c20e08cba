import Synchronization

/// Work for a worker, such as a connection, whose caller waits for it, whatever it returns.
package protocol QueuedWork<Worker>: AnyObject, Sendable {
    associatedtype Worker

    /// Does the work, unless its caller was cancelled before it began, and keeps what came of it. When what it did is
    /// undone, it may be run again.
    func run(on worker: Worker)
    /// Hands the caller what came of the work.
    func finish()
    /// Tells the caller that nothing came of the work. What the work itself threw is told rather than `error`.
    func fail(_ error: any Error)
}

/// Work for a worker, between the task that asks for it and the thread that does it.
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

    /// Enters the work where it will be taken up, and waits for it.
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
