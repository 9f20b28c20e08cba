import Foundation
import Paceline
import PacelineDatabase

/// Creates notifications from the log, and withdraws them when the action is undone.
///
/// Notifications that the receiver may no longer see (after a block, leaving a group, or a change of visibility) are
/// filtered when the inbox is read, not here.
struct NotificationConsumer: LogConsumer {
    let name = "notifications"
    let isPrompt = true
    let start = LogStart.beginning

    func consume(_ events: [LoggedEvent], _ context: ConsumerContext) throws {
        let writer = NotificationWriter(context)
        var players: [Person.ID: Date] = [:]
        // When a long log is processed for the first time, most of its notifications would already have expired.
        let oldest = context.now.addingTimeInterval(-SocialNotification.lifetime)
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
            case .workoutHeld: try writer.notifyOwner(of: event, .workoutHeld)
            case .workoutDecided: try writer.notifyOwner(of: event, .workoutDecided)
            case .itemPosted:
                guard let item = event.item, try context.connection.isNewsToOwner(item, of: event) else {
                    break
                }
                try writer.notifyOwner(
                    event.person, event.amount == nil ? .achievement : .levelUp, of: .item(item), at: event.at
                )
            case .rewardFulfilled:
                try writer.notifyOwner(
                    event.person, .rewardFulfilled, of: .redemption(Redemption.ID(event.subject)),
                    at: event.at)
            case .scorePublished:
                try writer.published(event, as: .newScore)
                players[event.person] = event.at
            case .scoreChanged: players[event.person] = event.at
            case .ageChanged:
                try writer.notifyOwner(event.person, .age, of: .age(event.amount), at: event.at)
            case .hidingChanged: try writer.hidingChanged(event)
            case .securityEvent:
                try writer.securityEvent(event)
                try context.queueNotice(of: event)
            case .none: break
            }
        }
        // Overtaking is evaluated once per player, however many scores they sent.
        for (player, instant) in players.sorted(by: { $0.key < $1.key }) {
            try writer.updateOvertaking(of: player, at: instant)
        }
        try writer.finish()
    }
}
