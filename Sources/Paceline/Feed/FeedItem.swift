import Foundation

/// One card of a feed, with everything the card shows.
public struct FeedItem: Sendable, Equatable, Identifiable {
    /// An item made by a workout has the workout's id.
    public typealias ID = Identifier<FeedItem>

    public var id: ID
    /// When it happened; feeds are sorted by it.
    public var at: Date
    public var author: Person
    public var visibility: ItemVisibility
    /// What happened.
    public var content: Content
    public var kudosCount: Int
    public var hasKudos: Bool
    public var commentCount: Int
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

    /// What happened, by its kind. Newer servers may have other kinds, which an app passes over:
    ///
    /// ```swift
    /// switch item.content {
    /// case .workout(let workout): WorkoutCard(workout)
    /// case .score(let score): ScoreCard(score)
    /// case .unknown: EmptyView()
    /// }
    /// ```
    public enum Content: Sendable, Equatable {
        case workout(Workout)
        case score(Score)
        /// Something of a kind that this program does not know, by the kind's name. Only a newer server sends it.
        case unknown(String)
    }

    /// The kinds that feeds can be asked for.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case workout, score
    }
}

extension FeedItem {
    /// The workout that it shows; nil when it shows something else.
    @inlinable public var workout: Workout? {
        if case .workout(let workout) = content { workout } else { nil }
    }

    /// The score that it shows; nil when it shows something else.
    @inlinable public var score: Score? {
        if case .score(let score) = content { score } else { nil }
    }
}

extension FeedItem.Content {
    /// Nil when it is unknown.
    public var kind: FeedItem.Kind? {
        switch self {
        case .workout: .workout
        case .score: .score
        case .unknown: nil
        }
    }

    /// What its kind is called, known or not.
    @inlinable public var kindName: String {
        switch self {
        case .workout: "workout"
        case .score: "score"
        case .unknown(let name): name
        }
    }
}

extension Identifier where Subject == Workout {
    /// The id of the feed item that the workout makes.
    public var item: FeedItem.ID { FeedItem.ID(uuid) }
}

/// Which part of the home feed is wanted.
public struct FeedQuery: Sendable, Equatable {
    public var window: Window?
    /// Only this person's items.
    public var person: PersonReference?
    public var kind: FeedItem.Kind?
    public var type: WorkoutType?
    /// Items at or after this instant.
    public var from: Date?
    /// Items before this instant.
    public var to: Date?

    public init(
        window: Window? = nil, person: PersonReference? = nil, kind: FeedItem.Kind? = nil,
        type: WorkoutType? = nil, from: Date? = nil, to: Date? = nil
    ) {
        self.window = window
        self.person = person
        self.kind = kind
        self.type = type
        self.from = from
        self.to = to
    }

    public enum Window: String, Sendable, Codable, CaseIterable {
        /// My last ten and the last three of each friend.
        case recent

        public static let ownItems = 10
        public static let friendItems = 3
    }
}

extension FeedItem {
    /// The same without what it says of its reader alone; it is kept and told in this form to several at once.
    package var withoutViewerState: FeedItem {
        var item = self
        item.hasKudos = false
        item.latestComment = latestComment?.withoutViewerState
        return item
    }

    /// Whether it, or its latest comment, may say something of its reader alone.
    package var mayHaveViewerState: Bool { kudosCount > 0 || commentCount > 0 }
}
