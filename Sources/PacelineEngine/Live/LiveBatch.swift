import Foundation
import Paceline
import PacelineDatabase

/// Who is to be told of things, and what they have open on screen.
struct LiveAudience: Sendable, Equatable {
    var viewers: Set<Person.ID> = []
    var watchers: [FeedItem.ID: Set<Person.ID>] = [:]
}

/// One thing told to some people, in the same words.
struct LiveTelling: Sendable {
    let event: LoggedEvent
    let content: LiveEvent.Content
    let viewers: Set<Person.ID>
}

/// What a piece of the log tells an audience, as all of it was allowed at one instant.
struct LiveBatch: Sendable {
    var tellings: [LiveTelling] = []
    /// Whether something has happened by which others than before may see what was told earlier.
    var changesSight = false
    /// The sign-ins that have ended.
    var signedOut: Set<UUID> = []
    let end: LogPosition
    let isFull: Bool
    /// Whether something has happened that cannot be told yet: see ``LogSlice/isHeldUp``.
    let isHeldUp: Bool

    /// Reads the log and decides, in one transaction, who of the audience is told what.
    init(
        after start: LogPosition, atMost count: Int, on connection: any Connection,
        for audience: LiveAudience,
        of engine: Engine
    ) throws {
        let slice = try connection.log(after: start, atMost: count)
        (end, isFull, isHeldUp) = (slice.end, slice.isFull, slice.isHeldUp)
        guard !audience.viewers.isEmpty else { return }
        let reading = LiveReading(connection, for: audience, of: engine)
        for event in slice.events {
            if event.event.changesSight { changesSight = true }
            if event.event == .signedOut { signedOut.insert(event.subject) }
            tellings += try reading.tellings(of: event).eachOnce
        }
    }
}

extension [LiveTelling] {
    /// Nobody is told twice of one event, the first telling counting: whoever goes on after an event's place has been
    /// told everything of it.
    fileprivate var eachOnce: [LiveTelling] {
        var told: Set<Person.ID> = []
        return compactMap { telling in
            let viewers = telling.viewers.subtracting(told)
            told.formUnion(viewers)
            return viewers.isEmpty
                ? nil : LiveTelling(event: telling.event, content: telling.content, viewers: viewers)
        }
    }
}

extension Event {
    /// Whether somebody may see more or less of what was there before it. What does not is named, so that a new kind of
    /// event is not forgotten.
    fileprivate var changesSight: Bool {
        switch self {
        case .signedUp, .signedOut, .requested, .publishedWorkout, .publishedScore,
            .gaveKudos, .withdrewKudos, .commented, .gaveHeart, .withdrewHeart,
            .createdGroup, .madeGroupInvite, .revokedGroupInvite, .invitedToGroup, .closedSeason,
            .notified, .readNotifications, .changedNotificationSettings, .changedFollowing:
            false
        default: true
        }
    }
}
