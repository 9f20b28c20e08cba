import Foundation

/// One entry of a feed: a workout, a score, or something that its author earned, and the counts that a card shows.
///
/// ```swift
/// let page = try await session.feed(FeedQuery(), PageRequest())
/// for item in page.items {
///     print(item.author.displayName, item.kudosCount, "kudos")
/// }
/// ```
public struct FeedItem: Sendable, Equatable, Identifiable {
    /// The item of a workout has the same UUID as the workout; see ``Identifier/item``.
    public typealias ID = Identifier<FeedItem>

    public var id: ID
    /// When it happened. Feeds are sorted by this, newest first.
    public var at: Date
    /// The person who published or earned it.
    public var author: Person
    /// Who may see the item, before the author's privacy level caps it.
    public var visibility: ItemVisibility
    /// The workout, score, level or badge.
    public var content: Content
    /// Kudos from people the viewer may see.
    public var kudosCount: Int
    /// Whether the viewer gave kudos.
    public var hasKudos: Bool
    /// Comments by people the viewer may see.
    public var commentCount: Int
    /// The newest comment the viewer may see; nil when there is none.
    public var latestComment: Comment?

    public init(
        id: ID, at: Date, author: Person, visibility: ItemVisibility, content: Content, kudosCount: Int,
        hasKudos: Bool, commentCount: Int, latestComment: Comment? = nil
    ) {
        self.id = id
        self.at = at
        self.author = author
        self.visibility = visibility
        self.content = content
        self.kudosCount = kudosCount
        self.hasKudos = hasKudos
        self.commentCount = commentCount
        self.latestComment = latestComment
    }

    /// The content, by kind. A newer server may send kinds this version does not know; skip them:
    ///
    /// ```swift
    /// switch item.content {
    /// case .workout(let workout): WorkoutCard(workout)
    /// case .score(let score): ScoreCard(score)
    /// case .levelUp(let levelUp): LevelCard(levelUp)
    /// case .achievement(let achievement), .milestone(let achievement): BadgeCard(achievement)
    /// case .unknown: EmptyView()
    /// }
    /// ```
    public enum Content: Sendable, Equatable {
        /// A published workout, without its detail.
        case workout(Workout)
        /// A published score of a daily puzzle.
        case score(Score)
        /// A level that its author reached.
        case levelUp(LevelUp)
        /// An achievement that its author earned.
        case achievement(Achievement)
        /// A milestone that its author reached.
        case milestone(Achievement)
        /// A kind that this version does not know, by its wire name. Sent only by newer servers.
        case unknown(String)
    }

    /// The kinds a feed can be filtered by.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Published workouts.
        case workout
        /// Published scores.
        case score
        /// Levels reached.
        case levelUp
        /// Achievements earned.
        case achievement
        /// Milestones reached.
        case milestone
    }
}

extension FeedItem {
    /// The workout; nil for other kinds.
    @inlinable public var workout: Workout? {
        if case .workout(let workout) = content { workout } else { nil }
    }

    /// The score; nil for other kinds.
    @inlinable public var score: Score? {
        if case .score(let score) = content { score } else { nil }
    }

    /// The level reached; nil for other kinds.
    @inlinable public var levelUp: LevelUp? {
        if case .levelUp(let levelUp) = content { levelUp } else { nil }
    }

    /// The achievement earned; nil for other kinds, also for milestones.
    @inlinable public var achievement: Achievement? {
        if case .achievement(let achievement) = content { achievement } else { nil }
    }

    /// The milestone reached; nil for other kinds.
    @inlinable public var milestone: Achievement? {
        if case .milestone(let milestone) = content { milestone } else { nil }
    }
}

extension Set<FeedItem.Kind> {
    /// What people earned: levels, achievements and milestones.
    ///
    /// ```swift
    /// let badges = try await session.feed(FeedQuery(kinds: .badges), PageRequest()).items
    /// ```
    public static var badges: Set<FeedItem.Kind> { [.levelUp, .achievement, .milestone] }

    /// The kinds in the order of their declaration, separated by commas.
    package var text: String {
        FeedItem.Kind.allCases.filter { contains($0) }.map(\.rawValue).joined(separator: ",")
    }
}

extension FeedItem.Content {
    /// The kind; nil for ``unknown(_:)``.
    public var kind: FeedItem.Kind? {
        switch self {
        case .workout: .workout
        case .score: .score
        case .levelUp: .levelUp
        case .achievement: .achievement
        case .milestone: .milestone
        case .unknown: nil
        }
    }

    /// The kind's wire name, also for unknown kinds.
    @inlinable public var kindName: String {
        switch self {
        case .workout: "workout"
        case .score: "score"
        case .levelUp: "levelUp"
        case .achievement: "achievement"
        case .milestone: "milestone"
        case .unknown(let name): name
        }
    }
}

extension Identifier where Subject == Workout {
    /// The id of the workout's feed item.
    public var item: FeedItem.ID { FeedItem.ID(uuid) }
}

/// Filters for the home feed. An empty query returns the viewer's own items and those of everyone they follow.
///
/// ```swift
/// let rowing = FeedQuery(kinds: [.workout], type: .rowing)
/// ```
public struct FeedQuery: Sendable, Equatable {
    /// Limits the feed to the newest items of the viewer and of each friend; nil for all items of everyone the viewer
    /// follows.
    public var window: Window?
    /// Returns only this person's items.
    public var person: PersonReference?
    /// Returns only items of the viewer and of this group's members whom the viewer follows and who share with the
    /// group. The viewer must be a member.
    public var group: LeaderboardGroup.ID?
    /// Returns only items of these kinds; empty for all kinds.
    public var kinds: Set<FeedItem.Kind>
    /// Returns only workouts of this type.
    public var type: WorkoutType?
    /// Returns only items at or after this instant.
    public var from: Date?
    /// Returns only items before this instant.
    public var to: Date?

    public init(
        window: Window? = nil, person: PersonReference? = nil, group: LeaderboardGroup.ID? = nil,
        kinds: Set<FeedItem.Kind> = [], type: WorkoutType? = nil, from: Date? = nil, to: Date? = nil
    ) {
        self.window = window
        self.person = person
        self.group = group
        self.kinds = kinds
        self.type = type
        self.from = from
        self.to = to
    }

    /// A limit on whose items a feed shows, and how many of each person.
    public enum Window: String, Sendable, Codable, CaseIterable {
        /// The viewer's newest ten items and the newest three of each friend.
        case recent

        /// How many of the viewer's own items ``recent`` returns.
        public static let ownItems = 10
        /// How many items of each friend ``recent`` returns.
        public static let friendItems = 3
    }
}

extension FeedItem {
    /// The item without fields that depend on the viewer, so that one copy can be cached and sent to several viewers.
    package var withoutViewerState: FeedItem {
        var item = self
        item.hasKudos = false
        item.latestComment = latestComment?.withoutViewerState
        return item
    }

    /// Whether the item or its latest comment may contain fields that depend on the viewer.
    package var mayHaveViewerState: Bool { kudosCount > 0 || commentCount > 0 }
}
