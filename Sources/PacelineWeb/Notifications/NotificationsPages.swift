import Foundation
import Paceline

/// The inbox: what others did that concerns the viewer.
enum NotificationsPages {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let inbox = try await caller.session.notifications(visit.page())
        let wording = visit.wording
        let isFirst = visit.query["cursor"] == nil
        let unread = UnreadCount.label(inbox.unreadCount)
        let newest = isFirst ? inbox.items.first : nil
        return .page(
            "Notifications/notifications", title: wording("notifications.title"), at: .notifications,
            [
                "items": .list(inbox.items.map { NotificationView(notification: $0, visit: visit).view }),
                "empty": inbox.items.isEmpty ? .view(empty(wording)) : .nothing,
                "unread": unread.isEmpty || newest == nil
                    ? .nothing
                    : .text(
                        wording.texts.count("notifications.unread", inbox.unreadCount, shown: unread)),
                "upTo": .text(optional: newest.map { "\($0.at.milliseconds)" }),
                "news": visit.news(in: "latest", of: "notifications", "notifications.fresh"),
                "more": visit.more(inbox.next, in: "inbox", "notifications.more"),
            ])
    }

    private static func empty(_ wording: Wording) -> View {
        EmptyState(
            icon: .bell, title: wording("notifications.nothing"), text: wording("notifications.nothingText"),
            link: ("/friends/find", wording("home.findFriends"))
        ).view
    }

    /// Marks as read what was shown, and leaves unread what has happened since.
    static func read(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        guard let upTo = visit.form["upTo"].flatMap(Int64.init) else {
            throw SocialError(.malformed, visit.wording("notifications.noInstant"), field: "upTo")
        }
        let unread = try await caller.session.readNotifications(upTo: Date(milliseconds: upTo))
        guard visit.wantsFragment else {
            return .redirect(to: visit.returning(or: "/notifications"))
                .setting(visit.cookies.noting("notificationsRead"))
        }
        return .fragment("Notifications/bell", BellView(unread: unread, visit.wording).view)
    }

    /// What waits, as the bar of every page shows it, for a script that hears of something new.
    static func waiting(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        .fragment("Notifications/waiting", View())
    }
}

/// The way to the notifications in the bar of every page, with how many are unread.
struct BellView: Sendable {
    let view: View

    init(unread: Int, _ wording: Wording) {
        let label = UnreadCount.label(unread)
        view = [
            "unread": .text("\(unread)"), "count": label.isEmpty ? .nothing : .text(label),
            "label": .text(
                label.isEmpty
                    ? wording("notifications.title")
                    : wording.texts.count("notifications.unread", unread, shown: label)),
        ]
    }
}
