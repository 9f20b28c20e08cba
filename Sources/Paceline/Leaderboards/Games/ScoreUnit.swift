/// What a game's score counts.
///
/// ```swift
/// let allowed = game.unit.minimum...game.maximum
/// ```
public enum ScoreUnit: String, Sendable, Codable, CaseIterable {
    /// Guesses used, from 1.
    case guesses
    /// Mistakes made, from 0.
    case mistakes
    /// Hints used, from 0.
    case hints
    /// Seconds taken.
    case seconds
    /// Stars earned.
    case stars
    /// Guesses beyond the fewest possible, from 0.
    case extraGuesses
    /// Points. Whether more are better depends on the game's ``Scoring``.
    case points
}

extension ScoreUnit {
    /// The lowest score of a solved puzzle: 1 for guesses, otherwise 0.
    public var minimum: Int { self == .guesses ? 1 : 0 }

    /// `1 guess`, `3 guesses`, `5 pts`.
    func label(_ count: Int) -> String { "\(count) \(count == 1 ? singular : plural)" }

    private var singular: String {
        switch self {
        case .guesses: "guess"
        case .mistakes: "mistake"
        case .hints: "hint"
        case .seconds: "second"
        case .stars: "star"
        case .extraGuesses: "extra guess"
        case .points: "pt"
        }
    }

    private var plural: String {
        switch self {
        case .guesses, .extraGuesses: singular + "es"
        case .mistakes, .hints, .seconds, .stars, .points: singular + "s"
        }
    }
}
