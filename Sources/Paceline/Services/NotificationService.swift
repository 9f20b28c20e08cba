import Foundation

/// The viewer's notifications and notification settings.
///
/// ```swift
/// let inbox = try await session.notifications(PageRequest())
/// showBadge(UnreadCount.label(inbox.unreadCount))
/// if let newest = inbox.items.first { _ = try await session.readNotifications(upTo: newest.at) }
/// ```
public protocol NotificationService: Sendable {
    /// A page of the inbox, newest first. Leaves out blocked and muted people, and items the viewer may no longer see.
    /// Access tokens don't get those about the account's security.
    func notifications(_ page: PageRequest) async throws -> NotificationInbox
    /// Marks notifications up to and including an instant as read: all of them, or those with certain ids.
    ///
    /// Pass the ``SocialNotification/at`` of the newest notification on screen. Later events stay unread, even if they
    /// joined a notification that was on screen.
    /// - Parameter ids: at most 100; nil for all.
    /// - Returns: the remaining number of unread notifications; see ``UnreadCount``.
    /// - Throws: ``SocialError/Code/invalidValue`` for more than 100 ids.
    func readNotifications(upTo instant: Date, ids: [SocialNotification.ID]?) async throws -> Int
    /// Which kinds are on.
    func notificationSettings() async throws -> NotificationSettings
    /// Turns kinds on or off. Kinds that `changes` does not contain keep their setting.
    ///
    /// No notifications are stored while a kind is off, so turning it on again restores none.
    /// - Returns: the settings of all kinds.
    /// - Throws: ``SocialError/Code/malformed`` for a kind that is not in ``NotificationKind/switchable``.
    func update(_ changes: NotificationSettings) async throws -> NotificationSettings
}

extension NotificationService {
    /// Marks all notifications up to and including an instant as read.
    /// - Returns: the remaining number of unread notifications; see ``UnreadCount``.
    public func readNotifications(upTo instant: Date) async throws -> Int {
        try await readNotifications(upTo: instant, ids: nil)
    }
}
