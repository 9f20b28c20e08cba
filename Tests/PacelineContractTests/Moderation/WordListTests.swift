import Foundation
import Paceline
import PacelineEngine
import PacelineTestSupport
import Testing

@Suite("Word lists")
struct WordListTests {
    private static let list = WordList(
        trusted: "1 mild # a comment\n\n3 darn\n3 foul*\n2 boob\n4 Ёлка\n2 straße")

    @Test(
        "words are found in each spelling, but not inside other words",
        arguments: [
            ("darn", 3), ("DARN!", 3), ("d4rn", 3), ("d@rn", 3), ("dàrñ", 3), ("daaaarn", 3), ("d a r n", 3),
            ("d.a.r.n", 3), ("da\u{200B}rn", 3), ("ｄａｒｎ", 3), ("dаrn", 3), ("that d-a-r-n thing", 3),
            ("mild darn", 3), ("so mild", 1), ("foul", 3), ("fouls", 3), ("foully", 3), ("FOUL", 3),
            ("@darn", 0), ("darned", 0), ("undarn", 0), ("daarn", 0), ("d a r", 0), ("d a   r n", 0),
            ("afoul", 0),
            ("bob", 0), ("boob", 2), ("booooob", 2), ("ёлка", 4), ("ёлкаъ", 0), ("STRASSE", 2),
            ("strasse", 2),
            ("455", 0), ("4 x 500m", 0), ("", 0), ("!!!", 0), ("da rn", 0),
        ])
    func spellings(text: String, severity: Int) {
        #expect(Self.list.severity(of: text) == severity, "\(text)")
        #expect((Self.list.masked(text, from: 1) != text) == (severity > 0), "\(text)")
    }

    @Test("a mask has a dot for each character, and leaves the rest as it is")
    func masks() {
        let list = Self.list
        #expect(list.masked("Oh d4rn, mild 👍🏽 d a r n!", from: 1) == "Oh ••••, •••• 👍🏽 •••••••!")
        #expect(list.masked("Oh d4rn, mild 👍🏽 darn!", from: 3) == "Oh ••••, mild 👍🏽 ••••!")
        #expect(list.masked("darn", from: 4) == "darn")
        #expect(list.masked("https://darn.example darn", from: 1, hidesLinks: true) == "••• ••••")
        #expect(list.masked("dárn\u{301}s dàrn\u{301}", from: 1) == "dárn\u{301}s ••••")
    }

    @Test(
        "a wrong line is named",
        arguments: [
            ("3 darn\n5 foul", 2), ("darn", 1), ("3", 1), ("-1 darn", 1), ("3 two words", 1), ("3 455", 1),
            ("3 darn\r\n\r\nx foul", 3), ("3 *", 1),
        ])
    func malformed(text: String, line: Int) {
        let error = #expect(throws: WordList.Malformed.self) { try WordList(parsing: text) }
        #expect(error?.line == line)
    }

    @Test("later entries take precedence, and 0 removes an entry")
    func adding() throws {
        let list = try Self.list.adding("0 darn\n4 mild\n1 other\n0 foul*")
        #expect(["darn", "mild", "other", "foul"].map { list.severity(of: $0) } == [0, 4, 1, 0])
        let others = [try Self.list.adding("1 x"), try Self.list.adding("1 x")].map(\.fingerprint)
        #expect(others[0] == others[1])
        #expect(Set([list.fingerprint, Self.list.fingerprint, others[0]]).count == 3)
    }

    @Test("random texts are masked once and for all, keep their other words, and match a plain search")
    func randomTexts() {
        var random = SystemRandomNumberGenerator()
        let parts = [
            "darn", "mild", "boob", "foul", "fouls", "run", "d", "5", " ", "  ", ".", "-", "!", "é", "👍🏽",
            "\u{200B}", "\n", "ß", "Ёлка", "@", "$", "\u{301}", "b", "o", "_",
        ]
        let words = ["darn": 3, "mild": 1, "boob": 2, "foul": 3, "fouls": 3, "run": 0, "dawn": 0]
        for _ in 0..<Repetitions.count(2_000, deep: 50_000) {
            let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            }.joined()
            let masked = Self.list.masked(text, from: 1)
            #expect(Self.list.severity(of: masked) == 0, "\(text)")
            #expect(Self.list.masked(masked, from: 1) == masked, "\(text)")
            #expect((masked == text) == (Self.list.severity(of: text) == 0), "\(text)")

            let plain = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                words.keys.sorted()[Int.random(in: 0..<words.count, using: &random)]
            }
            let least = Int.random(in: 1...4, using: &random)
            let expected = plain.map { word in
                words[word, default: 0] >= least ? String(repeating: "•", count: word.count) : word
            }
            let found = Self.list.masked(plain.joined(separator: " "), from: least)
            #expect(found == expected.joined(separator: " "))
        }
    }

    @Test("the built-in list knows words of several languages, and no ordinary ones")
    func builtIn() {
        let words = WordList.builtIn
        #expect(words.severity(of: "What the hell, this is bullshit") == 2)
        #expect(["Arschloch", "merde", "mierda", "cazzo", "kurwa"].allSatisfy { words.severity(of: $0) > 0 })
        for text in [
            "Snatch PR, then clean and jerk", "Analysis of my splits", "Scunthorpe half marathon",
            "Cockermouth 10k",
            "5 x 500m / 2:00 rest", "Class at the pass", "Titanic rowing club", "Dickens and Hancock",
            "Assistance!",
        ] {
            #expect(words.severity(of: text) == 0, "\(text)")
        }
    }

    /// An entry of the list from which the built-in one was made.
    private struct Entry: Decodable {
        let match: String
        let severity: Int
        let exceptions: [String]?

        var words: [String] { match.replacing("*", with: "").split(separator: "|").map(String.init) }
    }

    @Test(
        "the built-in list leaves out words that contain a listed one by accident",
        .enabled(if: TestData.isPresent, "the shared word lists are absent"))
    func innocentWords() throws {
        let entries = try JSONDecoder().decode(
            [Entry].self, from: Data(try TestData.bytes("moderation/profanity_01.json")))
        let listed = Set(entries.flatMap(\.words)).union(["lesbos", "poofs", "spicks"])
        let innocent = entries.flatMap { entry in
            (entry.exceptions ?? []).flatMap { exception in
                entry.words.map { exception.replacing("*", with: $0) }
            }
        }
        .filter { $0.allSatisfy(\.isLetter) && !listed.contains($0) }
        #expect(innocent.count > 500)
        for word in innocent { #expect(WordList.builtIn.severity(of: word) == 0, "\(word)") }
        let strong = entries.filter { $0.severity >= 3 }.flatMap(\.words).filter { $0.allSatisfy(\.isLetter) }
        let found = strong.count { WordList.builtIn.severity(of: $0) > 0 }
        #expect(found * 10 > strong.count * 8, "\(found) of \(strong.count)")
    }

    @Test(
        "the built-in list masks hardly any names",
        .enabled(if: TestData.isPresent, "the shared names are absent"))
    func names() throws {
        let lines = String(decoding: try TestData.bytes("names/names_by_locale.tsv"), as: UTF8.self)
            .split(separator: "\n").dropFirst()
        let names = lines.compactMap { $0.split(separator: "\t").last.map(String.init) }
        #expect(names.count > 10_000)
        let masked = names.filter { WordList.builtIn.severity(of: $0) >= 3 }
        #expect(masked.count <= 5, "\(masked)")
    }
}
