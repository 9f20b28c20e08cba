import Paceline

/// A notification in the inbox: who did what and when, with a link and what the user can do about it here.
struct NotificationView: Sendable {
    let notification: SocialNotification
    /// The path to return to after answering.
    let path: String
    let localizer: Localizer

    var view: View {
        let answers = NotificationAnswers(notification, returningTo: path, localizer)
        return [
            "id": .text("\(notification.id)"), "sentence": .text(sentence), "href": .text(href),
            "faces": .list(notification.people.map(\.line)), "isSecurity": .flag(isSecurity),
            "securing": isSecurity ? .text(AccountSecuritySettings.securingPath) : .nothing,
            "isUnread": .flag(!notification.isRead),
            "at": .text("\(notification.at.milliseconds)"),
            "time": .view(localizer.time(notification.at)),
            "quotation": .text(optional: notification.quotation),
            "answers": answers.buttons.isEmpty ? .nothing : .view(["buttons": .list(answers.buttons)]),
            "reactions": .view(optional: answers.reactions),
        ]
    }

    private var isSecurity: Bool { notification.kind == .security }

    /// The sentence, such as `Ana, Ben and 2 others gave kudos to your 5 × 500 m`.
    private var sentence: String {
        let sentence = notification.headline { localizer("notifications.\($0)", $1) }
        guard let title = notification.item?.spokenTitle, WorkoutPattern(title).spokenName == title else {
            return sentence
        }
        return sentence.replacing(title, with: title.unbroken)
    }

    /// The link to the subject of the notification.
    private var href: String {
        let person = notification.people.first.map { "/@\($0.username)" } ?? "/friends"
        switch notification.kind {
        case .requestReceived: return "/friends"
        case .requestAccepted, .newFollower, .unknown: return person
        case .kudos, .bigKudos, .comment, .reply, .mention, .heart, .newWorkout, .newScore, .levelUp,
            .achievement, .workoutHeld, .workoutDecided:
            return itemHref ?? person
        case .rewardFulfilled:
            return notification.reward.map { "/experience/redemptions/\($0.id)" } ?? "/experience/rewards"
        case .security: return SettingsSection.security.path
        case .groupInvitation: return "/groups"
        case .groupJoined: return notification.group.map { "/groups/\($0.id)" } ?? "/groups"
        case .age: return (notification.age == nil ? SettingsSection.profile : .privacy).path
        case .overtaken: return notification.group.map { "/groups/\($0.id)" } ?? "/games"
        }
    }

    private var itemHref: String? {
        notification.item.map { item in
            "/items/\(item.id)" + (notification.comment.map { "#comment-\($0.id)" } ?? "")
        }
    }
}
