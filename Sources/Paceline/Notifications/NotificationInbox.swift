/// A page of the viewer's notifications, newest first, with the unread count.
///
/// ```swift
/// let inbox = try await session.notifications(PageRequest())
/// show(inbox.items, badge: UnreadCount.label(inbox.unreadCount))
/// ```
public struct NotificationInbox: Sendable, Equatable, Codable {
    /// The notifications of this page.
    public var items: [SocialNotification]
    /// The cursor for the next page; nil on the last page.
    public var next: Cursor?
    /// Unread notifications in the whole inbox, 0 to ``UnreadCount/limit``.
    public var unreadCount: Int

    public init(items: [SocialNotification], next: Cursor? = nil, unreadCount: Int) {
        self.items = items
        self.next = next
        self.unreadCount = unreadCount
    }

    /// The same page as a ``Page``.
    public var page: Page<SocialNotification> { Page(items: items, next: next) }
}

/// Formats the number of unread notifications.
///
/// ```swift
/// print(UnreadCount.label(7), UnreadCount.label(100))  // 7 99+
/// ```
public enum UnreadCount {
    /// Counting stops here: 100 means 100 or more.
    public static let limit = 100

    /// The text of a badge: empty for 0, `99+` when the count reached ``limit``.
    public static func label(_ count: Int) -> String {
        switch count {
        case ...0: ""
        case limit...: "\(limit - 1)+"
        default: "\(count)"
        }
    }
}
