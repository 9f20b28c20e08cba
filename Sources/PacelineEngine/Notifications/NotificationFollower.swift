import Foundation
import Paceline
import PacelineDatabase

/// Makes notifications from the log, and takes them back when what they tell of was taken back.
///
/// What is not to be seen any more (somebody was blocked, left a group, closed an item) is hidden when an inbox is
/// read, and needs nothing done here.
struct NotificationFollower: LogFollower {
    let name = "notifications"
    let isPrompt = true
    let start = LogStart.beginning

    func follow(_ events: [LoggedEvent], _ log: FollowerContext) throws {
        let writer = NotificationWriter(log)
        var players: [Person.ID: Date] = [:]
        // Where a log of years is followed for the first time, most of what it made would not be kept.
        let oldest = log.now.addingTimeInterval(-SocialNotification.lifetime)
        for event in events where event.at > oldest {
            switch event.kind.traits.notifies {
            case .requestSent: try writer.requestSent(event)
            case .requestAccepted: try writer.requestAccepted(event)
            case .requestEnded: try writer.requestEnded(event)
            case .newFollower: try writer.followed(event)
            case .kudosGiven: try writer.kudosGiven(event)
            case .kudosWithdrawn: try writer.kudosWithdrawn(event)
            case .heartGiven: try writer.heartGiven(event)
            case .heartWithdrawn: try writer.heartWithdrawn(event)
            case .commentAdded: try writer.commentAdded(event)
            case .commentEdited: try writer.commentEdited(event)
            case .commentDeleted: try writer.commentDeleted(event)
            case .invitationSent: try writer.invitationSent(event)
            case .invitationWithdrawn: try writer.invitationWithdrawn(event)
            case .invitationDeclined: try writer.invitationDeclined(event)
            case .groupJoined: try writer.groupJoined(event)
            case .workoutPublished: try writer.published(event, as: .newWorkout)
            case .scorePublished:
                try writer.published(event, as: .newScore)
                players[event.person] = event.at
            case .scoreChanged: players[event.person] = event.at
            case .none: break
            }
        }
        // However many scores a player has sent, whom all of them overtake is seen at once.
        for (player, instant) in players.sorted(by: { $0.key < $1.key }) {
            try writer.updateOvertaking(of: player, at: instant)
        }
        try writer.finish()
    }
}
