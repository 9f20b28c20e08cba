/// A result to publish.
///
/// ```swift
/// _ = try await session.publish(ScoreDraft(score: 3, isCompleted: true), in: Game.ID("wordle")!, on: today)
/// ```
public struct ScoreDraft: Sendable, Equatable, Codable {
    /// The score in the game's ``Game/unit``, 0 to 1,000,000; nil when unknown.
    public var score: Int?
    /// The attempts the player had, 1 to 1,000,000; nil for the game's ``Game/maximum``.
    public var maximum: Int?
    /// Whether the puzzle was solved.
    public var isCompleted: Bool
    /// Whether it was played in the game's hard mode; nil when unknown.
    public var isHardMode: Bool?
    /// The puzzle's number, 0 to 100,000,000.
    public var puzzle: Int?
    /// The grid that the game prints for sharing; nil keeps the previous one if score, outcome and puzzle number are
    /// the same.
    public var grid: PuzzleGrid?
    /// Who may see the score, and which boards count it; nil keeps the previous choice, which starts as
    /// ``AccountSettings/scoreVisibility``.
    public var visibility: ScoreVisibility?
    /// True to publish the score only if the player has none in this game on this day yet, not even a worse one.
    public var ifAbsent: Bool?

    public init(
        score: Int? = nil, maximum: Int? = nil, isCompleted: Bool, isHardMode: Bool? = nil,
        puzzle: Int? = nil, grid: PuzzleGrid? = nil, visibility: ScoreVisibility? = nil,
        ifAbsent: Bool? = nil
    ) {
        self.score = score
        self.maximum = maximum
        self.isCompleted = isCompleted
        self.isHardMode = isHardMode
        self.puzzle = puzzle
        self.grid = grid
        self.visibility = visibility
        self.ifAbsent = ifAbsent
    }
}

extension ScoreDraft {
    /// The valid ranges of a draft's values.
    public enum Range {
        /// The accepted scores.
        public static let score = 0...1_000_000
        /// The accepted maximum numbers of attempts.
        public static let maximum = 1...1_000_000
        /// The accepted puzzle numbers.
        public static let puzzle = 0...100_000_000
    }

    /// Checks every value and fills in the game's maximum.
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field.
    public func checked(for game: Game) throws(SocialError) -> ScoreDraft {
        try WorkoutDraft.check(score, Range.score, "score")
        try WorkoutDraft.check(maximum, Range.maximum, "maximum")
        try WorkoutDraft.check(puzzle, Range.puzzle, "puzzle")
        var checked = self
        checked.maximum = maximum ?? game.maximum
        if isCompleted, let score { try checked.check(score, of: game) }
        return checked
    }

    private func check(_ score: Int, of game: Game) throws(SocialError) {
        guard score >= game.unit.minimum else {
            throw SocialError(.invalidValue, "Solving \(game.name) takes at least one guess.", field: "score")
        }
        guard let maximum, game.scoring == .lowerAttempts, score > maximum else { return }
        throw SocialError(
            .invalidValue,
            "\(game.name) cannot be solved in \(score): it ends after \(game.unit.label(maximum)).",
            field: "score")
    }
}

/// A score to publish together with the scores of other games on the same day.
///
/// ```swift
/// let scores = [DailyScore(game: game.id, draft: ScoreDraft(score: 3, isCompleted: true))]
/// for result in try await session.publishDailyScores(scores, on: today) where result.status == .rejected {
///     show(result.error?.message ?? "")
/// }
/// ```
public struct DailyScore: Sendable, Equatable {
    /// The game.
    public var game: Game.ID
    /// The score in that game.
    public var draft: ScoreDraft

    public init(game: Game.ID, draft: ScoreDraft) {
        self.game = game
        self.draft = draft
    }

    /// The most scores in one call.
    public static let batchLimit = 100
}

extension DailyScore: Codable {
    private enum CodingKeys: String, CodingKey {
        case game
    }

    public init(from decoder: any Decoder) throws {
        game = try decoder.container(keyedBy: CodingKeys.self).decode(Game.ID.self, forKey: .game)
        draft = try ScoreDraft(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try draft.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(game, forKey: .game)
    }
}
