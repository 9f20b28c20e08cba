import Paceline

extension API {
    public static let notifications = Endpoint<NoParameters, PageQuery, EmptyBody, NotificationInbox>(
        .get, "/v1/notifications", id: "notifications", .notifications,
        "List your notifications, newest first",
        notes:
            "Unread notifications are grouped by kind and subject. Items that you can no longer see and people you "
            + "have blocked or muted are neither listed nor counted. Access tokens get none about the security of the "
            + "account. Notifications are kept for 90 days.",
        headers: .ifNoneMatch,
        .member { try await $0.notifications($1.query.page) })

    public static let readNotifications = Endpoint<
        NoParameters, NoParameters, ReadNotifications, UnreadTally
    >(
        .post, "/v1/notifications/read", id: "readNotifications", .notifications,
        "Mark notifications as read",
        notes:
            "Marks all notifications up to a time, or some of them. Events that joined a notification later stay "
            + "unread. Repeating the request has no further effect.", isIdempotent: true, queueing: .always,
        .member {
            UnreadTally(
                unreadCount: try await $0.readNotifications(upTo: $1.body.upTo, ids: $1.body.ids))
        })

    public static let notificationSettings = Endpoint<
        NoParameters, NoParameters, EmptyBody, NotificationSettings
    >(
        .get, "/v1/me/notification-settings", id: "notificationSettings", .notifications,
        "Get your notification settings",
        .account { services, _ in try await services.notificationSettings() })

    public static let updateNotificationSettings = Endpoint<
        NoParameters, NoParameters, NotificationSettings, NotificationSettings
    >(
        .put, "/v1/me/notification-settings", id: "updateNotificationSettings", .notifications,
        "Update your notification settings",
        notes:
            "Absent kinds do not change. Notifications of a disabled kind are not stored. `security` is always "
            + "enabled.", queueing: .always,
        .account { try await $0.update($1.body) })
}
