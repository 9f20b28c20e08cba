import CPostgreSQL
import Dispatch
import Synchronization

/// Cancels the statement that a connection is running, from another thread.
///
/// `@unchecked Sendable` because libpq allows `PQcancel` on any thread, and the handle never changes.
final class Canceller: @unchecked Sendable {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        PQfreeCancel(handle)
    }

    /// Sends a cancel request over a separate connection, and returns once the server has received it.
    fileprivate func cancel() {
        var message = [CChar](repeating: 0, count: 256)
        // If this fails, the statement ends at its timeout.
        PQcancel(handle, &message, Int32(message.count))
    }
}

/// Lets a cancelled task cancel the statement that runs for it.
final class Cancellation: Sendable {
    private struct State {
        var running: Canceller?
        var isRequested = false
    }

    private let state = Mutex(State())
    private static let queue = DispatchQueue(label: "paceline.postgres.cancel", attributes: .concurrent)

    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Runs the body. A request that arrives meanwhile cancels its statement; a later one cancels nothing.
    func cancellable<Value>(by canceller: Canceller?, _ body: () throws -> Value) rethrows -> Value {
        state.withLock { $0.running = canceller }
        defer { state.withLock { $0.running = nil } }
        return try body()
    }

    /// Requests cancellation and returns at once.
    func request() {
        let isRunning = state.withLock { state in
            state.isRequested = true
            return state.running != nil
        }
        guard isRunning else { return }
        Self.queue.async { [self] in
            // Holding the lock delays the end of the body, so that the request cannot hit the next transaction.
            state.withLock { $0.running?.cancel() }
        }
    }
}
