import Paceline
import Synchronization

/// The queue of one stream: at most ``LiveLimits/queuedEvents`` events.
///
/// Permissions were checked when an event was queued. When a later event may change them, the queue is dropped, and the
/// reader reads that part of the log again. So permissions hold at delivery, and no event is lost.
final class LiveMailbox: Sendable {
    enum Message {
        case event(LiveEvent)
        /// The queue was dropped: call ``LiveMailbox/takeInvalidation()``.
        case invalidated
    }

    private struct State {
        var waiting: [LiveEvent] = []
        var reader: CheckedContinuation<Message?, Never>?
        /// The position up to which the reader has to read the log again.
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
    /// Events up to this position are not delivered.
    private let floor: LogPosition
    private let state = Mutex(State())

    init(viewer: Person.ID, sessionID: SignedIn.ID?, items: Set<FeedItem.ID>, after floor: LogPosition) {
        self.viewer = viewer
        self.sessionID = sessionID
        self.items = items
        self.floor = floor
    }

    /// Whether the stream has ended.
    var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// Queues an event. Ends the stream when the queue is full: resuming is cheaper for a reader that far behind.
    func put(_ event: LiveEvent) {
        let reader = state.withLock { state -> CheckedContinuation<Message?, Never>? in
            guard !state.hasEnded, event.position > floor else { return nil }
            if let reader = state.takeReader() { return reader }
            state.waiting.append(event)
            if state.waiting.count > LiveLimits.queuedEvents { state.end() }
            return nil
        }
        reader?.resume(returning: .event(event))
    }

    /// Informs an idle reader that there are no other events up to the position.
    func heartbeat(at position: LogPosition) {
        let reader = state.withLock { $0.takeReader() }
        reader?.resume(returning: .event(LiveEvent(position: position, content: .upToDate)))
    }

    /// Drops queued events, whose permissions may have changed. A waiting reader has received everything already.
    /// - Parameter position: the position up to which events have been queued.
    func invalidate(upTo position: LogPosition) {
        state.withLock { state in
            guard state.reader == nil else { return }
            state.waiting = []
            state.invalidatedUpTo = position
        }
    }

    /// Returns the position up to which the reader has to read the log again, starting after the last delivered event;
    /// nil when there is no need.
    func takeInvalidation() -> LogPosition? {
        state.withLock { state in
            defer { state.invalidatedUpTo = nil }
            return state.invalidatedUpTo
        }
    }

    /// Waits for the next message; nil when the stream has ended.
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

    /// Ends the stream. Queued events are dropped; a resumed stream reads them from the log.
    func end() {
        let reader = state.withLock { state in
            state.end()
            return state.takeReader()
        }
        reader?.resume(returning: nil)
    }
}
