import Foundation
import Paceline

/// The inbox.
enum NotificationsPages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let inbox = try await user.session.notifications(request.page())
        let localizer = request.localizer
        let isFirst = request.query["cursor"] == nil
        let unread = UnreadCount.label(inbox.unreadCount)
        let newest = isFirst ? inbox.items.first : nil
        return .page(
            "Notifications/notifications", title: localizer("notifications.title"), at: .notifications,
            [
                "items": .list(inbox.items.map { NotificationView(notification: $0, request: request).view }),
                "empty": inbox.items.isEmpty ? .view(empty(localizer)) : .nothing,
                "unread": unread.isEmpty || newest == nil
                    ? .nothing
                    : .text(
                        localizer.texts.count("notifications.unread", inbox.unreadCount, shown: unread)),
                "upTo": .text(optional: newest.map { "\($0.at.milliseconds)" }),
                "news": request.refreshButton(in: "latest", of: "notifications", "notifications.fresh"),
                "more": request.moreLink(inbox.next, in: "inbox", "notifications.more"),
            ])
    }

    private static func empty(_ localizer: Localizer) -> View {
        EmptyState(
            icon: .bell, title: localizer("notifications.nothing"),
            text: localizer("notifications.nothingText"),
            link: ("/friends/find", localizer("home.findFriends"))
        ).view
    }

    /// Marks the notifications shown as read. Later ones stay unread.
    static func read(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        guard let upTo = request.form["upTo"].flatMap(Int64.init) else {
            throw SocialError(.malformed, request.localizer("notifications.noInstant"), field: "upTo")
        }
        let unread = try await user.session.readNotifications(upTo: Date(milliseconds: upTo))
        guard request.wantsFragment else {
            return .redirect(to: request.returnPath(or: "/notifications"))
                .settingCookies(request.cookies.noticeCookie("notificationsRead"))
        }
        return .fragment("Notifications/bell", BellView(unread: unread, request.localizer).view)
    }

    /// Renders the bell and the request badge, which the script reloads after an event.
    static func badges(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        .fragment("Notifications/badges", View())
    }
}

/// The link to the inbox in the navigation bar, with the number of unread notifications.
struct BellView: Sendable {
    let view: View

    init(unread: Int, _ localizer: Localizer) {
        let label = UnreadCount.label(unread)
        view = [
            "unread": .text("\(unread)"), "count": label.isEmpty ? .nothing : .text(label),
            "label": .text(
                label.isEmpty
                    ? localizer("notifications.title")
                    : localizer.texts.count("notifications.unread", unread, shown: label)),
        ]
    }
}
