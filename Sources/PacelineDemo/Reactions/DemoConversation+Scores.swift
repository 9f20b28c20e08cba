import Paceline

extension DemoConversation {
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

    /// What friends say about a result, which depends on the game.
    static func about(_ score: DemoPlan.SharedScore) -> [DemoConversation] {
        let occasion = occasion(of: score)
        switch GameCatalogue.standard[score.game]?.unit {
        case .guesses:
            return wordGames.contains(score.game) ? words(score, occasion) : guesses(score, occasion)
        case .seconds: return seconds(score, occasion)
        default: return others(occasion)
        }
    }

    private static let wordGames = Set(["wordle", "quordle"].map { Game.ID(trusted: $0) })

    private static func words(
        _ score: DemoPlan.SharedScore, _ occasion: ScoreOccasion
    ) -> [DemoConversation] {
        switch occasion {
        case .great:
            [
                DemoConversation(
                    "In \(score.draft.score ?? 1)! Lucky guess or genius?", "I'd like to say genius.",
                    "The opener did all the work."),
                DemoConversation("How?! I'm still staring at row one.", "Two yellows and a good feeling."),
                DemoConversation("I'm not showing you mine.", "That bad? Tomorrow is another word."),
            ]
        case .ordinary:
            [
                DemoConversation("Which opener today?", "CRANE. I'm loyal.", "A new one, and never again."),
                DemoConversation("Double letters should be illegal.", "And on a weekday!"),
            ]
        case .failed:
            [
                DemoConversation(
                    "That word, though!", "I had four letters and five options.",
                    "I still don't believe it's a word."),
                DemoConversation("Don't worry, it got half the office.", "That makes me feel better."),
            ]
        }
    }

    private static func guesses(
        _ score: DemoPlan.SharedScore, _ occasion: ScoreOccasion
    ) -> [DemoConversation] {
        switch occasion {
        case .great:
            [
                DemoConversation(
                    "In \(score.draft.score ?? 1)! Did you peek?", "Never. I just knew it.",
                    "Once, on holiday. Not today.")
            ]
        case .ordinary: [DemoConversation("When did you know?", "Later than I should have.")]
        case .failed: [DemoConversation("I'd never have got that either.", "I was on the wrong continent.")]
        }
    }

    private static func seconds(
        _ score: DemoPlan.SharedScore, _ occasion: ScoreOccasion
    ) -> [DemoConversation] {
        switch occasion {
        case .great:
            [
                DemoConversation(
                    "\(Measure.clock(score.draft.score ?? 0))! Do you even look first?",
                    "Only at what I need.",
                    "My fingers are faster than my head."),
                DemoConversation("On the bus, I suppose?", "Between two stops."),
            ]
        case .ordinary, .failed:
            [
                DemoConversation(
                    "Which bit held you up?", "The bottom corner, as always.",
                    "My sister, who wanted to help.")
            ]
        }
    }

    private static func others(_ occasion: ScoreOccasion) -> [DemoConversation] {
        switch occasion {
        case .great:
            [
                DemoConversation(
                    "Not one mistake. Frame this one.", "Already on the fridge.", "The end was pure luck."),
                DemoConversation("And all that before coffee?", "During. It helps."),
            ]
        case .ordinary: [DemoConversation("Where did you get stuck?", "Halfway, for far too long.")]
        case .failed:
            [
                DemoConversation("That trap got me as well.", "I fell into it twice."),
                DemoConversation("Tomorrow is another puzzle.", "And revenge will be sweet."),
            ]
        }
    }

    static func occasion(of score: DemoPlan.SharedScore) -> ScoreOccasion {
        guard score.draft.isCompleted else { return .failed }
        guard let game = GameCatalogue.standard[score.game] else { return .ordinary }
        let points = game.points(score: score.draft.score, maximum: game.maximum, isCompleted: true)
        let most = game.scoring.maxPoints(maximum: game.maximum)
        // Solving at the first guess gives one point less than the maximum.
        return points >= (game.unit == .guesses ? most - 2 : most) && game.unit != .hints ? .great : .ordinary
    }
}
