import Paceline

extension DemoWords {
    /// What a friend says to a score, by how it went.
    enum ScoreOccasion: CaseIterable {
        case great, ordinary, failed

        /// How likely somebody generous looks at it.
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
        let most = game.scoring.mostPoints(maximum: game.maximum)
        // A puzzle solved at the first guess has one point fewer than one without any.
        return points >= (game.unit == .guesses ? most - 2 : most) && game.unit != .hints ? .great : .ordinary
    }
}
