import Foundation
import Paceline

/// The puzzle of one game on one day, equally difficult for all players.
struct DemoPuzzle {
    let game: Game
    /// The game's own number of the puzzle, if known.
    let number: Int?
    /// The difficulty, −1 for very easy to 1 for very hard.
    let difficulty: Double

    init(_ entry: GameEntry, on day: Day, using random: inout DemoRandom) {
        game = entry.game
        number = entry.anchor.map { $0.puzzle + day.ordinal - $0.day.ordinal }
        difficulty = (random.number(-1.0...1) + random.number(-1.0...1)) / 2
    }

    /// A player's result.
    func result(for gameSkill: DemoPlayer.GameSkill, using random: inout DemoRandom) -> ScoreDraft {
        // A sum of random numbers from −1 to 1, so that most results are average.
        let luck = (0..<3).reduce(0) { sum, _ in sum + random.number(-1.0...1) } / 3
        let effort = 1 - gameSkill.skill + 0.35 * difficulty + 1.05 * luck
        let score = score(effort)
        let isSolved = score <= mostSolved
        return ScoreDraft(
            score: isSolved ? score : nil, isCompleted: isSolved, isHardMode: gameSkill.isHardMode,
            puzzle: number, grid: DemoGrid(game).grid(of: isSolved ? score : nil, using: &random))
    }

    /// - Parameter effort: about 0 for a good result, 1 for a bad one.
    private func score(_ effort: Double) -> Int {
        switch game.unit {
        case .guesses: max(1, Int((Double(game.maximum) * (0.5 + 0.36 * effort)).rounded()))
        case .seconds: max(14, Int(38 * exp(1.5 * effort)))
        default: max(0, Int((3.4 * effort - 0.4).rounded()))
        }
    }

    private var mostSolved: Int {
        switch game.unit {
        case .guesses: game.maximum
        case .mistakes: game.maximum - 1
        default: .max
        }
    }
}
