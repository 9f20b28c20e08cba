import Paceline

/// The benchmarks of the share text parser, on one thread.
enum ShareTextBenchmarks {
    private static let clock = ContinuousClock()

    /// Measures texts per second over all games' examples, alone and within chat messages.
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
            throw BenchmarkFailure("Expected \(rounds * texts.count) results, but parsed \(results).")
        }
        return Double(rounds * texts.count) / (time / .seconds(1))
    }

    /// Measures the slowest of several adversarial texts of maximum length, in milliseconds: repeated squares, digits,
    /// blanks, line breaks, and beginnings of each game's texts.
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
