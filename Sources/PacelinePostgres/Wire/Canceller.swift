import CPostgreSQL
import Dispatch
import Synchronization

/// Interrupts the statement that a connection is at, from another thread.
///
/// `@unchecked`: libpq allows `PQcancel` on any thread, and the handle never changes.
final class Canceller: @unchecked Sendable {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        PQfreeCancel(handle)
    }

    /// Asks the server, over a connection of its own, and returns when it has heard.
    fileprivate func cancel() {
        var message = [CChar](repeating: 0, count: 256)
        // Where this fails, the statement's own time limit ends it.
        PQcancel(handle, &message, Int32(message.count))
    }
}

/// Lets the task that waits for a call end what the call does.
final class Cancellation: Sendable {
    private struct State {
        var running: Canceller?
        var isRequested = false
    }

    private let state = Mutex(State())
    private static let queue = DispatchQueue(label: "paceline.postgres.cancel", attributes: .concurrent)

    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Runs the body; it may be interrupted meanwhile, and not after.
    func whileCancelling<Value>(_ canceller: Canceller?, _ body: () throws -> Value) rethrows -> Value {
        state.withLock { $0.running = canceller }
        defer { state.withLock { $0.running = nil } }
        return try body()
    }

    /// Ends the call, soon.
    func request() {
        let isRunning = state.withLock { state in
            state.isRequested = true
            return state.running != nil
        }
        guard isRunning else { return }
        Self.queue.async { [self] in
            // The lock holds up the end of the call, so that it is not the next one that is interrupted.
            state.withLock { $0.running?.cancel() }
        }
    }
}
