import Synchronization

/// The listeners in this process that are notified after a write commits. See ``Database/changes()``.
package final class ChangeListeners: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var next = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns a stream that yields once for one or more notifications and ends when the database closes.
    package func listen() -> AsyncStream<Void> {
        // Notifications that have not been consumed yet are coalesced into one.
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            defer { state.next += 1 }
            state.listeners[state.next] = continuation
            return state.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    package func notify() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
    }

    package func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
