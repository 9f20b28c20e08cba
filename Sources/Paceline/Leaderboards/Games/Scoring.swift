/// How the result of a game becomes points, of which more are always better.
///
/// Points compare results of one game; they are never negative, and never more than ``maxPoints(maximum:)``.
public enum Scoring: String, Sendable, Codable, CaseIterable {
    /// Fewer attempts are better, and the game ends after the last: maximum − score + 1.
    case lowerAttempts
    /// Fewer guesses are better, and a player may go on guessing; beyond the maximum there are no points:
    /// maximum − score + 1.
    case lowerGuesses
    /// Fewer hints are better: maximum − score + 1.
    case lowerHints
    /// A shorter time is better, in half minutes: 7 points below 30 s, 6 below 60 s, …, 2 below 180 s, then 1.
    case lowerTimeSeconds
    /// The score itself, at most 7.
    case higherIsBetter
}

extension Scoring {
    /// The points of one result; 0 when it was not completed or no score is known.
    /// - Parameters:
    ///   - score: attempts, guesses, hints, seconds or points; a negative one counts as 0.
    ///   - maximum: the most attempts, guesses or hints; of no account for times and points.
    public func points(score: Int?, maximum: Int, isCompleted: Bool) -> Int {
        guard isCompleted, let score = score.map({ max($0, 0) }) else { return 0 }
        switch self {
        case .lowerAttempts, .lowerGuesses, .lowerHints:
            return score <= maximum ? Self.maxCountedPoints(maximum) - score : 0
        case .lowerTimeSeconds:
            return max(Self.maxTimedPoints - score / Self.secondsPerPoint, 1)
        case .higherIsBetter:
            return min(score, Self.maxHigherPoints)
        }
    }

    /// The most points that one result can have.
    public func maxPoints(maximum: Int) -> Int {
        switch self {
        case .lowerAttempts, .lowerGuesses, .lowerHints: max(Self.maxCountedPoints(maximum), 0)
        case .lowerTimeSeconds: Self.maxTimedPoints
        case .higherIsBetter: Self.maxHigherPoints
        }
    }

    /// What a score counts unless the game says otherwise.
    public var defaultUnit: ScoreUnit {
        switch self {
        case .lowerAttempts, .lowerGuesses: .guesses
        case .lowerHints: .hints
        case .lowerTimeSeconds: .seconds
        case .higherIsBetter: .points
        }
    }

    private static let maxTimedPoints = 7
    private static let maxHigherPoints = 7
    private static let secondsPerPoint = 30

    private static func maxCountedPoints(_ maximum: Int) -> Int { maximum < .max ? maximum + 1 : maximum }
}

extension Scoring {
    /// How a result with these points reads: `3 guesses`, `2 hints`, `<1m`, `3m+`, `5 pts`.
    ///
    /// - `not solved` when it was not completed;
    /// - `solved` when it was, but earned no points: the score is unknown, or beyond the maximum;
    /// - `12 pts` when the points are more than one result can have, since they are then a sum of several.
    /// - Parameters:
    ///   - points: as ``points(score:maximum:isCompleted:)`` gave them for the same maximum.
    ///   - unit: what the score counts; ``defaultUnit`` when nil.
    public func metric(points: Int, maximum: Int, isCompleted: Bool, unit: ScoreUnit? = nil) -> String {
        guard isCompleted else { return "not solved" }
        let unit = unit ?? defaultUnit
        guard points <= maxPoints(maximum: maximum) else { return ScoreUnit.points.label(points) }
        switch self {
        case .higherIsBetter: return unit.label(max(points, 0))
        case _ where points <= 0: return "solved"
        case .lowerTimeSeconds: return Self.timeLabel(points)
        case .lowerAttempts, .lowerGuesses, .lowerHints:
            return unit.label(Self.maxCountedPoints(maximum) - points)
        }
    }

    private static func timeLabel(_ points: Int) -> String {
        let longest = maxTimedPoints * secondsPerPoint - secondsPerPoint
        guard points > 1 else { return "\(longest / 60)m+" }
        let (minutes, seconds) = (longest - (points - 2) * secondsPerPoint).quotientAndRemainder(
            dividingBy: 60)
        return switch (minutes, seconds) {
        case (0, _): "<\(seconds)s"
        case (_, 0): "<\(minutes)m"
        default: "<\(minutes)m\(seconds)s"
        }
    }
}
