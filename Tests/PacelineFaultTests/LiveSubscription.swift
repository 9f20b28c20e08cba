import Paceline
import PacelineClient
import Synchronization

/// One event stream of a listener, and the titles of the events it received.
final class LiveSubscription: Sendable {
    private struct State {
        var received: [String] = []
        var hasStarted = false
        var waiting: [(isMet: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let listener: LiveScenario.Listener
    private let session: RemoteSession
    private let state = Mutex(State())

    init(_ listener: LiveScenario.Listener, _ session: RemoteSession) {
        self.listener = listener
        self.session = session
    }

    var received: [String] { state.withLock(\.received) }

    /// Listens until the task is cancelled, and reconnects each time it has received this many events.
    func listen(reconnectingAfter limit: Int) async throws {
        var position: LogPosition?
        while !Task.isCancelled {
            var count = 0
            for try await event in session.events(after: position, watching: listener.watched) {
                position = event.position
                record(event.content)
                count += 1
                if count >= limit { break }
            }
        }
    }

    func waitUntilStarted() async { await wait { $0.hasStarted } }

    func waitUntilReceived(_ title: String) async { await wait { $0.received.contains(title) } }

    private func record(_ content: LiveEvent.Content) {
        let met = state.withLock { state in
            state.hasStarted = true
            switch content {
            case .item(let item): state.received.append(item.workout?.title ?? "")
            case .comment(let comment, _): state.received.append(comment.text)
            default: break
            }
            let current = state
            let met = state.waiting.filter { $0.isMet(current) }
            state.waiting.removeAll { $0.isMet(current) }
            return met
        }
        for waiting in met { waiting.continuation.resume() }
    }

    private func wait(until isMet: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isAlreadyMet = state.withLock { state in
                if isMet(state) { return true }
                state.waiting.append((isMet, continuation))
                return false
            }
            if isAlreadyMet { continuation.resume() }
        }
    }
}
