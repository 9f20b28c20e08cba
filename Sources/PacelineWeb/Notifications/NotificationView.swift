import Paceline

/// A notification in the inbox: who did what and when, with a link.
struct NotificationView: Sendable {
    let notification: SocialNotification
    let request: WebRequest

    private var localizer: Localizer { request.localizer }

    var view: View {
        [
            "id": .text("\(notification.id)"), "sentence": .text(sentence), "href": .text(href),
            "faces": .list(notification.people.map(\.line)), "isUnread": .flag(!notification.isRead),
            "time": .view(localizer.time(notification.at)), "quotation": .text(optional: quotation),
            "relationship": .view(optional: answers),
        ]
    }

    /// The sentence, such as `Ana and 4 others gave you kudos`.
    var sentence: String {
        let key = "notifications.sentence.\(notification.kind.rawValue)"
        let variant =
            switch notification.kind {
            case .requestReceived, .requestAccepted: ".\(notification.request?.kind.rawValue ?? "friend")"
            case .overtaken: notification.group == nil ? ".friends" : ".group"
            default: ""
            }
        let group = notification.group?.title ?? localizer("notifications.someGroup")
        return localizer(key + variant, ["who": names, "group": group])
    }

    /// `Ana`, `Ana and Bor`, `Ana and 4 others`.
    private var names: String {
        guard let first = notification.people.first?.displayName else {
            return localizer("notifications.somebody")
        }
        guard notification.count > 1 else { return first }
        if notification.count == 2, let second = notification.people.dropFirst().first {
            return localizer("notifications.two", ["first": first, "second": second.displayName])
        }
        let others = localizer.count("notifications.others", notification.count - 1)
        return localizer("notifications.two", ["first": first, "second": others])
    }

    /// The link to the subject of the notification.
    private var href: String {
        let person = notification.people.first.map { "/@\($0.username)" } ?? "/friends"
        switch notification.kind {
        case .requestReceived: return "/friends"
        case .requestAccepted, .newFollower, .unknown: return person
        case .kudos, .bigKudos, .comment, .reply, .mention, .heart, .newWorkout, .newScore:
            return itemHref ?? person
        case .groupInvitation: return "/groups"
        case .groupJoined: return notification.group.map { "/groups/\($0.id)" } ?? "/groups"
        case .overtaken: return notification.group.map { "/groups/\($0.id)" } ?? "/games"
        }
    }

    private var itemHref: String? {
        notification.item.map { item in
            "/items/\(item)" + (notification.comment.map { "#comment-\($0.id)" } ?? "")
        }
    }

    /// The text of the comment or of the request's message.
    private var quotation: String? {
        let text = notification.comment?.text ?? notification.request?.message
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The buttons of a pending request.
    private var answers: View? {
        guard notification.kind == .requestReceived, let connection = notification.request,
            connection.state == .pending, var person = notification.people.first
        else { return nil }
        person.relationship = .requestSentToMe
        return RelationshipView(person: person, request: connection, path: request.path, localizer: localizer)
            .view
    }
}
