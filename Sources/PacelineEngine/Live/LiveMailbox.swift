import Paceline
import Synchronization

/// What waits for one reader of the stream: a few events, never more than ``LiveLimits/waiting``.
///
/// What waits was judged when it was put here. When something happens that may have changed that, it is dropped, and the
/// reader reads that piece of the log again: so each thing is judged when it is told, and nothing is lost.
final class LiveMailbox: Sendable {
    enum Message {
        case event(LiveEvent)
        /// The reader has to ask for ``LiveMailbox/takeInvalidation()``.
        case invalidated
    }

    private struct State {
        var waiting: [LiveEvent] = []
        var reader: CheckedContinuation<Message?, Never>?
        /// Up to where the reader has to read the log again.
        var invalidatedUpTo: LogPosition?
        var hasEnded = false

        mutating func takeReader() -> CheckedContinuation<Message?, Never>? {
            defer { reader = nil }
            return reader
        }

        mutating func end() {
            hasEnded = true
            waiting = []
        }
    }

    let viewer: Person.ID
    let sessionID: SignedIn.ID?
    let items: Set<FeedItem.ID>
    /// What happened up to here is not told.
    private let floor: LogPosition
    private let state = Mutex(State())

    init(viewer: Person.ID, sessionID: SignedIn.ID?, items: Set<FeedItem.ID>, after floor: LogPosition) {
        self.viewer = viewer
        self.sessionID = sessionID
        self.items = items
        self.floor = floor
    }

    /// Whether nothing is left here any more.
    var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// Leaves an event. A reader who is too far behind is better off beginning again where they are.
    func put(_ event: LiveEvent) {
        let reader = state.withLock { state -> CheckedContinuation<Message?, Never>? in
            guard !state.hasEnded, event.position > floor else { return nil }
            if let reader = state.takeReader() { return reader }
            state.waiting.append(event)
            if state.waiting.count > LiveLimits.waiting { state.end() }
            return nil
        }
        reader?.resume(returning: .event(event))
    }

    /// Says that there is nothing up to the position but what waits already, to a reader for whom nothing waits.
    func heartbeat(at position: LogPosition) {
        let reader = state.withLock { $0.takeReader() }
        reader?.resume(returning: .event(LiveEvent(position: position, content: .upToDate)))
    }

    /// Drops what waits, which may be another thing by now; a reader who waits has been told everything.
    /// - Parameter position: up to where everything has been put here.
    func invalidate(upTo position: LogPosition) {
        state.withLock { state in
            guard state.reader == nil else { return }
            state.waiting = []
            state.invalidatedUpTo = position
        }
    }

    /// Up to where the reader has to read the log again, from what they were told last; nil when they need not.
    func takeInvalidation() -> LogPosition? {
        state.withLock { state in
            defer { state.invalidatedUpTo = nil }
            return state.invalidatedUpTo
        }
    }

    /// The next event, once there is one; nil when the stream is over.
    func next() async -> Message? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (hasEnded, message) = state.withLock { state -> (Bool, Message?) in
                    if state.invalidatedUpTo != nil { return (false, .invalidated) }
                    if !state.waiting.isEmpty { return (false, .event(state.waiting.removeFirst())) }
                    if state.hasEnded || Task.isCancelled { return (true, nil) }
                    state.reader = continuation
                    return (false, nil)
                }
                if hasEnded || message != nil { continuation.resume(returning: message) }
            }
        } onCancel: {
            end()
        }
    }

    /// Ends the stream: what waits is left for when it is taken up again.
    func end() {
        let reader = state.withLock { state in
            state.end()
            return state.takeReader()
        }
        reader?.resume(returning: nil)
    }
}
