/// What the score of a game counts.
public enum ScoreUnit: String, Sendable, Codable, CaseIterable {
    case guesses, mistakes, hints, seconds, stars
    /// Guesses beyond the fewest possible.
    case extraGuesses
    case points
}

extension ScoreUnit {
    /// The least that somebody who solved the puzzle can have: nobody solves one without a guess.
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
