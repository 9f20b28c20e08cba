import Foundation
import Paceline
import PacelineDatabase
import Synchronization

/// One stream: first what has happened since its reader was last told, then what happens.
public final class LiveStream: LiveSource {
    fileprivate enum Stage {
        /// From where and up to where more of the past is read, and what of it has been read and not been told, the next
        /// one last.
        case past(after: LogPosition, through: LogPosition, undelivered: [LiveEvent])
        /// The whole past has been read.
        case undelivered([LiveEvent])
        case present
    }

    fileprivate struct State {
        var stage: Stage
        /// Up to where everything has been told.
        var delivered: LogPosition
        /// Whether the reader has to be told that the log does not reach back to them.
        var needsReset: Bool
    }

    fileprivate enum Step {
        case deliver(LiveEvent)
        case read(after: LogPosition, through: LogPosition)
        case wait
        case end
    }

    private let session: Session
    private let mailbox: LiveMailbox
    private let state: Mutex<State>
    /// The log's name, which every event is told with.
    private let log: String?

    init(_ session: Session, after position: LogPosition?, watching items: [FeedItem.ID]) async throws {
        guard items.count <= LiveLimits.items else {
            throw SocialError(.invalidValue, "Watch at most \(LiveLimits.items) items.", field: "items")
        }
        // Whoever may not read at all learns it here.
        let (log, epochs) = try await session.read { transaction in
            let start = try transaction.connection.logStart()
            let log = start...max(start, try transaction.connection.newestEvent() ?? start)
            return (log, try transaction.connection.logEpochs())
        }
        let known = position.flatMap(epochs.resolve).flatMap { log.contains($0) ? $0 : nil }
        let floor = if let known { known } else { try await session.engine.stableEnd(of: log.upperBound) }
        self.log = epochs.current
        self.session = session
        mailbox = LiveMailbox(
            viewer: session.viewer, sessionID: session.sessionID, items: Set(items), after: floor)
        let start = max(floor, try await session.engine.live.join(mailbox, of: session.engine))
        state = Mutex(
            State(
                stage: .past(after: floor, through: start, undelivered: []), delivered: floor,
                needsReset: position != nil && known == nil))
    }

    deinit {
        let (hub, mailbox) = (session.engine.live, mailbox)
        mailbox.end()
        Task { await hub.leave(mailbox) }
    }

    public func next() async throws -> LiveEvent? {
        while true {
            switch nextStep() {
            case .deliver(let event): return event.inEpoch(log)
            case .read(let start, let end): try await readPast(after: start, through: end)
            case .wait:
                switch await mailbox.next() {
                case .event(let event):
                    state.withLock { $0.delivered = event.position }
                    return event.inEpoch(log)
                case .invalidated: continue
                case nil: return nil
                }
            case .end: return nil
            }
        }
    }

    /// Ends the stream: whoever waits for its next event, or asks for it later, gets nil.
    public func end() {
        mailbox.end()
    }

    private func nextStep() -> Step {
        state.withLock { state in
            if mailbox.hasEnded { return .end }
            if state.needsReset {
                state.needsReset = false
                return .deliver(LiveEvent(position: state.delivered, content: .reset))
            }
            if let position = mailbox.takeInvalidation() {
                state.stage = .past(
                    after: state.delivered, through: max(state.delivered, position), undelivered: [])
            }
            return state.advance()
        }
    }

    private func readPast(after start: LogPosition, through end: LogPosition) async throws {
        let (engine, viewer) = (session.engine, session.viewer)
        let audience = LiveAudience(
            viewers: [viewer],
            watchers: Dictionary(uniqueKeysWithValues: mailbox.items.map { ($0, [viewer]) }))
        let batch = try await LiveBatch.next(after: start, atMost: Self.length, for: audience, of: engine) {
            body in
            try await session.read { try body($0.connection) }
        }
        var undelivered = batch.deliveries.filter { $0.position <= end }.map {
            LiveEvent(position: $0.position, content: $0.content)
        }
        let isComplete = !batch.isFull || batch.end >= end
        if isComplete { undelivered.append(LiveEvent(position: end, content: .upToDate)) }
        undelivered.reverse()
        state.withLock {
            $0.stage =
                isComplete
                ? .undelivered(undelivered) : .past(after: batch.end, through: end, undelivered: undelivered)
        }
    }

    /// How many events of the past are read at once.
    private static let length = 500
}

extension LiveStream.State {
    /// What comes next, when nothing that was read is in doubt.
    fileprivate mutating func advance() -> LiveStream.Step {
        switch stage {
        case .past(let start, let end, var undelivered):
            guard let event = undelivered.popLast() else {
                // A doubt must not lead back to where a long log was begun, of which nothing had to be told.
                delivered = start
                return .read(after: start, through: end)
            }
            (stage, delivered) = (.past(after: start, through: end, undelivered: undelivered), event.position)
            return .deliver(event)
        case .undelivered(var undelivered):
            guard let event = undelivered.popLast() else {
                stage = .present
                return .wait
            }
            (stage, delivered) = (.undelivered(undelivered), event.position)
            return .deliver(event)
        case .present: return .wait
        }
    }
}

extension Session {
    public func events(after position: LogPosition?, watching items: [FeedItem.ID]) -> LiveEvents {
        LiveEvents { try await stream(after: position, watching: items) }
    }

    /// The same as one stream, which can be ended from elsewhere.
    /// - Throws: ``SocialError/Code/limitReached`` when the person has as many as they may have.
    public func stream(after position: LogPosition?, watching items: [FeedItem.ID]) async throws -> LiveStream
    {
        try await LiveStream(self, after: position, watching: items)
    }
}
