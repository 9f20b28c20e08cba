import Foundation
import Paceline
import PacelineDatabase

/// The kind of an event, as stored in the log.
enum EventKind: String, CaseIterable {
    case signedUp, signedOut, changedProfile
    /// What only the person sees of their account changed, such as their email address.
    case changedAccount
    case changedSettings, changedPublicSettings, changedActiveGroup, changedNotificationSettings
    case requested, acceptedRequest, cancelledRequest
    case declinedRequest = "rejectedRequest"
    case followed, changedFollowing, unfollowed, unfriended, blocked, unblocked, muted, unmuted
    /// A child followed a person who is not their friend, or no longer does. The other person does not learn of it.
    case changedHiddenFollowing
    case publishedWorkout, changedWorkout, deletedWorkout, changedPhoto
    /// A workout earned more or less, through a change of another one.
    case changedExperience
    /// A workout looks impossible, and counts nowhere for now.
    case heldWorkout
    /// A moderator decided whether a workout counts. The person is its owner.
    case decidedWorkout
    /// A level or a badge was posted to feeds, was moved or shown to others, or was withdrawn.
    case postedItem, changedItem, deletedItem
    /// A reward was redeemed, handed over by the operator or an administrator, received as a code, or refunded. The
    /// person is its owner.
    case redeemedReward, fulfilledReward, receivedRewardCode, refundedReward
    case publishedScore, changedScore, deletedScore
    /// A score that counts at most on the boards of groups, before and after, was published, edited or deleted.
    case changedGroupScore
    case gaveKudos, withdrewKudos
    case commented, editedComment, deletedComment, gaveHeart, withdrewHeart
    case createdGroup, changedGroup, deletedGroup, transferredGroup, changedGroupRole
    /// A member stopped sharing with the group, or shares again.
    case changedSharing
    case joinedGroup, leftGroup, removedFromGroup
    case invitedToGroup, withdrewGroupInvitation, declinedGroupInvitation
    case createdJoinCode, revokedJoinCode
    case closedSeason
    /// A tournament of a group began to exist, or no longer does.
    case createdTournament, cancelledTournament
    /// A person reached an age at which limits end, or has no birth date.
    case changedAge
    /// A person turned out to be a child, whose comments only friends see.
    case becameChild
    case notified, readNotifications
    /// A security event of which the account's owner is notified.
    case securityEvent
    /// A parked event was retried successfully.
    case retried
}

extension EventKind: SQLEnum {}

/// An event as stored in the log.
struct LogEntry: Sendable {
    let kind: EventKind
    /// The person who acted.
    let person: Person.ID
    /// The person or group that owns the subject.
    var topic: UUID
    /// The id of the object that the person acted on.
    var subject: UUID
    /// The feed item on which it happened.
    var item: FeedItem.ID?
    /// Another person involved.
    var other: Person.ID?
    /// The wider of the item's visibilities before and after the event.
    var visibility: ItemVisibility?
    /// For a score, the points gained; for kudos, 1 if they are big; for an age, the years, nil if it is unknown; for a
    /// posted item, the level, nil if it is about a badge.
    var amount: Int?
}

extension Connection {
    /// Appends an event, in the transaction of the change itself.
    func append(_ entry: LogEntry, at now: Date) throws {
        notifyListeners()
        try send(
            """
            INSERT INTO events (at, kind, person, topic, subject, item, other, reach, amount)
            VALUES (\(now), \(entry.kind), \(entry.person), \(entry.topic), \(entry.subject), \(entry.item),
                \(entry.other), \(entry.visibility), \(entry.amount))
            """)
    }
}

extension Transaction {
    /// Logs that the viewer changed something of their own.
    /// - Parameters:
    ///   - subject: the id of the changed object.
    ///   - other: another person involved.
    func log(_ event: EventKind, _ subject: UUID, concerning other: Person.ID? = nil) throws {
        try log(event, subject, of: viewer.id.uuid, concerning: other)
    }

    /// Logs that the viewer acted on another person.
    func log(_ event: EventKind, concerning other: Person.ID) throws {
        try log(event, other.uuid, concerning: other)
    }

    /// Logs that the viewer acted in a group.
    func log(_ event: EventKind, _ group: LeaderboardGroup.ID, concerning other: Person.ID? = nil) throws {
        try log(event, group.uuid, of: group.uuid, concerning: other)
    }

    /// Logs that the viewer published, edited or deleted an item.
    /// - Parameter visibilities: the item's visibility before and after, where it existed.
    func log(
        _ event: EventKind, item: UUID, seenBy visibilities: ItemVisibility?..., gaining points: Int? = nil
    )
        throws
    {
        try log(
            event, item, of: viewer.id.uuid, on: FeedItem.ID(item),
            seenBy: visibilities.compactMap(\.self).max(), amount: points
        )
    }

    /// Logs that the viewer acted.
    /// - Parameters:
    ///   - topic: the person or group that owns the subject.
    ///   - item: the feed item on which it happened.
    func log(
        _ event: EventKind, _ subject: UUID, of topic: UUID, on item: FeedItem.ID? = nil,
        seenBy visibility: ItemVisibility? = nil, amount: Int? = nil, concerning other: Person.ID? = nil
    ) throws {
        try connection.append(
            LogEntry(
                kind: event, person: viewer.id, topic: topic, subject: subject, item: item, other: other,
                visibility: visibility, amount: amount),
            at: now)
    }
}
