import Foundation
import Paceline

/// The inbox.
enum NotificationsPages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let inbox = try await user.session.notifications(request.page(of: 15))
        let localizer = request.localizer
        let isFirst = request.query["cursor"] == nil
        let unread = UnreadCount.label(inbox.unreadCount)
        let newest = isFirst ? inbox.items.first : nil
        return .page(
            "Notifications/notifications", title: localizer("notifications.title"), at: .notifications,
            [
                "items": .list(
                    inbox.items.map {
                        NotificationView(notification: $0, path: request.address, localizer: localizer).view
                    }),
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

    /// Marks notifications as read: one that is opened, those that the script saw on screen, or all. What happened
    /// after the page was rendered stays unread.
    static func read(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let ids = try request.form["ids"].map { try notificationIDs(in: $0, request) }
        let unread = try await user.session.readNotifications(upTo: try instant(request), ids: ids)
        guard request.wantsFragment else {
            let back = PageResponse.redirect(to: request.returnPath(or: "/notifications"))
            return ids == nil ? back.settingCookies(request.cookies.noticeCookie("notificationsRead")) : back
        }
        return .fragment("Notifications/bell", BellView(unread: unread, request.localizer).view)
    }

    /// Replies to the comment that a notification is about. A rejected text is shown on the item's page.
    static func reply(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let notification: SocialNotification.ID = try request.id()
        let (item, parent) = try repliedComment(request)
        let (text, upTo) = (request.form["text"] ?? "", try instant(request))
        do {
            let reply = try await user.session.comment(CommentDraft(text: text, parent: parent), on: item)
            _ = try await user.session.readNotifications(upTo: upTo, ids: [notification])
            guard request.wantsFragment else {
                return .redirect(to: request.returnPath(or: "/notifications"))
                    .settingCookies(request.cookies.noticeCookie("replied"))
            }
            let link = ("/items/\(item)#comment-\(reply.id)", request.localizer("notifications.reply.view"))
            return NotificationAnswered(text: request.localizer("notice.replied"), link: link).fragment
        } catch let error as SocialError where ["text", "parent"].contains(error.field) {
            let entered = EnteredComment(text: text, error: error, form: .reply(to: parent))
            return try await ItemPages.page(of: item, request, user, entered: entered)
        }
    }

    /// The item with the reply as it was sent.
    static func restoreReply(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let (item, parent) = try repliedComment(request)
        let entered = EnteredComment(text: request.form["text"] ?? "", error: nil, form: .reply(to: parent))
        return try await ItemPages.page(of: item, request, user, entered: entered)
    }

    /// The comment to reply to, and its item.
    private static func repliedComment(_ request: WebRequest) throws -> (item: FeedItem.ID, Comment.ID) {
        guard let item = request.form["item"].flatMap({ FeedItem.ID($0) }),
            let comment = request.form["comment"].flatMap({ Comment.ID($0) })
        else { throw SocialError.pageNotFound }
        return (item, comment)
    }

    private static func instant(_ request: WebRequest) throws -> Date {
        guard let upTo = request.form["upTo"].flatMap(Int64.init) else {
            throw SocialError(.malformed, request.localizer("notifications.noInstant"), field: "upTo")
        }
        return Date(milliseconds: upTo)
    }

    /// - Parameter text: ids, separated by commas.
    private static func notificationIDs(
        in text: String, _ request: WebRequest
    ) throws -> [SocialNotification.ID] {
        try text.split(separator: ",").map { word in
            guard let id = SocialNotification.ID(String(word)) else {
                throw SocialError(.malformed, request.localizer("notifications.noInstant"), field: "ids")
            }
            return id
        }
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
