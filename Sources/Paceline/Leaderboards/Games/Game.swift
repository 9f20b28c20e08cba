/// A daily puzzle whose results are compared: what it is called and how its results become points.
public struct Game: Sendable, Equatable, Codable, Identifiable {
    public var id: ID
    /// What its players call it; 1 to 50 characters.
    public var name: String
    /// The name of its picture among SF Symbols, such as `square.grid.3x3.fill`.
    public var symbol: String
    public var scoring: Scoring
    /// The most that a result can count, in the unit of its scores: attempts that a player has, hints that a board
    /// gives, stars to win. Where the puzzle itself has no such limit, the value from which on results are no longer
    /// told apart; 1 to 1,000,000.
    public var maximum: Int
    /// What a score counts.
    public var unit: ScoreUnit

    /// - Parameter unit: nil for the one that goes with the scoring.
    public init(
        id: ID, name: String, symbol: String, scoring: Scoring, maximum: Int, unit: ScoreUnit? = nil
    ) {
        self.id = id
        self.name = name
        self.symbol = symbol
        self.scoring = scoring
        self.maximum = maximum
        self.unit = unit ?? scoring.defaultUnit
    }
}

extension Game {
    private enum CodingKeys: String, CodingKey { case id, name, symbol, scoring, maximum, unit }

    /// A game written down without its unit has the one that goes with its scoring.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(ID.self, forKey: .id),
            name: try container.decode(String.self, forKey: .name),
            symbol: try container.decode(String.self, forKey: .symbol),
            scoring: try container.decode(Scoring.self, forKey: .scoring),
            maximum: try container.decode(Int.self, forKey: .maximum),
            unit: try container.decodeIfPresent(ScoreUnit.self, forKey: .unit))
    }
}

extension Game {
    /// The points of one day's result.
    /// - Parameter maximum: the most attempts that the player had. More than the game gives anybody earns nothing:
    ///   otherwise a player could choose the points.
    /// - Returns: 0 to ``Scoring/maxPoints(maximum:)`` of the game's maximum.
    public func points(score: Int?, maximum: Int, isCompleted: Bool) -> Int {
        scoring.points(score: score, maximum: min(maximum, self.maximum), isCompleted: isCompleted)
    }

    /// How a result with these points reads, as ``Scoring/metric(points:maximum:isCompleted:unit:)`` says.
    public func metric(points: Int, maximum: Int, isCompleted: Bool) -> String {
        scoring.metric(
            points: points, maximum: min(maximum, self.maximum), isCompleted: isCompleted, unit: unit)
    }
}
