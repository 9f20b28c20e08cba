import Foundation
import Paceline
import PacelineDatabase

/// Who is to be told of things, and what they have open on screen.
struct LiveAudience: Sendable, Equatable {
    var viewers: Set<Person.ID> = []
    var watchers: [FeedItem.ID: Set<Person.ID>] = [:]
}

/// One thing told to some people, in the same words.
struct LiveDelivery: Sendable {
    let position: LogPosition
    let content: LiveEvent.Content
    let viewers: Set<Person.ID>
}

/// What a piece of the log tells an audience, as all of it was allowed at one instant.
struct LiveBatch: Sendable {
    var deliveries: [LiveDelivery] = []
    /// Whether something has happened by which others than before may see what was told earlier.
    var changesVisibility = false
    /// The sign-ins that have ended.
    var signedOut: Set<UUID> = []
    let end: LogPosition
    let isFull: Bool
    /// Whether something has happened that cannot be told yet: see ``LogSlice/isBlocked``.
    let isBlocked: Bool

    /// Reads the log and decides, in one transaction, who of the audience is told what.
    ///
    /// Where a row cannot be decoded, all are told to load anew.
    init(
        after start: LogPosition, atMost count: Int, on connection: any Connection,
        for audience: LiveAudience, of engine: Engine
    ) throws {
        let slice = try connection.log(after: start, atMost: count)
        self.init(slice)
        guard !audience.viewers.isEmpty else { return }
        let resolver = AudienceResolver(connection, for: audience, of: engine)
        for entry in slice.entries {
            switch entry.event {
            case .success(let event?): try add(event, resolver)
            case .success(nil):
                // A newer program's, which may have hidden anything.
                changesVisibility = true
            case .failure:
                deliveries.append(.reset(at: entry.position, for: audience))
                // It may have hidden what waits to be told.
                changesVisibility = true
            }
        }
    }

    /// A single event that cannot be told: all are told to load anew instead.
    fileprivate init(
        passingOverFirstAfter start: LogPosition, on connection: any Connection, for audience: LiveAudience
    ) throws {
        let slice = try connection.log(after: start, atMost: 1)
        self.init(slice)
        deliveries = slice.entries.map { .reset(at: $0.position, for: audience) }
        changesVisibility = true
    }

    private init(_ slice: LogSlice) {
        (end, isFull, isBlocked) = (slice.end, slice.isFull, slice.isBlocked)
    }

    private mutating func add(_ event: LoggedEvent, _ resolver: AudienceResolver) throws {
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
    /// Reads the next piece of the log, and lets no event stop it: a piece that fails is halved until the event at fault
    /// is alone, and that one is passed over. Unlike a follower it is not tried again, since streams that are reset lose
    /// nothing.
    ///
    /// - Parameter read: runs the body in one transaction.
    static func next(
        after start: LogPosition, atMost count: Int, for audience: LiveAudience, of engine: Engine,
        read: (@escaping @Sendable (any Connection) throws -> LiveBatch) async throws -> LiveBatch
    ) async throws -> LiveBatch {
        do {
            return try await read { connection in
                try LiveBatch(after: start, atMost: count, on: connection, for: audience, of: engine)
            }
        } catch let error where !(error is SocialError) {
            guard await engine.pump.isFaultOfEvent(error) else { throw error }
            guard count == 1 else {
                return try await next(after: start, atMost: count / 2, for: audience, of: engine, read: read)
            }
            return try await read { connection in
                try LiveBatch(passingOverFirstAfter: start, on: connection, for: audience)
            }
        }
    }
}

/// A rule refused what an event needs to be delivered; the reader is not refused anything.
private struct UndeliverableEvent: Error {
    let error: SocialError
}

extension LiveDelivery {
    fileprivate static func reset(at position: LogPosition, for audience: LiveAudience) -> LiveDelivery {
        LiveDelivery(position: position, content: .reset, viewers: audience.viewers)
    }
}

extension [LiveDelivery] {
    /// Nobody is told twice of one event, the first delivery counting: whoever goes on after an event's place has been
    /// told everything of it.
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
