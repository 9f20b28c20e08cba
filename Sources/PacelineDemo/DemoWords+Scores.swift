import Paceline

extension DemoWords {
    /// The kind of result that a comment refers to.
    enum ScoreOccasion: CaseIterable {
        case great, ordinary, failed

        /// The relative probability of a reaction.
        var interest: Double {
            switch self {
            case .great: 0.6
            case .ordinary: 0.04
            case .failed: 0.15
            }
        }
    }

    static let scoreComments: [ScoreOccasion: [String]] = [
        .great: [
            "Lucky guess or genius?", "How?!", "I am not showing you mine.", "On the bus, I suppose?",
            "Frame this one.",
        ],
        .ordinary: [
            "Same here, to the row.", "One better than me. Again.",
            "I had the first letter and nothing else.",
        ],
        .failed: ["That word, though!", "Nobody got that one.", "Tomorrow is another puzzle.", "Ouch."],
    ]

    static func occasion(of score: DemoPlan.SharedScore) -> ScoreOccasion {
        guard score.draft.isCompleted else { return .failed }
        guard let game = GameCatalogue.standard[score.game] else { return .ordinary }
        let points = game.points(score: score.draft.score, maximum: game.maximum, isCompleted: true)
        let most = game.scoring.maxPoints(maximum: game.maximum)
        // Solving at the first guess gives one point less than the maximum.
        return points >= (game.unit == .guesses ? most - 2 : most) && game.unit != .hints ? .great : .ordinary
    }
}
