import Foundation
import Testing

@testable import Paceline

@Suite struct TextRuleTests {
    let name = TextRule(field: "name", length: 1...10)
    let note = TextRule(field: "note", length: 0...10, allowsLines: true)

    @Test func `text is trimmed and composed`() throws {
        #expect(try name.check("  Z\u{30C}iga \n") == "\u{17D}iga")
        #expect(try name.check("\u{A0}Ana\u{2003}") == "Ana")
        #expect(try note.check(" \n ") == "")
    }

    @Test func `lengths count visible characters`() throws {
        #expect(try name.check(String(repeating: "👨‍👩‍👧‍👦", count: 10)).count == 10)
        #expect(throws: SocialError.self) { try name.check(String(repeating: "👨‍👩‍👧‍👦", count: 11)) }
        #expect(try name.check(String(repeating: "x", count: 10)).count == 10)
        for text in [
            "", "   ", String(repeating: "x", count: 11), "a" + String(repeating: "\u{301}", count: 90),
        ] {
            #expect(throws: SocialError.self) { try name.check(text) }
        }
    }

    @Test(arguments: ["\u{0}", "\u{7}", "\u{1B}", "\u{7F}", "\u{85}", "\u{202E}", "\u{2066}", "\u{FFFF}"])
    func `control characters are rejected everywhere`(control: String) {
        for rule in [name, note] {
            #expect { try rule.check("a\(control)b") } throws: { ($0 as? SocialError)?.field == rule.field }
        }
    }

    @Test(arguments: ["\n", "\r\n", "\t", "\u{2028}", "\u{2029}"])
    func `line breaks are allowed only where the rule says so`(
        separator: String
    ) throws {
        #expect(throws: SocialError.self) { try name.check("a\(separator)b") }
        #expect(try note.check("a\(separator)b") == "a\(separator)b")
    }

    @Test(arguments: [
        "\u{200B}", "\u{200B}\u{200D}", "\u{2060}", "\u{3164}", "\u{AD}", "\u{FEFF}", "\u{E0041}",
        "\u{200B} \u{200B}", "\u{2800}\u{2800}", "\u{1D159}", "\u{FFF9}",
    ])
    func `a required text must be visible`(invisible: String) throws {
        #expect(throws: SocialError.self) { try name.check(invisible) }
        #expect(try name.check("a" + invisible + "b").unicodeScalars.first == "a")
    }

    @Test(.enabled(if: SharedData.has("moderation/naughty_strings.json"), "the shared strings are absent"))
    func `hostile strings are kept as they are or rejected`() throws {
        let strings = try JSONDecoder().decode(
            [String].self, from: SharedData.data("moderation/naughty_strings.json"))
        #expect(strings.count > 500)
        for rule in [TextRule.displayName, .comment, .bio, .workoutTitle] {
            for string in strings {
                guard let text = Self.checked(string, rule) else { continue }
                #expect(rule.length.contains(text.count))
                #expect(Self.checked(text, rule) == text)
                #expect(
                    text.unicodeScalars.allSatisfy {
                        $0.value >= 0x20 || rule.allowsLines && "\n\r\t".unicodeScalars.contains($0)
                    })
            }
        }
    }

    private static func checked(_ text: String, _ rule: TextRule) -> String? {
        do { return try rule.check(text) } catch { return nil }
    }
}
