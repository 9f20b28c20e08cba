import Paceline
import PacelineClient
import Synchronization

/// One stream of a listener, and the titles of what it has heard of.
final class Ear: Sendable {
    private struct State {
        var heard: [String] = []
        var hasBegun = false
        var waiting: [(isMet: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let listener: ListeningAudience.Listener
    private let session: RemoteSession
    private let state = Mutex(State())

    init(_ listener: ListeningAudience.Listener, _ session: RemoteSession) {
        self.listener = listener
        self.session = session
    }

    var heard: [String] { state.withLock(\.heard) }

    /// Listens until it is cancelled, and drops the stream after every so many events.
    func listen(droppingAfter most: Int) async throws {
        var position: LogPosition?
        while !Task.isCancelled {
            var count = 0
            for try await event in session.events(after: position, watching: listener.watched) {
                position = event.position
                note(event.content)
                count += 1
                if count >= most { break }
            }
        }
    }

    func hasBegun() async { await wait { $0.hasBegun } }

    func hasHeard(_ title: String) async { await wait { $0.heard.contains(title) } }

    private func note(_ content: LiveEvent.Content) {
        let met = state.withLock { state in
            state.hasBegun = true
            switch content {
            case .item(let item): state.heard.append(item.workout?.title ?? "")
            case .comment(let comment, _): state.heard.append(comment.text)
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
            let isMetAlready = state.withLock { state in
                if isMet(state) { return true }
                state.waiting.append((isMet, continuation))
                return false
            }
            if isMetAlready { continuation.resume() }
        }
    }
}
