import Testing

@testable import Paceline

/// Damaged share texts: truncated, doubled, shuffled, with characters lost, swapped and inserted.
@Suite struct ShareTextMutationTests {
    private static let texts = GameCatalogue.standard.entries.flatMap { entry in
        entry.examples.map { ($0.text, entry) }
    }

    @Test(arguments: [UInt64](1...40))
    func `results from a damaged text are always contained in it`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            var text = Self.texts[Int.random(in: 0..<Self.texts.count, using: &random)].0
            for _ in 0..<Int.random(in: 1...4, using: &random) { text = Self.mutated(text, using: &random) }
            for result in try ShareText.read(text) { Self.expect(result, standsIn: text, seed: seed) }
        }
    }

    @Test(arguments: [UInt64](1...40))
    func `joined texts give the results of each`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let parts = (0..<8).map { _ in Self.texts[Int.random(in: 0..<Self.texts.count, using: &random)].0 }
        let apart = try parts.flatMap { try ShareText.read($0) }
        for joint in ["\n\n", "\n\nand the next one\n", "\r\n\r\n"] {
            #expect(try ShareText.read(parts.joined(separator: joint)) == apart, "seed \(seed)")
        }
    }

    @Test func `a text without a game's name gives no result`() throws {
        var random = SeededRandom(seed: 5)
        for (text, entry) in Self.texts {
            for _ in 0..<20 {
                var nameless = Self.mutated(text, using: &random)
                for title in Self.titles(of: entry) {
                    while nameless.contains(title) { nameless = nameless.replacing(title, with: "") }
                }
                #expect(
                    !(try ShareText.read(nameless)).contains { $0.game == entry.game.id }, "\(nameless)")
            }
        }
    }

    @Test func `truncated texts give a correct result or none`() throws {
        for (text, entry) in Self.texts {
            let whole = try #require(try ShareText.read(text).first)
            for length in 0..<text.unicodeScalars.count {
                let cut = String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
                for result in try ShareText.read(cut) {
                    let isSame = result.isCompleted == whole.isCompleted && result.puzzle == whole.puzzle
                    // Only the truncation itself may remove the last digits of a number or time.
                    let isShorter = "\(whole.score ?? 0)".hasPrefix("\(result.score ?? 0)")
                    #expect(isSame && (result.score == whole.score || isShorter), "\(entry.game.id): \(cut)")
                }
            }
        }
    }
}

extension ShareTextMutationTests {
    /// The name of the game, the number of the puzzle, and the score or time where it is printed, must be in the text
    /// literally; a score counted from a board cannot exceed the board's cells.
    static func expect(_ result: SharedScore, standsIn text: String, seed: UInt64) {
        let plain = ShareScalar.plain(text)
        let seen = string(plain)
        let digits = string(plain.filter { !$0.isSeparator })
        let place: Testing.Comment = "seed \(seed): \(text)"
        guard let entry = GameCatalogue.standard.entries.first(where: { $0.game.id == result.game }) else {
            Issue.record(place)
            return
        }
        #expect(titles(of: entry).contains { seen.contains($0.lowercased()) }, place)
        if let puzzle = result.puzzle { #expect(digits.contains("\(puzzle)"), place) }
        guard let score = result.score else { return }
        if entry.game.unit == .seconds {
            #expect(clocks(score).contains { seen.contains($0) }, place)
        } else if entry.shareTexts.allSatisfy({ $0.description.contains(/\{score\}|\{lost\}/) }) {
            #expect(digits.contains("\(score)"), place)
        } else {
            #expect(score <= plain.count { $0.isPicture } * entry.game.maximum, place)
        }
    }

    private static func string(_ scalars: [ShareScalar]) -> String {
        String(String.UnicodeScalarView(scalars.compactMap { Unicode.Scalar($0.value) })).lowercased()
    }

    /// The time as hours, minutes and seconds, and as minutes and seconds.
    private static func clocks(_ seconds: Int) -> [String] {
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        let tail = rest < 10 ? ":0\(rest)" : ":\(rest)"
        return ["\(hours):\(minutes < 10 ? "0" : "")\(minutes)\(tail)", "\(seconds / 60)\(tail)"]
    }

    /// The first words of a game's patterns.
    private static func titles(of entry: GameEntry) -> [String] {
        entry.shareTexts.map { String($0.description.prefix { !" {".contains($0) }) }.filter { !$0.isEmpty }
    }

    static func mutated(_ text: String, using random: inout SeededRandom) -> String {
        var scalars = Array(text.unicodeScalars)
        guard !scalars.isEmpty else { return text }
        let place = Int.random(in: 0..<scalars.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: scalars.removeSubrange(place...)
        case 1: scalars += scalars
        case 2: scalars.remove(at: place)
        case 3: scalars.insert("🎉", at: place)
        case 4: scalars.insert("7", at: place)
        case 5:
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).shuffled(using: &random)
            return lines.joined(separator: "\n")
        case 6: scalars.swapAt(place, Int.random(in: 0..<scalars.count, using: &random))
        default:
            let other = texts[Int.random(in: 0..<texts.count, using: &random)].0.unicodeScalars
            scalars.insert(contentsOf: other, at: place)
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
