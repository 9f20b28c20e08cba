/// A game of a catalogue: what it is, how its share text looks, and how its numbers become days.
///
/// This is all there is to adding a game.
public struct GameEntry: Sendable, Equatable {
    public var game: Game
    /// How the texts look that the game copies; the first that fits is taken.
    public var shareTexts: [SharePattern]
    /// Nil where it is not known on which day a number appears, or where that depends on the player's time zone.
    public var anchor: PuzzleAnchor?
    /// Texts of the game, and what must be read from them.
    public var examples: [ShareExample]

    public init(
        _ game: Game, shareTexts: [SharePattern] = [], anchor: PuzzleAnchor? = nil,
        examples: [ShareExample] = []
    ) {
        self.game = game
        self.shareTexts = shareTexts
        self.anchor = anchor
        self.examples = examples
    }
}

extension GameEntry {
    /// A game of the tables that come with the program.
    /// - Parameters:
    ///   - patterns: correct ones: a mistake in them ends the program when the table is first used.
    ///   - day0: the day on which the puzzle with the number 0 appeared, or would have.
    init(
        _ id: String, _ name: String, symbol: String, _ scoring: Scoring, maximum: Int,
        unit: ScoreUnit? = nil, _ patterns: [String], day0: Day? = nil, examples: [ShareExample]
    ) {
        self.init(
            Game(
                id: Game.ID(trusted: id), name: name, symbol: symbol, scoring: scoring, maximum: maximum,
                unit: unit),
            shareTexts: patterns.map(SharePattern.init(known:)),
            anchor: day0.map { PuzzleAnchor(puzzle: 0, day: $0) }, examples: examples)
    }
}

extension GameEntry: Codable {
    private enum CodingKeys: String, CodingKey { case shareTexts, anchor, examples }

    /// Written as the game with its other fields beside.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try Game(from: decoder),
            shareTexts: try container.decodeIfPresent([SharePattern].self, forKey: .shareTexts) ?? [],
            anchor: try container.decodeIfPresent(PuzzleAnchor.self, forKey: .anchor),
            examples: try container.decodeIfPresent([ShareExample].self, forKey: .examples) ?? [])
    }

    public func encode(to encoder: any Encoder) throws {
        try game.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(shareTexts, forKey: .shareTexts)
        try container.encodeIfPresent(anchor, forKey: .anchor)
        try container.encode(examples, forKey: .examples)
    }
}

/// The day on which a puzzle of a known number appeared; every day since, and before, has the next one.
public struct PuzzleAnchor: Sendable, Equatable, Codable {
    public var puzzle: Int
    public var day: Day

    public init(puzzle: Int, day: Day) {
        self.puzzle = puzzle
        self.day = day
    }

    /// The day on which the puzzle of this number appears; clamped to the years 1900 to 9999.
    public func day(of number: Int) -> Day {
        let (days, overflows) = number.subtractingReportingOverflow(puzzle)
        return overflows ? day : day.adding(days: days)
    }
}
