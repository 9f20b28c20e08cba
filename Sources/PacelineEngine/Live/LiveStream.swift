import Foundation
import Paceline
import PacelineDatabase
import Synchronization

/// One stream: first what has happened since its reader was last told, then what happens.
public final class LiveStream: LiveSource {
    private enum Stage {
        /// From where more of the past is read, and what of it has been read and not been told, the next one last.
        case past(after: LogPosition, untold: [LiveEvent])
        /// The whole past has been read.
        case untold([LiveEvent])
        case present
        case over
    }

    private enum Step {
        case tell(LiveEvent)
        case read(after: LogPosition)
        case wait
        case end
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
        let log = try await session.read { transaction in
            let start = try transaction.connection.logStart()
            return start...max(start, try transaction.connection.newestEvent() ?? start)
        }
        let known = position.flatMap { log.contains($0) ? $0 : nil }
        let floor = if let known { known } else { try await session.engine.settledEnd(of: log.upperBound) }
        self.session = session
        mailbox = LiveMailbox(
            viewer: session.viewer, sessionID: session.sessionID, items: Set(items), after: floor)
        start = max(floor, try await session.engine.live.join(mailbox, of: session.engine))
        let isLost = position != nil && known == nil
        stage = Mutex(
            .past(after: floor, untold: isLost ? [LiveEvent(position: floor, content: .reset)] : []))
    }

    deinit {
        let (hub, mailbox) = (session.engine.live, mailbox)
        mailbox.end()
        Task { await hub.leave(mailbox) }
    }

    public func next() async throws -> LiveEvent? {
        while true {
            switch nextStep() {
            case .tell(let event): return event
            case .read(let position): try await readPast(after: position)
            case .wait: return await mailbox.next()
            case .end: return nil
            }
        }
    }

    /// Ends the stream: whoever waits for its next event, or asks for it later, gets nil.
    public func end() {
        stage.withLock { $0 = .over }
        mailbox.end()
    }

    private func nextStep() -> Step {
        stage.withLock { stage in
            switch stage {
            case .past(let position, var untold):
                guard let event = untold.popLast() else { return .read(after: position) }
                stage = .past(after: position, untold: untold)
                return .tell(event)
            case .untold(var untold):
                guard let event = untold.popLast() else {
                    stage = .present
                    return .wait
                }
                stage = .untold(untold)
                return .tell(event)
            case .present: return .wait
            case .over: return .end
            }
        }
    }

    private func readPast(after position: LogPosition) async throws {
        let (engine, viewer, start) = (session.engine, session.viewer, start)
        let audience = LiveAudience(
            viewers: [viewer],
            watchers: Dictionary(uniqueKeysWithValues: mailbox.items.map { ($0, [viewer]) }))
        let batch = try await session.read { transaction in
            try LiveBatch(
                after: position, atMost: Self.length, on: transaction.connection, for: audience, of: engine)
        }
        var untold = batch.tellings.filter { $0.event.position <= start }.map {
            LiveEvent(position: $0.event.position, content: $0.content)
        }
        let isWhole = !batch.isFull || batch.end >= start
        if isWhole { untold.append(LiveEvent(position: start, content: .upToDate)) }
        untold.reverse()
        stage.withLock { stage in
            if case .over = stage { return }
            stage = isWhole ? .untold(untold) : .past(after: batch.end, untold: untold)
        }
    }

    /// How many events of the past are read at once.
    private static let length = 500
}
