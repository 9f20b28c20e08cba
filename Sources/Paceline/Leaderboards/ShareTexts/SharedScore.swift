/// A result found in a share text.
///
/// ```swift
/// for shared in try await session.readScores(in: text, on: nil) where shared.isCompleted {
///     print(shared.game, shared.score ?? 0)
/// }
/// ```
public struct SharedScore: Sendable, Equatable, Codable {
    /// The game.
    public var game: Game.ID
    /// The puzzle number in the text; nil when there is none.
    public var puzzle: Int?
    /// The date in the text, otherwise the day of the puzzle number, otherwise the caller's day; nil when unknown.
    public var day: Day?
    /// The score in the game's ``Game/unit``; nil when the text has none, as for an unsolved puzzle.
    public var score: Int?
    /// The highest possible score, in games with limited attempts.
    public var maximum: Int?
    /// Whether the puzzle was solved.
    public var isCompleted: Bool
    /// Nil in games without a hard mode.
    public var isHardMode: Bool?
    /// The grid in the text.
    public var grid: PuzzleGrid?
    /// Further facts from the text.
    public var details: ShareDetails
    /// The different days given by the number, the text and the caller; nil when they agree.
    public var dateConflict: DateConflict?

    public init(
        game: Game.ID, puzzle: Int? = nil, day: Day? = nil, score: Int?, maximum: Int? = nil,
        isCompleted: Bool, isHardMode: Bool? = nil, grid: PuzzleGrid? = nil,
        details: ShareDetails = ShareDetails(),
        dateConflict: DateConflict? = nil
    ) {
        self.game = game
        self.puzzle = puzzle
        self.day = day
        self.score = score
        self.maximum = maximum
        self.isCompleted = isCompleted
        self.isHardMode = isHardMode
        self.grid = grid
        self.details = details
        self.dateConflict = dateConflict
    }
}

extension SharedScore {
    /// The result as a draft to publish.
    public var draft: ScoreDraft {
        ScoreDraft(
            score: score, maximum: maximum, isCompleted: isCompleted, isHardMode: isHardMode, puzzle: puzzle,
            grid: grid)
    }
}

/// Facts from a share text besides the score. Values the text does not contain are nil.
///
/// ```swift
/// if shared.details.isQuoted == true { askWhetherItIsTheirs() }
/// ```
public struct ShareDetails: Sendable, Equatable, Codable {
    /// The guesses for each board of Quordle or Octordle, in reading order; 0 for an unsolved board.
    public var boards: [Int]?
    /// The number of rows in the grid.
    public var gridRows: Int?
    /// The groups solved in Connections, 0 to 4.
    public var groupsSolved: Int?
    /// The number of guesses.
    public var guesses: Int?
    /// The number of hints used.
    public var hints: Int?
    /// The number of backtracks.
    public var backtracks: Int?
    /// How close the last guess was, 0 to 100.
    public var percent: Int?
    /// The puzzle's theme.
    public var theme: String?
    /// A rank of Spelling Bee, such as `Genius`.
    public var rank: String?
    /// The puzzle's difficulty, in the words of the game.
    public var difficulty: String?
    /// True when the game calls the solution flawless.
    public var isFlawless: Bool?
    /// True when the result is in a quoted line, and so may be another person's.
    public var isQuoted: Bool?
    /// True for a puzzle from the archive, played after its day.
    public var isArchive: Bool?

    public init() {}
}

/// The days of a result that should agree and do not.
///
/// ```swift
/// if let conflict = shared.dateConflict { askForDay(among: [conflict.puzzle, conflict.printed, conflict.given]) }
/// ```
public struct DateConflict: Sendable, Equatable, Codable {
    /// The day of the puzzle number.
    public var puzzle: Day?
    /// The date in the text.
    public var printed: Day?
    /// The day passed by the caller.
    public var given: Day?

    public init(puzzle: Day?, printed: Day?, given: Day?) {
        self.puzzle = puzzle
        self.printed = printed
        self.given = given
    }

    /// - Returns: nil when all known days agree.
    init?(unlessSame puzzle: Day?, _ printed: Day?, _ given: Day?) {
        guard Set([puzzle, printed, given].compactMap { $0 }).count > 1 else { return nil }
        self.init(puzzle: puzzle, printed: printed, given: given)
    }
}
