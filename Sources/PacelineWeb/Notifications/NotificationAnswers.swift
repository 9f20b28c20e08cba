import Paceline

/// What the user can do about a notification without leaving the inbox.
struct NotificationAnswers: Sendable {
    /// The forms that accept or decline a request or an invitation.
    let buttons: [View]
    /// The heart of a comment and the form that replies to it.
    let reactions: View?

    init(_ notification: SocialNotification, returningTo path: String, _ localizer: Localizer) {
        buttons = Self.forms(notification, localizer).map { form in
            form.view.merging(["return": .text(path)])
        }
        reactions = Self.reactions(notification, path, localizer)
    }

    private static func forms(_ notification: SocialNotification, _ localizer: Localizer) -> [ActionForm] {
        switch (notification.kind, notification.request, notification.group) {
        case (.requestReceived, let request?, _) where request.state == .pending:
            let name = ["name": request.from.displayName]
            return [
                ActionForm(
                    action: "/requests/\(request.id)/accept", text: localizer("action.accept"),
                    label: localizer("action.acceptFor", name), style: "small"),
                ActionForm(
                    action: "/requests/\(request.id)/decline", text: localizer("action.decline"),
                    label: localizer("action.declineFor", name), style: "small quiet"),
            ]
        case (.groupInvitation, _, let group?):
            return GroupsPages.invitationActions(group.id, group.title, localizer)
        default: return []
        }
    }

    private static func reactions(
        _ notification: SocialNotification, _ path: String, _ localizer: Localizer
    ) -> View? {
        guard [.comment, .reply, .mention].contains(notification.kind), let comment = notification.comment,
            let author = comment.author
        else { return nil }
        let name = ["name": author.displayName]
        let heart = HeartView(comment, localizer).view.merging(["path": .text(path)])
        return [
            "heart": .view(heart), "item": .text("\(comment.item)"), "comment": .text("\(comment.id)"),
            "return": .text(path), "open": .text(localizer("notifications.reply.open", name)),
            "label": .text(localizer("notifications.reply.label", name)),
            "most": .text("\(TextRule.comment.length.upperBound)"),
        ]
    }
}

/// Confirms an answer, in place of its buttons.
struct NotificationAnswered: Sendable {
    let text: String
    /// Where the answer can be seen.
    var link: (href: String, text: String)?

    var fragment: PageResponse {
        .fragment(
            "Notifications/answered",
            [
                "text": .text(text),
                "link": .view(optional: link.map { ["href": .text($0.href), "text": .text($0.text)] }),
            ])
    }
}
