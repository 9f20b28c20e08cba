import Foundation
import Paceline
import PacelineDatabase

/// A stored notification.
struct StoredNotification {
    let id: SocialNotification.ID
    let kind: NotificationKind
    let subject: UUID
    let day: Int
    let item: FeedItem.ID?
    let comment: Comment.ID?
    let request: ConnectionRequest.ID?
    let group: LeaderboardGroup.ID?
    let at: Date
    let isRead: Bool

    static let columns: SQL = """
        notifications.id, notifications.kind, notifications.subject, notifications.day, notifications.item,
            notifications.comment, notifications.request, notifications.group_id, notifications.at,
            notifications.read_at
        """

    init(_ row: inout Row) {
        id = row.next()
        kind = row.next()
        subject = row.next()
        day = row.next()
        item = row.next()
        comment = row.next()
        request = row.next()
        group = row.next()
        at = row.next()
        isRead = (row.next() as Date?) != nil
    }

    /// The age that the receiver reached.
    var age: Int? { kind == .age && day > 0 ? day : nil }
}

extension Transaction {
    /// The viewer's notifications, newest first. Index: `notifications_by_receiver`.
    func notifications(_ page: PageRequest) throws -> NotificationInbox {
        let limit = try limit(of: page)
        let start = try start(of: page, in: "notifications")
        let rows = try connection.fetch(
            """
            SELECT \(StoredNotification.columns)
            FROM notifications
            WHERE \(try shownNotifications())
                \(SQL.isBefore(start, "notifications.at", "notifications.id"))
            ORDER BY notifications.at DESC, notifications.id DESC
            LIMIT \(limit + 1)
            """, StoredNotification.init)
        let found = self.page(of: rows, limit, in: "notifications") { Position(at: $0.at, id: $0.id.uuid) }
        return NotificationInbox(
            items: try presenting(found.items), next: found.next, unreadCount: try unreadCount())
    }

    /// One of the viewer's notifications; nil when it does not exist or is not visible.
    func notification(_ id: SocialNotification.ID) throws -> SocialNotification? {
        let stored = try connection.fetchFirst(
            """
            SELECT \(StoredNotification.columns)
            FROM notifications
            WHERE notifications.id = \(id) AND \(try shownNotifications())
            """, StoredNotification.init)
        return try presenting(stored.map { [$0] } ?? []).first
    }

    /// The number of visible unread notifications, at most ``UnreadCount/limit``. Index: `notifications_unread`.
    func unreadCount() throws -> Int {
        try connection.fetchFirst(
            """
            SELECT COUNT(*)
            FROM (
                SELECT 1
                FROM notifications
                WHERE notifications.read_at IS NULL AND \(try shownNotifications())
                LIMIT \(UnreadCount.limit)) AS unread
            """
        ) { $0[0] as Int } ?? 0
    }

    /// Marks notifications up to the instant as read.
    /// - Parameter ids: nil for all; otherwise not empty.
    /// - Returns: whether any was unread.
    func markRead(upTo instant: Date, ids: [SocialNotification.ID]?) throws -> Bool {
        try connection.execute(
            """
            UPDATE notifications SET read_at = \(now)
            WHERE receiver = \(viewer.id) AND read_at IS NULL AND at <= \(instant)
                \(exceptAccount)
                \(ids.map { "AND id IN \(list: $0)" } ?? .empty)
            """) > 0
    }
}
