import Paceline

/// What reading share texts is measured by: one thread, texts of our own.
enum ShareTextBenchmarks {
    private static let clock = ContinuousClock()

    /// The examples of all games, as they are and as people send them, read over and over.
    static func textsPerSecond() throws -> Double {
        let examples = GameCatalogue.standard.entries.flatMap { $0.examples.map(\.text) }
        let sent = examples.map { "[10:32, 1/2/2026] Ana: \($0)\n\nphew, that was close 🎉 what about you?" }
        let texts = examples + sent
        let rounds = 100
        var results = 0
        let time = try clock.measure {
            for _ in 0..<rounds {
                for text in texts { results += try ShareText.read(text).count }
            }
        }
        guard results == rounds * texts.count else {
            throw BenchmarkFailure("From \(rounds * texts.count) texts, \(results) results were read.")
        }
        return Double(rounds * texts.count) / (time / .seconds(1))
    }

    /// The longest that any of the texts takes which are made to take long, in milliseconds: as long as they may be,
    /// of squares, digits, blanks, line breaks, and of what each game's texts begin with.
    static func worstMilliseconds() throws -> Double {
        let beginnings = GameCatalogue.standard.entries.flatMap { entry in
            entry.shareTexts.map { String($0.description.prefix { $0 != "{" }) }
        }
        let repeated =
            [
                "🟩", "⬛🟨", "1", "1,", "1 234", " ", "\n", "> ", "*", "Wordle 1,", "Wordle 1,234 3/6 a ",
                "Pinpoint 1 | 5 1\u{20E3} %",
            ]
            + [
                "Connections\nPuzzle 1\n🟨🟨🟨🟨\n", "Strands 1\n“a”\n🔵🔵🔵🔵\n",
                "Wordle 1 3/6 a\n\n\n\n\na\n\n\n\n\n",
            ]
            + beginnings.filter { !$0.isEmpty }
        return try repeated.map { piece in
            let text = String(repeating: piece, count: ShareText.limit / piece.utf8.count)
            return try clock.measure { _ = try ShareText.read(text) }.milliseconds
        }.max() ?? 0
    }
}
