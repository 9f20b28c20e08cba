import Foundation

/// One entry of somebody's inbox (M1), as that person may see it now.
///
/// While it is unread it gathers everybody who did the same: ``people`` are the newest of ``count``. What is not about
/// its ``kind`` is nil.
public struct SocialNotification: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<SocialNotification>

    public var id: ID
    public var kind: NotificationKind
    /// When it happened last; inboxes are sorted by it.
    public var at: Date
    public var isRead: Bool
    /// How many people did it, at least one.
    public var count: Int
    /// Who did it, the newest ``shownPeople`` at most, newest first.
    public var people: [Person]
    /// The item of the kudos, of the comment, or of the comment with the heart; or the one that is new.
    public var item: FeedItem.ID?
    /// The comment that was written, or that was given a heart.
    public var comment: Comment?
    /// The request that was sent or accepted.
    public var request: ConnectionRequest?
    /// The group of an invitation, of somebody who joined, or of the board.
    public var group: NotifiedGroup?
    /// The board on which the receiver was overtaken.
    public var standing: NotifiedStanding?

    /// How many people are shown by name.
    public static let shownPeople = 3
    /// How long it is kept: 90 days.
    public static let lifetime: TimeInterval = 90 * 86_400

    public init(
        id: ID, kind: NotificationKind, at: Date, isRead: Bool, count: Int, people: [Person],
        item: FeedItem.ID? = nil, comment: Comment? = nil, request: ConnectionRequest? = nil,
        group: NotifiedGroup? = nil, standing: NotifiedStanding? = nil
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
        self.standing = standing
    }
}

/// A group by its name. Its receiver need not be in it: an invitation names it too.
public struct NotifiedGroup: Sendable, Equatable, Codable, Identifiable {
    public var id: LeaderboardGroup.ID
    public var title: String

    public init(id: LeaderboardGroup.ID, title: String) {
        self.id = id
        self.title = title
    }
}

/// Where the receiver stands now on the board of a day, all games together: in the notification's group, or among
/// friends when it has none.
public struct NotifiedStanding: Sendable, Equatable, Codable {
    public var day: Day
    /// One more than how many people have more points.
    public var rank: Int
    public var points: Int

    public init(day: Day, rank: Int, points: Int) {
        self.day = day
        self.rank = rank
        self.points = points
    }
}
