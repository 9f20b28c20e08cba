import Paceline

/// A score in its game's own notation: `3/6*`, `1:17`, `2 hints`, `not solved`.
struct ScoreResult {
    let text: String

    init(_ score: Score, in game: Game?) {
        let label = Self.label(
            score: score.score, maximum: score.maximum, isCompleted: score.isCompleted, in: game)
        text = (label ?? score.metric) + (score.isHardMode == true ? "*" : "")
    }

    /// Formats a score from a share text.
    /// - Parameter game: the score's game.
    init(_ shared: SharedScore, in game: Game) {
        let maximum = shared.maximum ?? game.maximum
        let points = game.points(score: shared.score, maximum: maximum, isCompleted: shared.isCompleted)
        let label = Self.label(
            score: shared.score, maximum: maximum, isCompleted: shared.isCompleted, in: game)
        let metric = game.metric(points: points, maximum: maximum, isCompleted: shared.isCompleted)
        text = (label ?? metric) + (shared.isHardMode == true ? "*" : "")
    }

    /// The players' notation, if it is shorter or more exact than the metric.
    private static func label(score: Int?, maximum: Int, isCompleted: Bool, in game: Game?) -> String? {
        guard let game else { return nil }
        switch (game.scoring, game.unit) {
        case (.lowerAttempts, .guesses):
            guard isCompleted else { return "X/\(maximum)" }
            return score.map { "\($0)/\(maximum)" }
        case (_, .seconds):
            return isCompleted ? score.map(Measure.clock) : nil
        default:
            return nil
        }
    }
}
