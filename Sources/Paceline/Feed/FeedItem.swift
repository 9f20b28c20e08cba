import Foundation

/// One card of a feed, with everything the card shows.
public struct FeedItem: Sendable, Equatable, Codable, Identifiable {
    /// An item made by a workout has the workout's id.
    public typealias ID = Identifier<FeedItem>

    public var id: ID
    public var kind: Kind
    /// When it happened; feeds are sorted by it.
    public var at: Date
    public var author: Person
    public var visibility: Visibility
    /// What happened, when the kind is a workout.
    public var workout: Workout?
    /// What happened, when the kind is a score.
    public var score: Score?
    public var kudosCount: Int
    public var hasKudos: Bool
    public var commentCount: Int
    public var latestComment: Comment?

    public init(
        id: ID, kind: Kind, at: Date, author: Person, visibility: Visibility, workout: Workout? = nil,
        score: Score? = nil, kudosCount: Int, hasKudos: Bool, commentCount: Int, latestComment: Comment? = nil
    ) {
        self.id = id
        self.kind = kind
        self.at = at
        self.author = author
        self.visibility = visibility
        self.workout = workout
        self.score = score
        self.kudosCount = kudosCount
        self.hasKudos = hasKudos
        self.commentCount = commentCount
        self.latestComment = latestComment
    }

    public enum Kind: String, Sendable, Codable, CaseIterable {
        case workout, score, achievement, milestone, levelUp, challenge
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

        public static let mine = 10
        public static let eachFriends = 3
    }
}
