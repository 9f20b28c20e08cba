import Paceline

/// Draws the grids of the games that print one.
struct DemoGrid {
    let game: Game

    init(_ game: Game) {
        self.game = game
    }

    /// - Parameter score: nil if the puzzle was not solved.
    /// - Returns: nil for games without a grid.
    func grid(of score: Int?, using random: inout DemoRandom) -> PuzzleGrid? {
        let rows: [String]? =
            switch game.id.description {
            case "wordle": guesses(score, using: &random)
            case "connections": groups(mistakes: score, using: &random)
            case "strands": bulbs(hints: score ?? 0, using: &random)
            default: nil
            }
        return rows.flatMap { PuzzleGrid($0.joined(separator: "\n")) }
    }

    /// Each guess keeps the letters found so far.
    private func guesses(_ score: Int?, using random: inout DemoRandom) -> [String] {
        var found = [Bool](repeating: false, count: 5)
        return (1...(score ?? game.maximum)).map { guess in
            if guess == score { return String(repeating: "🟩", count: 5) }
            for letter in found.indices where !found[letter] && found.count(where: { !$0 }) > 1 {
                found[letter] = random.chance(0.08 + 0.06 * Double(guess))
            }
            return found.map { $0 ? "🟩" : random.chance(0.28) ? "🟨" : "⬛" }.joined()
        }
    }

    private static let colours = ["🟨", "🟩", "🟦", "🟪"]

    /// The easiest group is yellow, the hardest purple. Four mistakes end the game.
    private func groups(mistakes: Int?, using random: inout DemoRandom) -> [String] {
        let solved = Self.colours.prefix(mistakes == nil ? random.number(0...2) : 4).map {
            String(repeating: $0, count: 4)
        }
        var rows = solved
        for _ in 0..<(mistakes ?? game.maximum) {
            let place = random.number(0...min(rows.count, 3))
            let colour = random.number(max(0, solved.count - 2)...2)
            rows.insert(
                String(repeating: Self.colours[colour], count: 3) + Self.colours[colour + 1],
                at: min(place, max(0, rows.count - 1)))
        }
        return rows
    }

    /// Seven words, one of them the theme's, with the hints between them.
    private func bulbs(hints: Int, using random: inout DemoRandom) -> [String] {
        var words = [String](repeating: "🔵", count: 7)
        words[random.number(1...6)] = "🟡"
        for _ in 0..<hints { words.insert("💡", at: random.number(0...words.count - 1)) }
        return stride(from: 0, to: words.count, by: 4).map { words[$0..<min($0 + 4, words.count)].joined() }
    }
}
