import Foundation

/// One person's result in one game on one day.
///
/// ```swift
/// for score in try await session.scores(of: .me, from: nil, to: nil, PageRequest()).items {
///     print(score.game, score.metric, score.points)
/// }
/// ```
public struct Score: Sendable, Equatable, Codable, Identifiable {
    /// The id, shared with the score's feed item.
    public var id: FeedItem.ID
    /// The player.
    public var owner: Person.ID
    /// The game.
    public var game: Game.ID
    /// The player's local day.
    public var day: Day
    /// The result in the game's ``Game/unit``, such as guesses; nil if it is unknown or the puzzle was not solved.
    public var score: Int?
    /// The number of attempts allowed: the game's ``Game/maximum``, or a lower number that the player entered.
    public var maximum: Int
    /// Whether the puzzle was solved.
    public var isCompleted: Bool
    /// Nil when unknown and in games without a hard mode.
    public var isHardMode: Bool?
    /// The puzzle's number.
    public var puzzle: Int?
    /// The grid that the game prints for sharing; nil when unknown.
    public var grid: PuzzleGrid?
    /// Who may see the score, before the player's privacy level caps it, and which boards count it.
    public var visibility: ScoreVisibility
    /// Points; see ``Scoring``.
    public var points: Int
    /// The result as text, such as `3 guesses`; see ``Game/metric(points:maximum:isCompleted:)``.
    public var metric: String
    /// When the score was first published.
    public var createdAt: Date
    /// When the score was last changed.
    public var updatedAt: Date

    public init(
        id: FeedItem.ID, owner: Person.ID, game: Game.ID, day: Day, score: Int?, maximum: Int,
        isCompleted: Bool,
        isHardMode: Bool? = nil, puzzle: Int? = nil, grid: PuzzleGrid? = nil, visibility: ScoreVisibility,
        points: Int, metric: String,
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
        self.grid = grid
        self.visibility = visibility
        self.points = points
        self.metric = metric
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

extension Score {
    /// Whether both are results of the same puzzle: the same game on the same day, and no different puzzle numbers.
    ///
    /// A reader who has such a result can see the ``grid`` without learning how to solve the puzzle.
    public func isOfSamePuzzle(as other: Score) -> Bool {
        guard game == other.game, day == other.day else { return false }
        guard let puzzle, let otherPuzzle = other.puzzle else { return true }
        return puzzle == otherPuzzle
    }
}
