import Foundation
import Paceline
import PacelineDatabase
import Synchronization

/// One event stream: first the events since the reader's position, then new ones.
///
/// ```swift
/// let stream = try await session.stream(after: position, watching: [])
/// while let event = try await stream.next() { show(event) }
/// ```
public final class LiveStream: LiveSource {
    fileprivate enum Stage {
        /// Catching up: the range of the log still to read, and the events read but not delivered, the next one last.
        case past(after: LogPosition, through: LogPosition, undelivered: [LiveEvent])
        /// The past has been read; these events remain to be delivered, the next one last.
        case undelivered([LiveEvent])
        case present
    }

    fileprivate struct State {
        var stage: Stage
        /// The position up to which events have been delivered.
        var delivered: LogPosition
        /// Whether the reader must reload first, because the log does not contain their position.
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
    /// The current epoch, sent with every event.
    private let epoch: String?

    init(_ session: Session, after position: LogPosition?, watching items: [FeedItem.ID]) async throws {
        guard items.count <= LiveLimits.items else {
            throw SocialError(.invalidValue, "Watch at most \(LiveLimits.items) items.", field: "items")
        }
        // Fails here when the viewer may not read at all.
        let (log, epochs, watched) = try await session.read { transaction in
            let start = try transaction.connection.logStart()
            let log = start...max(start, try transaction.connection.newestEvent() ?? start)
            return (log, try transaction.connection.logEpochs(), try transaction.requestedItems(items))
        }
        let known = position.flatMap(epochs.resolve).flatMap { log.contains($0) ? $0 : nil }
        let floor = if let known { known } else { try await session.engine.stableEnd(of: log.upperBound) }
        self.epoch = epochs.current
        self.session = session
        mailbox = LiveMailbox(
            viewer: session.viewer, sessionID: session.sessionID, items: Set(watched), after: floor)
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
            case .deliver(let event): return event.inEpoch(epoch)
            case .read(let start, let end): try await readPast(after: start, through: end)
            case .wait:
                switch await mailbox.next() {
                case .event(let event):
                    state.withLock { $0.delivered = event.position }
                    return event.inEpoch(epoch)
                case .invalidated: continue
                case nil: return nil
                }
            case .end: return nil
            }
        }
    }

    /// Ends the stream: pending and later calls of ``next()`` return nil.
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
        let streams = OpenStreams(
            viewers: [viewer],
            watchers: Dictionary(uniqueKeysWithValues: mailbox.items.map { ($0, [viewer]) }))
        let batch = try await LiveBatch.next(after: start, atMost: Self.length, for: streams, of: engine) {
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

    /// The number of past events read at once.
    private static let length = 500
}

extension LiveStream.State {
    /// The next step when no queued event was invalidated.
    fileprivate mutating func advance() -> LiveStream.Step {
        switch stage {
        case .past(let start, let end, var undelivered):
            guard let event = undelivered.popLast() else {
                // Remember the progress. Otherwise an invalidation would repeat a long range without events for this
                // reader.
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

    /// Opens one stream, which can be ended from elsewhere.
    /// - Throws: ``SocialError/Code/limitReached`` when the person has too many open streams,
    ///   ``SocialError/Code/invalidValue`` for more than ``LiveLimits/items`` items.
    public func stream(after position: LogPosition?, watching items: [FeedItem.ID]) async throws -> LiveStream
    {
        try await LiveStream(self, after: position, watching: items)
    }
}
