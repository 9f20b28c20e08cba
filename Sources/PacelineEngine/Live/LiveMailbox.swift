import Foundation
import Paceline
import Synchronization

/// What waits for one reader of the stream: a few events, never more than ``LiveLimits/waiting``.
final class LiveMailbox: Sendable {
    private struct Waiting {
        let event: LiveEvent
        /// What made it; nil when it is about no event.
        let cause: LoggedEvent?
    }

    private struct State {
        var waiting: [Waiting] = []
        var reader: CheckedContinuation<LiveEvent?, Never>?
        var isOver = false

        mutating func end() {
            isOver = true
            waiting = []
        }

        /// Takes back what waits of an item that the viewer no longer sees.
        mutating func forget(_ item: FeedItem.ID) {
            waiting.removeAll { $0.cause?.item == item && $0.event.content != .itemRemoved(item) }
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
    var isOver: Bool { state.withLock(\.isOver) }

    /// Leaves an event. A reader who is too far behind is better off beginning again where they are.
    func put(_ content: LiveEvent.Content, at position: LogPosition, because cause: LoggedEvent?) {
        let event = LiveEvent(position: position, content: content)
        let (reader, answer) = state.withLock {
            state -> (CheckedContinuation<LiveEvent?, Never>?, LiveEvent?) in
            guard !state.isOver, position > floor else { return (nil, nil) }
            if let reader = state.reader {
                state.reader = nil
                return (reader, event)
            }
            if case .itemRemoved(let item) = content { state.forget(item) }
            state.waiting.append(Waiting(event: event, cause: cause))
            if state.waiting.count > LiveLimits.waiting { state.end() }
            return (nil, nil)
        }
        reader?.resume(returning: answer)
    }

    /// Says that there is nothing up to the position but what waits already, to a reader for whom nothing waits.
    func beat(at position: LogPosition) {
        let reader = state.withLock { state in
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: LiveEvent(position: position, content: .upToDate))
    }

    /// Takes back what waits and the viewer may not see any more.
    ///
    /// What waits was allowed when it was put here; a slow reader would otherwise be told of it afterwards.
    func forget(_ parting: LoggedEvent) {
        state.withLock { state in
            state.waiting.removeAll { waiting in
                waiting.cause.map { parting.takesBack($0, from: viewer) } ?? false
            }
        }
    }

    /// The next event, once there is one; nil when the stream is over.
    func next() async -> LiveEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isOver, event) = state.withLock { state -> (Bool, LiveEvent?) in
                    if !state.waiting.isEmpty { return (false, state.waiting.removeFirst().event) }
                    if state.isOver || Task.isCancelled { return (true, nil) }
                    state.reader = continuation
                    return (false, nil)
                }
                if isOver || event != nil { continuation.resume(returning: event) }
            }
        } onCancel: {
            end()
        }
    }

    /// Ends the stream: what waits is left for when it is taken up again.
    func end() {
        let reader = state.withLock { state in
            state.end()
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }
}

extension LoggedEvent {
    /// Whether this ended what let the viewer see the other.
    fileprivate func takesBack(_ told: LoggedEvent, from viewer: Person.ID) -> Bool {
        switch event {
        case .blocked, .muted, .unfollowed, .unfriended:
            guard let other, viewer == person || viewer == other else { return false }
            let parted = viewer == person ? other : person
            return told.topic == parted.uuid || told.person == parted
        case .leftGroup, .deletedGroup: return told.topic == topic && viewer == person
        case .removedFromGroup: return told.topic == topic && viewer == other
        default: return false
        }
    }
}
