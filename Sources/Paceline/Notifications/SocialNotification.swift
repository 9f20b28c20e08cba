import Foundation

/// An entry in the viewer's inbox.
///
/// Unread notifications are grouped by kind and subject: five people who give kudos to one item make one notification
/// with a ``count`` of 5. Fields that do not apply to the ``kind`` are nil.
///
/// ```swift
/// let inbox = try await session.notifications(PageRequest())
/// for notification in inbox.items { print(notification.sentence) }  // Ana gave kudos to your 5 × 500 m
/// if let newest = inbox.items.first { _ = try await session.readNotifications(upTo: newest.at) }
/// ```
public struct SocialNotification: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<SocialNotification>

    public var id: ID
    /// What happened.
    public var kind: NotificationKind
    /// When the newest event of the group happened. The inbox is sorted by this, newest first.
    public var at: Date
    /// Whether the receiver has read it.
    public var isRead: Bool
    /// How many people are in the group, at least 1; 0 for ``NotificationKind/security``.
    public var count: Int
    /// The newest people, newest first, at most ``peopleLimit``. Only the receiver in notifications about the receiver
    /// alone, such as ``NotificationKind/age``; empty for ``NotificationKind/security``.
    public var people: [Person]
    /// The item: newly published, given kudos, or commented on.
    public var item: NotifiedItem?
    /// The new comment, or the comment that received a heart.
    public var comment: Comment?
    /// The request that was received or accepted.
    public var request: ConnectionRequest?
    /// The group: of an invitation, a new member, or the leaderboard.
    public var group: NotifiedGroup?
    /// The viewer's place on the leaderboard where they were overtaken.
    public var boardRank: NotifiedRank?
    /// The reward of ``NotificationKind/rewardFulfilled``.
    public var reward: NotifiedReward?
    /// The age that the receiver reached, in years: 13 or 18. Nil for ``NotificationKind/age`` if the birth date is
    /// missing.
    public var age: Int?
    /// The security event of ``NotificationKind/security``. If equal events are grouped, the newest.
    public var security: SecurityEvent?

    /// The most people that ``people`` lists.
    public static let peopleLimit = 3
    /// How long notifications are kept: 90 days, in seconds.
    public static let lifetime: TimeInterval = 90 * 86_400

    public init(
        id: ID, kind: NotificationKind, at: Date, isRead: Bool, count: Int, people: [Person],
        item: NotifiedItem? = nil, comment: Comment? = nil, request: ConnectionRequest? = nil,
        group: NotifiedGroup? = nil, boardRank: NotifiedRank? = nil,
        reward: NotifiedReward? = nil, age: Int? = nil, security: SecurityEvent? = nil
    ) {
        self.id = id
        self.kind = kind
        self.at = at
        self.isRead = isRead
        self.count = count
        self.people = people
        self.item = item
        self.comment = comment
        self.request = request
        self.group = group
        self.boardRank = boardRank
        self.reward = reward
        self.age = age
        self.security = security
    }
}

/// The item that a notification is about, with what a sentence says of it.
///
/// ```swift
/// if let item = notification.item { open(item.id, titled: item.spokenTitle) }
/// ```
public struct NotifiedItem: Sendable, Equatable, Codable, Identifiable {
    public var id: FeedItem.ID
    /// The kind of item.
    public var kind: Kind
    /// The workout's title as its owner wrote it, the game's name, or the name of the level or badge.
    public var title: String
    /// The person whose item it is; nil if it is the receiver's own.
    public var owner: Person?
    /// The present state of the workout that moderators decided about; nil unless the notification is a
    /// ``NotificationKind/workoutDecided``. Older servers don't send it.
    public var review: AnomalyState?

    public init(
        id: FeedItem.ID, kind: Kind, title: String, owner: Person? = nil, review: AnomalyState? = nil
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.owner = owner
        self.review = review
    }

    /// The kinds of items.
    public enum Kind: OpenEnum {
        /// A workout.
        case workout
        /// A score of a daily puzzle.
        case score
        /// A level that its owner reached.
        case levelUp
        /// A badge that its owner earned.
        case achievement
        /// A milestone that its owner reached.
        case milestone
        /// A kind that this version does not know. Sent only by newer servers.
        case unknown(String)

        public static let allCases: [Kind] = [.workout, .score, .levelUp, .achievement, .milestone]

        public var rawValue: String {
            switch self {
            case .workout: "workout"
            case .score: "score"
            case .levelUp: "levelUp"
            case .achievement: "achievement"
            case .milestone: "milestone"
            case .unknown(let word): word
            }
        }

        /// The same kind of an item in a feed.
        public init(_ kind: FeedItem.Kind) {
            switch kind {
            case .workout: self = .workout
            case .score: self = .score
            case .levelUp: self = .levelUp
            case .achievement: self = .achievement
            case .milestone: self = .milestone
            }
        }
    }

    /// The title as people say it: see ``Workout/spokenTitle``.
    public var spokenTitle: String { kind == .workout ? WorkoutPattern.spokenTitle(title) : title }
}

/// A group named in a notification. For invitations, the viewer is not a member.
///
/// ```swift
/// if let group = notification.group { show(group.id, titled: group.title) }
/// ```
public struct NotifiedGroup: Sendable, Equatable, Codable, Identifiable {
    public var id: LeaderboardGroup.ID
    /// The group's title.
    public var title: String

    public init(id: LeaderboardGroup.ID, title: String) {
        self.id = id
        self.title = title
    }
}

/// The viewer's current place on a day's leaderboard for all games: in the notification's group, or among friends when
/// it has none.
///
/// ```swift
/// if let place = notification.boardRank { print("Rank \(place.rank) with \(place.points) points") }
/// ```
public struct NotifiedRank: Sendable, Equatable, Codable {
    /// The day of the board.
    public var day: Day
    /// From 1. People with equal points share a rank.
    public var rank: Int
    /// The receiver's points on that day.
    public var points: Int

    public init(day: Day, rank: Int, points: Int) {
        self.day = day
        self.rank = rank
        self.points = points
    }
}

/// The redeemed reward that a notification is about.
///
/// ```swift
/// if let reward = notification.reward { print("Received: \(reward.title)") }
/// ```
public struct NotifiedReward: Sendable, Equatable, Codable, Identifiable {
    /// The redemption's id.
    public var id: Redemption.ID
    /// The reward's title.
    public var title: String

    public init(id: Redemption.ID, title: String) {
        self.id = id
        self.title = title
    }
}
