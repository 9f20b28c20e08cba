import Foundation

/// What the viewer was told of, and what they want to be told of (M1).
public protocol NotificationService: Sendable {
    /// Newest first; without what the viewer may no longer see, and whom they blocked or muted.
    func notifications(_ page: PageRequest) async throws -> NotificationInbox
    /// Marks as read what happened up to an instant, with that instant; doing it again changes nothing.
    ///
    /// Give the ``SocialNotification/at`` of the newest one that was shown: what happened since stays unread, also
    /// where it joined one that was shown.
    /// - Returns: how many are unread; see ``UnreadCount``.
    func readNotifications(upTo instant: Date) async throws -> Int
    func notificationSettings() async throws -> NotificationSettings
    /// Turns kinds on or off; a kind that the change does not have stays as it is.
    ///
    /// What is turned off is not kept either: turning it on again brings nothing back.
    /// - Returns: all kinds.
    func update(_ changes: NotificationSettings) async throws -> NotificationSettings
}
