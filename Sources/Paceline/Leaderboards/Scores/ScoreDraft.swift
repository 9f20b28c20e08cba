/// A result as its player gives it to be published.
public struct ScoreDraft: Sendable, Equatable, Codable {
    /// What the game's ``Game/unit`` counts; nil when it is not known.
    public var score: Int?
    /// The most attempts that the player had; the game's ``Game/maximum`` when nil.
    public var maximum: Int?
    public var isCompleted: Bool
    public var isHardMode: Bool?
    /// The number that the game gives its puzzle.
    public var puzzle: Int?
    /// Public when nil, or as it was chosen before.
    public var visibility: ItemVisibility?

    public init(
        score: Int? = nil, maximum: Int? = nil, isCompleted: Bool, isHardMode: Bool? = nil,
        puzzle: Int? = nil, visibility: ItemVisibility? = nil
    ) {
        self.score = score
        self.maximum = maximum
        self.isCompleted = isCompleted
        self.isHardMode = isHardMode
        self.puzzle = puzzle
        self.visibility = visibility
    }
}

extension ScoreDraft {
    /// The values that a result can have.
    public enum Range {
        public static let score = 0...1_000_000
        public static let maximum = 1...1_000_000
        public static let puzzle = 0...100_000_000
    }

    /// The draft with every value checked, and the game's maximum filled in where none was given.
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field.
    public func checked(for game: Game) throws(SocialError) -> ScoreDraft {
        try Self.check(score, Range.score, "score")
        try Self.check(maximum, Range.maximum, "maximum")
        try Self.check(puzzle, Range.puzzle, "puzzle")
        var checked = self
        checked.maximum = maximum ?? game.maximum
        if isCompleted, let score { try checked.check(score, of: game) }
        return checked
    }

    private func check(_ score: Int, of game: Game) throws(SocialError) {
        guard score >= game.unit.minimum else {
            throw SocialError(.invalidValue, "Nobody solves \(game.name) without a guess.", field: "score")
        }
        guard let maximum, game.scoring == .lowerAttempts, score > maximum else { return }
        throw SocialError(
            .invalidValue,
            "\(game.name) was not solved in \(score): it ends after \(game.unit.label(maximum)).",
            field: "score")
    }

    private static func check(
        _ value: Int?, _ range: ClosedRange<Int>, _ field: String
    ) throws(SocialError) {
        guard let value, !range.contains(value) else { return }
        throw SocialError(
            .invalidValue, "\(field) must be between \(range.lowerBound) and \(range.upperBound).",
            field: field)
    }
}
