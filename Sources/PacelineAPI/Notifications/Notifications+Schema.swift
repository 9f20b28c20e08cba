import Foundation
import Paceline

extension NotificationInbox: WireValue {
    public static let schemaName = "NotificationPage"
    public static let schema = Schema.object(
        .required(
            "items", .array(of: .component(SocialNotification.self), count: 0...PageRequest.limits.upperBound)
        ),
        .optional("next", .string, "The cursor of the following page; absent on the last one."),
        .required("unreadCount", .unreadCount, "Of all, not of this page; 100 means 100 or more."))

    public static func successes(_ status: Int) -> [Success] {
        [Success(status, "One page.", .json(.component(Self.self)), headers: ["Link"])]
    }
}

extension SocialNotification: WireValue {
    public static let schemaName = "Notification"
    public static let schema = Schema.object(
        .required("id", .uuid),
        .required("kind", .choice(of: NotificationKind.self)),
        .required("at", .instant, "When it happened last."),
        .required("isRead", .boolean),
        .required("count", .integer(1...Int.max), "How many people did it."),
        .required(
            "people", .array(of: .component(Person.self), count: 1...shownPeople),
            "The newest of them, newest first."),
        .optional("item", .uuid, "The item of the kudos or of the comment, or the new one."),
        .optional("comment", .component(Comment.self), "What was written, or given a heart."),
        .optional("request", .component(ConnectionRequest.self)),
        .optional("group", .component(NotifiedGroup.self)),
        .optional("standing", .component(NotifiedStanding.self), "Where I stand, when I was overtaken."))
}

extension NotifiedGroup: WireValue {
    public static let schemaName = "NotifiedGroup"
    public static let schema = Schema.object(.required("id", .uuid), .required("title", .string))
}

extension NotifiedStanding: WireValue {
    public static let schemaName = "NotifiedStanding"
    public static let schema = Schema.object(
        .required("day", .integer(19_000_101...99_991_231)),
        .required("rank", .integer(1...Int.max), "One more than how many have more points."),
        .required("points", .count))
}

extension NotificationSettings: WireValue {
    public static let schemaName = "NotificationSettings"
    public static let schema = Schema.object(
        .required(
            "kinds", .object(NotificationKind.allCases.map { .optional($0.rawValue, .boolean) }),
            "Whether each kind is on."))
}

/// How far somebody has read.
public struct ReadNotifications: WireValue, Equatable {
    /// What happened up to then, with what happened at that very instant.
    public var upTo: Date

    public static let schemaName = "ReadNotifications"
    public static let schema = Schema.object(
        .required("upTo", .instant, "The `at` of the newest notification that was shown."))

    public init(upTo instant: Date) {
        upTo = instant
    }
}

/// How many notifications are unread.
public struct UnreadTally: WireValue, Equatable {
    public var unreadCount: Int

    public static let schemaName = "UnreadTally"
    public static let schema = Schema.object(
        .required("unreadCount", .unreadCount, "100 means 100 or more."))

    public init(unreadCount: Int) {
        self.unreadCount = unreadCount
    }
}

extension Schema {
    fileprivate static let unreadCount = Schema.integer(0...UnreadCount.most)
}
