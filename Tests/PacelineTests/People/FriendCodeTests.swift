import Testing

@testable import Paceline

@Suite struct FriendCodeTests {
    @Test func `a code parses however it is typed`() throws {
        var random = SeededRandom(seed: 6)
        for _ in 0..<1_000 {
            let code = FriendCode(using: &random)
            #expect(code.description.count == 6)
            #expect(FriendCode(code.description) == code)
            #expect(FriendCode(code.description.lowercased()) == code)
            #expect(FriendCode(" \(code.description.prefix(3))-\(code.description.suffix(3)) ") == code)
        }
    }

    @Test func `the alphabet has no easily confused characters`() {
        #expect(Set(FriendCode.alphabet).count == 30)
        #expect(Set(FriendCode.alphabet).isDisjoint(with: "01OILU"))
    }

    @Test(arguments: [
        "", "ABCDE", "ABCDEFG", "ABCDE0", "ABCDEO", "ABCDE1", "ABCDEI", "ABCDEL", "ABCDEU", "ABCDE!",
        "ABCD\u{DF}", "ＡＢＣＤＥＦ",
    ])
    func `other texts are not codes`(text: String) {
        #expect(FriendCode(text) == nil)
    }
}
