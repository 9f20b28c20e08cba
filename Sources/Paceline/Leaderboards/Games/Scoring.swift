/// A rule for converting a game's results to points. More points are always better.
///
/// Points range from 0 to ``maxPoints(maximum:)``.
///
/// ```swift
/// print(Scoring.lowerAttempts.points(score: 3, maximum: 6, isCompleted: true))  // 4
/// ```
public enum Scoring: String, Sendable, Codable, CaseIterable {
    /// Fewer attempts are better; the game ends after the last attempt. Points: maximum − score + 1.
    case lowerAttempts
    /// Fewer guesses are better; players may go on past the maximum, for no points. Points: maximum − score + 1.
    case lowerGuesses
    /// Fewer hints are better. Points: maximum − score + 1.
    case lowerHints
    /// Less time is better. Points: 7 below 30 s, 6 below 60 s, …, 2 below 180 s, then 1.
    case lowerTimeSeconds
    /// A higher score is better. Points: the score, at most 7.
    case higherIsBetter
}

extension Scoring {
    /// The points for one result; 0 when the puzzle was not solved or the score is unknown.
    /// - Parameters:
    ///   - score: attempts, guesses, hints, seconds or points; negative values count as 0.
    ///   - maximum: the most attempts, guesses or hints; ignored for times and points.
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

    /// The most points one result can earn.
    public func maxPoints(maximum: Int) -> Int {
        switch self {
        case .lowerAttempts, .lowerGuesses, .lowerHints: max(Self.maxCountedPoints(maximum), 0)
        case .lowerTimeSeconds: Self.maxTimedPoints
        case .higherIsBetter: Self.maxHigherPoints
        }
    }

    /// The maximums that a game may have.
    ///
    /// Where the maximum decides how many points a result can earn, it is at most 1,000. A person's total then stays
    /// below 2^31, as an `Int` on a watch has to: a lifetime of perfect results in dozens of games a day is less.
    public var maximums: ClosedRange<Int> {
        switch self {
        case .lowerAttempts, .lowerGuesses, .lowerHints: 1...1_000
        case .lowerTimeSeconds, .higherIsBetter: ScoreDraft.Range.maximum
        }
    }

    /// The unit of scores unless the game defines its own.
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
    /// The result as text: `3 guesses`, `2 hints`, `<1m`, `3m+`, `5 pts`.
    ///
    /// Returns `not solved` for an unsolved puzzle, `solved` when it earned no points (the score is unknown or above
    /// the maximum), and `12 pts` when the points exceed one result and so are a sum.
    /// - Parameters:
    ///   - points: the result of ``points(score:maximum:isCompleted:)`` with the same maximum.
    ///   - unit: the unit of the score; nil for ``defaultUnit``.
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
