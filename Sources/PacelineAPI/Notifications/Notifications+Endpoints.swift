import Paceline

extension API {
    public static let notifications = Endpoint<NoParameters, PageQuery, NoBody, NotificationInbox>(
        .get, "/v1/notifications", id: "notifications", .notifications, "What I was told of, newest first",
        notes:
            "Whoever did the same stands in one notification as long as it is unread. What I may no longer see, and "
            + "whom I blocked or muted, is left out and not counted. Notifications are kept for 90 days.",
        headers: .ifNoneMatch,
        .member { try await $0.notifications($1.query.page) })

    public static let readNotifications = Endpoint<
        NoParameters, NoParameters, ReadNotifications, UnreadTally
    >(
        .post, "/v1/notifications/read", id: "readNotifications", .notifications,
        "Mark notifications as read",
        notes: "Doing it again changes nothing.", isIdempotent: true,
        .member { UnreadTally(unreadCount: try await $0.readNotifications(upTo: $1.body.upTo)) })

    public static let notificationSettings = Endpoint<
        NoParameters, NoParameters, NoBody, NotificationSettings
    >(
        .get, "/v1/me/notification-settings", id: "notificationSettings", .notifications,
        "Which notifications I want",
        .account { services, _ in try await services.notificationSettings() })

    public static let updateNotificationSettings = Endpoint<
        NoParameters, NoParameters, NotificationSettings, NotificationSettings
    >(
        .put, "/v1/me/notification-settings", id: "updateNotificationSettings", .notifications,
        "Turn kinds of notifications on or off",
        notes: "A kind that is absent stays as it is. What is off is not kept: it does not come back.",
        .account { try await $0.update($1.body) })
}
