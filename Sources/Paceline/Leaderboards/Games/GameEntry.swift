/// A game in a catalogue, with the patterns of its share texts and the anchor that maps puzzle numbers to days.
///
/// ```swift
/// let entry = GameEntry(chess, shareTexts: [try SharePattern("Chess {puzzle} {time}")])
/// let catalogue = try GameCatalogue.standard.adding([entry])
/// ```
public struct GameEntry: Sendable, Equatable {
    /// The game.
    public var game: Game
    /// Patterns of the game's share texts. The first that matches wins.
    public var shareTexts: [SharePattern]
    /// Maps puzzle numbers to days; nil when unknown or when the mapping depends on the player's time zone.
    public var anchor: PuzzleAnchor?
    /// Sample texts with their expected results. Adding the entry to a catalogue checks them.
    public var examples: [ShareExample]

    /// Creates an entry. Adding it to a catalogue validates it.
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
    /// Creates an entry of the built-in catalogue.
    /// - Parameters:
    ///   - patterns: must be valid; an invalid pattern is a programming error and traps.
    ///   - day0: the day of puzzle number 0, which need not exist.
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

    /// Decodes the game's fields and the entry's from the same object.
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

/// A puzzle number and its day. Numbers increase by one each day.
///
/// ```swift
/// let anchor = PuzzleAnchor(puzzle: 0, day: Day(number: 2021_06_19)!)
/// print(anchor.day(of: 1_512))
/// ```
public struct PuzzleAnchor: Sendable, Equatable, Codable {
    /// The puzzle's number.
    public var puzzle: Int
    /// The day of that puzzle.
    public var day: Day

    public init(puzzle: Int, day: Day) {
        self.puzzle = puzzle
        self.day = day
    }

    /// The day of a puzzle number, clamped to the years 1900 to 9999. The anchor's own day if the difference overflows.
    public func day(of number: Int) -> Day {
        let (days, overflows) = number.subtractingReportingOverflow(puzzle)
        return overflows ? day : day.adding(days: days)
    }
}
