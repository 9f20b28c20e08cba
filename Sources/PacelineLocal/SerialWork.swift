import Synchronization

/// Runs work one piece after the other, in the order in which the pieces arrive.
final class SerialWork: Sendable {
    private struct State {
        var isRunning = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// How many pieces have arrived and not ended.
    var pending: Int { state.withLock { ($0.isRunning ? 1 : 0) + $0.waiters.count } }

    /// Runs work in the caller's task, after what arrived before.
    /// - Throws: `CancellationError`, without running the work, if the task was cancelled while it waited.
    func run<Value>(_ work: () async throws -> Value) async throws -> Value {
        await begin()
        defer { end() }
        try Task.checkCancellation()
        return try await work()
    }

    /// Runs work to its end, also if the caller's task is cancelled, before or meanwhile.
    func runToEnd<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value
    {
        await begin()
        return try await Task {
            defer { end() }
            return try await work()
        }.value
    }

    private func begin() async {
        await withCheckedContinuation { waiter in
            let isFree = state.withLock { state in
                if state.isRunning {
                    state.waiters.append(waiter)
                    return false
                }
                state.isRunning = true
                return true
            }
            if isFree { waiter.resume() }
        }
    }

    private func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
            state.isRunning = false
            return nil
        }
        next?.resume()
    }
}
