import Foundation

/// The result of one person in one game on one day.
public struct Score: Sendable, Equatable, Codable, Identifiable {
    /// The feed item that it makes.
    public var id: FeedItem.ID
    public var owner: Person.ID
    public var game: Game.ID
    /// The player's local day.
    public var day: Day
    /// What the game's ``Game/unit`` counts; nil when it is not known or the puzzle was not solved.
    public var score: Int?
    /// The most attempts that the player had; the game's own ``Game/maximum`` unless the player said otherwise.
    public var maximum: Int
    /// Whether the puzzle was solved.
    public var isCompleted: Bool
    /// Nil in games without a hard mode, and when not known.
    public var isHardMode: Bool?
    /// The number that the game gives its puzzle.
    public var puzzle: Int?
    public var visibility: ItemVisibility
    public var points: Int
    /// The points in words, as ``Game/metric(points:maximum:isCompleted:)`` says.
    public var metric: String
    public var createdAt: Date
    public var updatedAt: Date

    public init(
        id: FeedItem.ID, owner: Person.ID, game: Game.ID, day: Day, score: Int?, maximum: Int,
        isCompleted: Bool,
        isHardMode: Bool? = nil, puzzle: Int? = nil, visibility: ItemVisibility, points: Int, metric: String,
        createdAt: Date, updatedAt: Date
    ) {
        self.id = id
        self.owner = owner
        self.game = game
        self.day = day
        self.score = score
        self.maximum = maximum
        self.isCompleted = isCompleted
        self.isHardMode = isHardMode
        self.puzzle = puzzle
        self.visibility = visibility
        self.points = points
        self.metric = metric
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
