/// One result that a share text tells.
public struct SharedScore: Sendable, Equatable, Codable {
    public var game: Game.ID
    /// The number that the text prints; nil in games that print none.
    public var puzzle: Int?
    /// The day that the text prints, otherwise the one that the number belongs to, otherwise the one that the reader
    /// was given; nil when none is known.
    public var day: Day?
    /// What the game's ``Game/unit`` counts; nil when the text tells none, as it does of a puzzle not solved.
    public var score: Int?
    /// The most that the score can be, where the game has such a limit.
    public var maximum: Int?
    /// Whether the puzzle was solved.
    public var isCompleted: Bool
    /// Nil in games without a hard mode.
    public var isHardMode: Bool?
    public var details: ShareDetails
    /// What the text and its reader say of the day, where they do not agree.
    public var contradiction: DayContradiction?

    public init(
        game: Game.ID, puzzle: Int? = nil, day: Day? = nil, score: Int?, maximum: Int? = nil,
        isCompleted: Bool, isHardMode: Bool? = nil, details: ShareDetails = ShareDetails(),
        contradiction: DayContradiction? = nil
    ) {
        self.game = game
        self.puzzle = puzzle
        self.day = day
        self.score = score
        self.maximum = maximum
        self.isCompleted = isCompleted
        self.isHardMode = isHardMode
        self.details = details
        self.contradiction = contradiction
    }
}

extension SharedScore {
    /// The result as it is published.
    public var draft: ScoreDraft {
        ScoreDraft(
            score: score, maximum: maximum, isCompleted: isCompleted, isHardMode: isHardMode, puzzle: puzzle)
    }
}

/// What a share text tells besides the score; nil for what it does not tell.
public struct ShareDetails: Sendable, Equatable, Codable {
    /// The guesses that each board of Quordle or Octordle took, in reading order; 0 for a board not solved.
    public var boards: [Int]?
    /// Rows of the grid below the result.
    public var gridRows: Int?
    /// Groups that were found in Connections, 0 to 4.
    public var groupsSolved: Int?
    public var guesses: Int?
    public var hints: Int?
    public var backtracks: Int?
    /// How near the last guess was, 0 to 100.
    public var percent: Int?
    public var theme: String?
    /// A rank of Spelling Bee, such as `Genius`.
    public var rank: String?
    public var difficulty: String?
    /// True when the game calls the solution flawless.
    public var isFlawless: Bool?
    /// True when the line of the result is a quotation, and so perhaps of somebody else.
    public var isQuoted: Bool?
    /// True when the puzzle was played later than on its day.
    public var isArchive: Bool?

    public init() {}
}

/// Days that should be one and are not.
public struct DayContradiction: Sendable, Equatable, Codable {
    /// The day on which the puzzle of the printed number appeared.
    public var puzzle: Day?
    /// The day that the text prints.
    public var printed: Day?
    /// The day that the reader was given.
    public var given: Day?

    public init(puzzle: Day?, printed: Day?, given: Day?) {
        self.puzzle = puzzle
        self.printed = printed
        self.given = given
    }

    /// - Returns: nil when all days that are known are the same.
    init?(unlessSame puzzle: Day?, _ printed: Day?, _ given: Day?) {
        guard Set([puzzle, printed, given].compactMap { $0 }).count > 1 else { return nil }
        self.init(puzzle: puzzle, printed: printed, given: given)
    }
}
