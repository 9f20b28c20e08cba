import Foundation
import Paceline

extension NotificationKind: JSONWritable {}

extension NotificationInbox: WireObject {
    public static let schemaName = "NotificationPage"
    public static let schema = JSONSchema.object(of: NotificationInbox.self)

    public static func successes(_ status: Int) -> [Success] {
        [Success(status, "A page.", .json(.component(Self.self)), headers: ["Link"])]
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<NotificationInbox>) {
        visitor.field(
            "items", { $0.items },
            .array(of: .component(SocialNotification.self), count: 0...PageRequest.limits.upperBound))
        visitor.field("next", { $0.next }, .string, FieldSummary.nextCursor)
        visitor.field(
            "unreadCount", { $0.unreadCount }, .unreadCount,
            "Unread notifications on all pages; 100 means 100 or more.")
    }
}

extension SocialNotification: WireObject {
    public static let schemaName = "Notification"
    public static let schema = JSONSchema.object(of: SocialNotification.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SocialNotification>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("kind", { $0.kind }, .choice(of: NotificationKind.self))
        visitor.field("at", { $0.at }, .instant, "When it last happened.")
        visitor.field("isRead", { $0.isRead }, .boolean)
        visitor.field("count", { $0.count }, .count, "The number of people; 0 for `security`.")
        visitor.field(
            "people", { $0.people }, .array(of: .component(Person.self), count: 0...peopleLimit),
            "The most recent of these people, newest first; only you if it is about you alone.")
        visitor.field(
            "item", { $0.item }, .component(NotifiedItem.self),
            "The item with the kudos or comment, or the new item.")
        visitor.field(
            "comment", { $0.comment }, .component(Comment.self),
            "The comment that was written or received a heart.")
        visitor.field("request", { $0.request }, .component(ConnectionRequest.self))
        visitor.field("group", { $0.group }, .component(NotifiedGroup.self))
        visitor.field(
            "boardRank", { $0.boardRank }, .component(NotifiedRank.self),
            "Your new rank after being overtaken.")
        visitor.field(
            "reward", { $0.reward }, .component(NotifiedReward.self), "The reward that you received.")
        visitor.field(
            "age", { $0.age }, .integer(AgeGroup.teenagerAge...AgeGroup.adultAge), "The age that you reached."
        )
        visitor.field(
            "security", { $0.security }, .component(SecurityEvent.self),
            "What happened to the security of your account.")
    }
}

extension NotifiedItem.Kind: JSONWritable {}

extension NotifiedItem: WireObject {
    public static let schemaName = "NotifiedItem"
    public static let schema = JSONSchema.object(of: NotifiedItem.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<NotifiedItem>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("kind", { $0.kind }, .choice(of: Kind.self))
        visitor.field("title", { $0.title }, .string, "The workout's title or the game's name.")
        visitor.field(
            "owner", { $0.owner }, .component(Person.self), "Whose item it is; absent if it is yours.")
        visitor.field(
            "review", { $0.review }, .choice(of: AnomalyState.self),
            "The state of your workout, if moderators decided about it.")
    }
}

extension NotifiedGroup: WireObject {
    public static let schemaName = "NotifiedGroup"
    public static let schema = JSONSchema.object(of: NotifiedGroup.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<NotifiedGroup>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("title", { $0.title }, .string)
    }
}

extension NotifiedRank: WireObject {
    public static let schemaName = "NotifiedRank"
    public static let schema = JSONSchema.object(of: NotifiedRank.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<NotifiedRank>) {
        visitor.field("day", { $0.day }, .integer(19_000_101...99_991_231))
        visitor.field(
            "rank", { $0.rank }, .integer(1...Int.max), "1 plus the number of people with more points.")
        visitor.field("points", { $0.points }, .count)
    }
}

extension NotifiedReward: WireObject {
    public static let schemaName = "NotifiedReward"
    public static let schema = JSONSchema.object(of: NotifiedReward.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<NotifiedReward>) {
        visitor.field("id", { $0.id }, .uuid, "The redemption's id.")
        visitor.field("title", { $0.title }, .string)
    }
}

extension NotificationSettings: WireObject {
    public static let schemaName = "NotificationSettings"
    public static let schema = JSONSchema.object(of: NotificationSettings.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<NotificationSettings>) {
        visitor.field(
            "kinds", { $0.kinds.byName },
            .object(NotificationKind.switchable.map { .optional($0.rawValue, .boolean) }),
            "Whether each kind is enabled. `security` always is.")
    }
}

/// The notifications to mark as read: all up to a time, or some of them.
public struct ReadNotifications: WireObject, Equatable {
    /// Inclusive.
    public var upTo: Date
    /// Nil for all.
    public var ids: [SocialNotification.ID]?

    public static let schemaName = "ReadNotifications"
    public static let schema = JSONSchema.object(of: ReadNotifications.self)

    public init(upTo instant: Date, ids: [SocialNotification.ID]? = nil) {
        upTo = instant
        self.ids = ids
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<ReadNotifications>) {
        visitor.field("upTo", { $0.upTo }, .instant, "The `at` of the newest notification that was shown.")
        visitor.field(
            "ids", { $0.ids }, .array(of: .uuid, count: 0...PageRequest.limits.upperBound),
            "The notifications to mark; absent for all. Unknown ids are ignored.")
    }
}

/// The number of unread notifications.
public struct UnreadTally: WireObject, Equatable {
    public var unreadCount: Int

    public static let schemaName = "UnreadTally"
    public static let schema = JSONSchema.object(of: UnreadTally.self)

    public init(unreadCount: Int) {
        self.unreadCount = unreadCount
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<UnreadTally>) {
        visitor.field("unreadCount", { $0.unreadCount }, .unreadCount, "100 means 100 or more.")
    }

    public static func output(ofService value: Any) -> UnreadTally? {
        value as? UnreadTally ?? (value as? Int).map(UnreadTally.init)
    }
}

extension [NotificationKind: Bool] {
    fileprivate var byName: [String: Bool] {
        [String: Bool](uniqueKeysWithValues: map { ($0.key.rawValue, $0.value) })
    }
}

extension JSONSchema {
    static let unreadCount = JSONSchema.integer(0...UnreadCount.limit)
}
