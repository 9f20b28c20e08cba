import Foundation
import Paceline
import PacelineDatabase

/// Makes notifications from the log, and takes them back when what they tell of was taken back.
///
/// What is not to be seen any more (somebody was blocked, left a group, closed an item) is hidden when an inbox is
/// read, and needs nothing done here.
struct NotificationFollower: LogFollower {
    let name = "notifications"

    func follow(_ events: [LoggedEvent], _ log: FollowedLog) throws {
        let writer = NotificationWriter(log)
        var players: [Person.ID: Date] = [:]
        // Where a log of years is followed for the first time, most of what it made would not be kept.
        let oldest = log.now.addingTimeInterval(-SocialNotification.lifetime)
        for event in events where event.at > oldest {
            switch event.event {
            case .requested, .acceptedRequest, .rejectedRequest, .cancelledRequest, .followed:
                try writer.follow(connecting: event)
            case .gaveKudos, .withdrewKudos, .gaveHeart, .withdrewHeart: try writer.follow(praising: event)
            case .commented, .editedComment, .deletedComment: try writer.follow(commenting: event)
            case .invitedToGroup, .withdrewGroupInvitation, .declinedGroupInvitation, .joinedGroup:
                try writer.follow(grouping: event)
            case .publishedWorkout: try writer.follow(publishing: event, as: .newWorkout)
            case .publishedScore:
                try writer.follow(publishing: event, as: .newScore)
                players[event.person] = event.at
            case .changedScore, .deletedScore: players[event.person] = event.at
            default: break
            }
        }
        // However many scores a player has sent, whom all of them overtake is seen at once.
        for (player, instant) in players.sorted(by: { $0.key < $1.key }) {
            try writer.followPoints(of: player, at: instant)
        }
        try writer.finish()
    }
}
