import Testing

@testable import Paceline

@Suite struct MentionTests {
    @Test(arguments: [
        ("@ana", ["ana"]), ("Well done, @ana and @ben_2!", ["ana", "ben_2"]), ("@Ana @ana @ANA", ["ana"]),
        ("(@ana)", ["ana"]),
        ("@ana.", ["ana"]), ("@@ana", ["ana"]), ("@ana@ben", ["ana"]), ("a@b.si", []), ("č@ana", []),
        ("7@ana", []), ("@", []),
        ("@ @", []), ("", []), ("line\n@ana\r\n@ben", ["ana", "ben"]), ("🚣@ana🚣", ["ana"]), ("@anže", []),
        ("@ana's", ["ana"]),
        ("@žiga @ana", ["ana"]),
    ])
    func `a mention starts with an at sign at the start of a word`(text: String, names: [String]) {
        #expect(Mention.usernames(in: text) == names)
    }

    @Test func `at most twenty mentions count`() {
        let text = (0..<50).map { "@person\($0)" }.joined(separator: " ")
        #expect(Mention.usernames(in: text) == (0..<20).map { "person\($0)" })
    }

    @Test func `mentions are distinct and well formed in any text`() {
        var random = SeededRandom(seed: 5)
        let pieces = ["@", "a", "B", "_", "9", " ", "\n", "č", "🚣", ".", "@ana", "e\u{301}"]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            let names = Mention.usernames(in: text)
            #expect(Set(names).count == names.count)
            #expect(
                names.allSatisfy {
                    $0.wholeMatch(of: /[a-z0-9_]+/) != nil && text.lowercased().contains("@" + $0)
                })
        }
    }
}
