import Synchronization

/// Work on a connection whose caller waits for it, whatever it returns.
protocol WaitingCall: AnyObject, Sendable {
    /// Does the work, unless its caller has been cancelled, and keeps what came of it.
    func run(on connection: SQLiteConnection)
    /// Hands the caller what came of the work.
    func finish()
    /// Tells the caller that nothing came of the work. What the work itself threw is told rather than `error`.
    func fail(_ error: any Error)
}

/// Work on a connection, between the task that asks for it and the thread that does it.
final class Call<Value: Sendable>: WaitingCall {
    typealias Body = @Sendable (SQLiteConnection) throws -> Value

    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var outcome: Result<Value, any Error>?
    }

    private let body: Body
    private let state = Mutex(State())
    private let isCancelled = Atomic(false)

    private init(_ body: @escaping Body) {
        self.body = body
    }

    /// Enters the work where it will be taken up, and waits for it.
    static func wait(for body: @escaping Body, in room: (any WaitingCall) -> Void) async throws -> Value {
        let call = Call(body)
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                call.state.withLock { $0.continuation = continuation }
                room(call)
            }
        } onCancel: {
            call.isCancelled.store(true, ordering: .relaxed)
        }
    }

    func run(on connection: SQLiteConnection) {
        let outcome = Result {
            if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
            return try body(connection)
        }
        state.withLock { $0.outcome = outcome }
    }

    func finish() {
        resume(failure: nil)
    }

    func fail(_ error: any Error) {
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
        case (nil, nil): preconditionFailure("A call is finished only after it has run.")
        }
    }
}
