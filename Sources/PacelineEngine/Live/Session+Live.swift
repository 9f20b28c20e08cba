import Foundation
import Paceline
import PacelineDatabase
import Synchronization

extension Session {
    public func events(after position: LogPosition?, watching items: [FeedItem.ID]) -> LiveEvents {
        LiveEvents { try await LiveStream(self, after: position, watching: items) }
    }
}

/// One stream: first what has happened since its reader was last told, then what happens.
private final class LiveStream: LiveSource {
    private enum Stage {
        /// From where the past is read, and the events of it that have not been told yet, the next one last.
        case past(LogPosition, [LiveEvent])
        case present
    }

    private let session: Session
    private let mailbox: LiveMailbox
    /// Where the present begins.
    private let start: LogPosition
    private let stage: Mutex<Stage>

    init(_ session: Session, after position: LogPosition?, watching items: [FeedItem.ID]) async throws {
        guard items.count <= LiveLimits.items else {
            throw SocialError(.invalidValue, "At most \(LiveLimits.items) items are watched.", field: "items")
        }
        // Whoever may not read at all learns it here.
        let logStart = try await session.read { try $0.connection.logStart() }
        self.session = session
        mailbox = LiveMailbox(viewer: session.viewer, sessionID: session.sessionID, items: Set(items))
        start = try await session.engine.live.join(mailbox, of: session.engine)
        let ready = LiveEvent(position: start, content: .upToDate)
        switch position {
        case nil: stage = Mutex(.past(start, [ready]))
        case let position? where position < logStart || position > start:
            stage = Mutex(.past(start, [ready, LiveEvent(position: start, content: .reset)]))
        case let position?: stage = Mutex(.past(position, []))
        }
    }

    deinit {
        let (hub, mailbox) = (session.engine.live, mailbox)
        mailbox.end()
        Task { await hub.leave(mailbox) }
    }

    func next() async throws -> LiveEvent? {
        while true {
            let (event, unread) = takeNext()
            if let event { return event }
            guard let unread else { return await mailbox.next() }
            try await readPast(after: unread)
        }
    }

    /// - Returns: the next event of the past, or from where more of the past has to be read; neither in the present.
    private func takeNext() -> (LiveEvent?, LogPosition?) {
        stage.withLock { stage in
            guard case .past(let position, var events) = stage else { return (nil, nil) }
            if let event = events.popLast() {
                stage = events.isEmpty && position >= start ? .present : .past(position, events)
                return (event, nil)
            }
            return (nil, position)
        }
    }

    private func readPast(after position: LogPosition) async throws {
        let (engine, viewer, items, start) = (session.engine, session.viewer, mailbox.items, start)
        let audience = LiveAudience(
            viewers: [viewer], watchers: Dictionary(uniqueKeysWithValues: items.map { ($0, [viewer]) }))
        let batch = try await session.read { transaction in
            try LiveBatch(
                after: position, atMost: 500, on: transaction.connection, for: audience, of: engine)
        }
        var events = batch.tellings.filter { $0.event.position <= start }.map {
            LiveEvent(position: $0.event.position, content: $0.content)
        }
        let end = batch.isFull ? min(batch.end, start) : start
        if end == start { events.append(LiveEvent(position: start, content: .upToDate)) }
        stage.withLock { $0 = .past(end, events.reversed()) }
    }
}
