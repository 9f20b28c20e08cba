import Foundation
import Paceline
import PacelineDatabase

/// What kind of thing happened, as the log names it.
enum EventKind: String, CaseIterable {
    case signedUp, signedOut, changedProfile
    case changedSettings, changedPublicSettings, changedActiveGroup, changedNotificationSettings
    case requested, acceptedRequest, rejectedRequest, cancelledRequest
    case followed, changedFollowing, unfollowed, unfriended, blocked, unblocked, muted, unmuted
    case publishedWorkout, changedWorkout, deletedWorkout, changedPhoto
    case publishedScore, changedScore, deletedScore
    case gaveKudos, withdrewKudos
    case commented, editedComment, deletedComment, gaveHeart, withdrewHeart
    case createdGroup, changedGroup, deletedGroup, transferredGroup, changedGroupRole
    case joinedGroup, leftGroup, removedFromGroup
    case madeGroupInvite, revokedGroupInvite, invitedToGroup, withdrewGroupInvitation, declinedGroupInvitation
    case closedSeason
    case notified, readNotifications
    /// An event that had been parked was followed.
    case retried
}

extension EventKind: SQLEnum {}

/// What the log keeps of something that happened.
struct LogEntry: Sendable {
    let kind: EventKind
    /// Who did it.
    let person: Person.ID
    /// The person or the group whose thing it is.
    var topic: UUID
    /// What it was done to.
    var subject: UUID
    /// The item that it happened on.
    var item: FeedItem.ID?
    /// The person it concerns besides.
    var other: Person.ID?
    /// The most open visibility that the item had before or after.
    var reach: ItemVisibility?
    /// Of a score, the points gained; of kudos, 1 for big ones.
    var amount: Int?
}

extension Connection {
    /// Appends to the log, in the transaction in which it happens.
    func append(_ entry: LogEntry, at now: Date) throws {
        notifyListeners()
        try send(
            """
            INSERT INTO events (at, kind, person, topic, subject, item, other, reach, amount)
            VALUES (\(now), \(entry.kind), \(entry.person), \(entry.topic), \(entry.subject), \(entry.item),
                \(entry.other), \(entry.reach), \(entry.amount))
            """)
    }
}

extension Transaction {
    /// Appends that the viewer did something to what is theirs, or somebody's besides.
    /// - Parameters:
    ///   - subject: what it was done to.
    ///   - other: the person it concerns besides the viewer.
    func log(_ event: EventKind, _ subject: UUID, concerning other: Person.ID? = nil) throws {
        try log(event, subject, of: viewer.id.uuid, concerning: other)
    }

    /// Appends that the viewer did something to another person.
    func log(_ event: EventKind, concerning other: Person.ID) throws {
        try log(event, other.uuid, concerning: other)
    }

    /// Appends that the viewer did something in a group.
    func log(_ event: EventKind, _ group: LeaderboardGroup.ID, concerning other: Person.ID? = nil) throws {
        try log(event, group.uuid, of: group.uuid, concerning: other)
    }

    /// Appends that the viewer published, changed or deleted an item.
    /// - Parameter visibilities: those that it had before and after, if it was there.
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

    /// Appends that the viewer did something.
    /// - Parameters:
    ///   - topic: the person or the group whose thing it is.
    ///   - item: the item that it happened on.
    func log(
        _ event: EventKind, _ subject: UUID, of topic: UUID, on item: FeedItem.ID? = nil,
        seenBy reach: ItemVisibility? = nil, amount: Int? = nil, concerning other: Person.ID? = nil
    ) throws {
        try connection.append(
            LogEntry(
                kind: event, person: viewer.id, topic: topic, subject: subject, item: item, other: other,
                reach: reach, amount: amount),
            at: now)
    }
}
