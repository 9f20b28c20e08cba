import Testing

@testable import PacelineCommand

@Suite("Display width") struct DisplayWidthTests {
    @Test(
        "The width is the number of terminal columns",
        arguments: [
            ("Ana", 3), ("Žiga", 4), ("Z\u{30C}iga", 4), ("山田ハル", 8), ("한서윤", 6), ("👊", 2), ("👩🏽‍🚀", 2),
            ("🇸🇮", 2),
            ("❤️", 2), ("e\u{200B}", 1), ("", 0),
        ])
    func width(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test(
        "Text is truncated between characters, with room for the ellipsis",
        arguments: [
            ("Mereworth", 5, "Mere…"), ("山田ハル", 5, "山田…"), ("山田ハル", 4, "山…"), ("Ana", 3, "Ana"),
            ("Ana", 0, ""),
        ])
    func truncated(text: String, columns: Int, expected: String) {
        #expect(text.truncated(to: columns) == expected)
        #expect(text.truncated(to: columns).displayWidth <= columns)
    }

    @Test(
        "Text wraps between words, and within words longer than a line",
        arguments: [
            ("Ana", 5, ["Ana"]), ("one two three", 7, ["one two", "three"]),
            ("Mereworth", 5, ["Merew", "orth"]), ("山田ハル さん", 5, ["山田", "ハル", "さん"]),
        ])
    func wrapped(text: String, columns: Int, expected: [String]) {
        #expect(text.wrapped(to: columns) == expected)
    }

    @Test("Untrusted text stays on one line and cannot move the cursor")
    func oneLine() {
        #expect("a\nb\t\u{1B}[31mc\r".onOneLine == #"a b \u{1B}[31mc"#)
    }

    @Test(
        "Control characters and bidirectional overrides are spelled out, and line breaks become spaces",
        arguments: [
            ("\u{0}", #"\u{0}"#), ("\u{8}", #"\u{8}"#), ("\u{1B}]0;x\u{7}", #"\u{1B}]0;x\u{7}"#),
            ("\u{7F}", #"\u{7F}"#), ("\u{9B}2J", #"\u{9B}2J"#), ("\u{202E}", #"\u{202E}"#),
            ("\u{2067}", #"\u{2067}"#), ("\u{2069}", #"\u{2069}"#), ("\n", " "), ("\r\n", "  "), ("\t", " "),
            ("\u{85}", " "), ("\u{2028}", " "), ("\u{2029}", " "), ("\u{B}\u{C}", "  "),
            ("Žiga  👩🏽‍🚀 山田 שלום", "Žiga  👩🏽‍🚀 山田 שלום"),
        ])
    func escaped(text: String, expected: String) {
        #expect("a\(text)b".escaped == "a\(expected)b")
    }
}
