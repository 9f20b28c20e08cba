import Foundation
import Paceline
import PacelineDatabase

/// The people with open streams, and the items they have open on screen.
struct OpenStreams: Sendable, Equatable {
    var viewers: Set<Person.ID> = []
    var watchers: [FeedItem.ID: Set<Person.ID>] = [:]
}

/// One event content for a set of viewers.
struct LiveDelivery: Sendable {
    let position: LogPosition
    let content: LiveEvent.Content
    let viewers: Set<Person.ID>
}

/// The deliveries from a batch of the log, with permissions as of one snapshot.
struct LiveBatch: Sendable {
    var deliveries: [LiveDelivery] = []
    /// Whether an event may have changed who can see earlier deliveries.
    var changesVisibility = false
    /// Sign-ins that were signed out.
    var signedOut: Set<UUID> = []
    let end: LogPosition
    let isFull: Bool
    /// Whether later events cannot be read yet: see ``LogBatch/isBlocked``.
    let isBlocked: Bool

    /// Reads the log and resolves who receives its events in one transaction.
    ///
    /// A row that cannot be decoded becomes a reset for all viewers.
    init(
        after start: LogPosition, atMost count: Int, on connection: any Connection,
        for streams: OpenStreams, of engine: Engine
    ) throws {
        let log = try connection.log(after: start, atMost: count)
        self.init(log)
        guard !streams.viewers.isEmpty else { return }
        let resolver = DeliveryResolver(connection, for: streams, of: engine)
        for entry in log.entries {
            switch entry.event {
            case .success(let event?): try add(event, resolver)
            case .success(nil):
                // A newer version wrote it; it may have hidden anything.
                changesVisibility = true
            case .failure:
                deliveries.append(.reset(at: entry.position, for: streams))
                // It may have hidden undelivered events.
                changesVisibility = true
            }
        }
    }

    /// Replaces a single failing event by a reset for all viewers.
    fileprivate init(
        skippingFirstAfter start: LogPosition, on connection: any Connection, for streams: OpenStreams
    ) throws {
        let log = try connection.log(after: start, atMost: 1)
        self.init(log)
        deliveries = log.entries.map { .reset(at: $0.position, for: streams) }
        changesVisibility = true
    }

    private init(_ log: LogBatch) {
        (end, isFull, isBlocked) = (log.end, log.isFull, log.isBlocked)
    }

    private mutating func add(_ event: LoggedEvent, _ resolver: DeliveryResolver) throws {
        let traits = event.kind.traits
        if traits.affectsVisibility { changesVisibility = true }
        if case .signOut = traits.delivery { signedOut.insert(event.subject) }
        do {
            deliveries += try resolver.deliveries(of: event).deduplicated
        } catch let error as SocialError {
            throw UndeliverableEvent(error: error)
        }
    }
}

extension LiveBatch {
    /// Reads the next batch of the log, and keeps a bad event from stopping the streams. A batch that fails is halved
    /// until the failing event is alone; that event is skipped. Unlike a log consumer, a stream does not retry it,
    /// since a reset loses nothing.
    ///
    /// - Parameter read: runs the body in one transaction.
    static func next(
        after start: LogPosition, atMost count: Int, for streams: OpenStreams, of engine: Engine,
        read: (@escaping @Sendable (any Connection) throws -> LiveBatch) async throws -> LiveBatch
    ) async throws -> LiveBatch {
        do {
            return try await read { connection in
                try LiveBatch(after: start, atMost: count, on: connection, for: streams, of: engine)
            }
        } catch let error where !(error is SocialError) {
            guard await engine.pump.isCausedByEvent(error) else { throw error }
            guard count == 1 else {
                return try await next(after: start, atMost: count / 2, for: streams, of: engine, read: read)
            }
            return try await read { connection in
                try LiveBatch(skippingFirstAfter: start, on: connection, for: streams)
            }
        }
    }
}

/// The error of an event that could not be delivered because a lookup threw a ``SocialError``. Wraps it, since the
/// reader's own request was not declined.
private struct UndeliverableEvent: Error {
    let error: SocialError
}

extension LiveDelivery {
    fileprivate static func reset(at position: LogPosition, for streams: OpenStreams) -> LiveDelivery {
        LiveDelivery(position: position, content: .reset, viewers: streams.viewers)
    }
}

extension [LiveDelivery] {
    /// Each viewer gets at most one delivery per event, the first one: a viewer who resumes after the event's position
    /// must not miss a second one.
    fileprivate var deduplicated: [LiveDelivery] {
        var delivered: Set<Person.ID> = []
        return compactMap { delivery in
            let viewers = delivery.viewers.subtracting(delivered)
            delivered.formUnion(viewers)
            return viewers.isEmpty
                ? nil : LiveDelivery(position: delivery.position, content: delivery.content, viewers: viewers)
        }
    }
}
