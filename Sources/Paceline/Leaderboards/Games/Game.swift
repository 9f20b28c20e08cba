/// A daily puzzle: its name and how its results convert to points.
///
/// ```swift
/// for game in try await session.games() { print(game.name, game.maximum) }
/// ```
public struct Game: Sendable, Equatable, Codable, Identifiable {
    public var id: ID
    /// 1 to 50 characters.
    public var name: String
    /// An SF Symbols name, such as `square.grid.3x3.fill`.
    public var symbol: String
    /// How results convert to points.
    public var scoring: Scoring
    /// The highest possible score, in the game's unit: attempts, hints or stars. See
    /// ``Scoring/maximums`` for its range.
    ///
    /// For puzzles without such a limit, the value beyond which results earn the same points.
    public var maximum: Int
    /// What a score counts.
    public var unit: ScoreUnit

    /// - Parameter unit: what a score counts; nil for the scoring's ``Scoring/defaultUnit``.
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

    /// Decodes a game; a missing unit becomes the scoring's default.
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
    /// The points for one day's result.
    /// - Parameter maximum: the player's attempts, capped at the game's maximum so that players cannot inflate their
    ///   points.
    /// - Returns: 0 to ``Scoring/maxPoints(maximum:)`` of the game's maximum.
    public func points(score: Int?, maximum: Int, isCompleted: Bool) -> Int {
        scoring.points(score: score, maximum: min(maximum, self.maximum), isCompleted: isCompleted)
    }

    /// The result as text; see ``Scoring/metric(points:maximum:isCompleted:unit:)``.
    public func metric(points: Int, maximum: Int, isCompleted: Bool) -> String {
        scoring.metric(
            points: points, maximum: min(maximum, self.maximum), isCompleted: isCompleted, unit: unit)
    }
}
