/// A page of somebody's notifications, newest first.
public struct NotificationInbox: Sendable, Equatable, Codable {
    public var items: [SocialNotification]
    /// Give this back to get the following page; nil on the last one.
    public var next: Cursor?
    /// How many of all there are, not of this page alone, are unread; see ``UnreadCount``.
    public var unreadCount: Int

    public init(items: [SocialNotification], next: Cursor? = nil, unreadCount: Int) {
        self.items = items
        self.next = next
        self.unreadCount = unreadCount
    }

    public var page: Page<SocialNotification> { Page(items: items, next: next) }
}

/// How a number of unread notifications is counted and written.
public enum UnreadCount {
    /// The count ends here: this number means this many or more.
    public static let limit = 100

    /// What a badge shows: nothing for none, and `99+` where the count ended.
    public static func label(_ count: Int) -> String {
        switch count {
        case ...0: ""
        case limit...: "\(limit - 1)+"
        default: "\(count)"
        }
    }
}
