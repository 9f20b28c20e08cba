import Foundation
import Paceline
import PacelineDatabase

/// Something that happened, as the log keeps it.
enum Event: String {
    case signedUp, changedProfile, changedSettings
    case requested, acceptedRequest, rejectedRequest, cancelledRequest
    case followed, unfollowed, befriended, unfriended, blocked, unblocked, muted, unmuted
    case publishedWorkout, changedWorkout, deletedWorkout, changedPhoto
    case publishedScore, changedScore, deletedScore
    case gaveKudos, withdrewKudos
    case commented, editedComment, deletedComment, gaveHeart, withdrewHeart
    case createdGroup, changedGroup, deletedGroup, transferredGroup, changedGroupRole
    case joinedGroup, leftGroup, removedFromGroup
    case madeGroupInvite, revokedGroupInvite, invitedToGroup, withdrewGroupInvitation, declinedGroupInvitation
    case closedSeason
}

extension Transaction {
    /// Appends to the log that the viewer did something.
    /// - Parameters:
    ///   - subject: what it was done to.
    ///   - other: the person it concerns besides the viewer.
    func log(_ event: Event, _ subject: UUID, concerning other: Person.ID? = nil) throws {
        connection.announceChange()
        try connection.send(
            """
            INSERT INTO events (at, kind, person, subject, other)
            VALUES (\(now), \(event.rawValue), \(viewer.id), \(subject), \(other))
            """)
    }

    func log(_ event: Event, concerning other: Person.ID) throws {
        try log(event, other.uuid, concerning: other)
    }
}
