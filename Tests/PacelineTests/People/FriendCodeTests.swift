import Testing

@testable import Paceline

@Suite struct FriendCodeTests {
    @Test func `a code parses however it is typed`() throws {
        var random = SeededRandom(seed: 6)
        for _ in 0..<1_000 {
            let code = FriendCode(using: &random)
            #expect(code.description.count == 8)
            #expect(FriendCode(code.description) == code)
            #expect(FriendCode(code.description.lowercased()) == code)
            #expect(FriendCode(" \(code.description.prefix(4))-\(code.description.suffix(4)) ") == code)
        }
    }

    @Test func `a code of six characters, made earlier, parses`() {
        #expect(FriendCode("k7m 2xq")?.description == "K7M2XQ")
    }

    @Test func `the code of a card follows from its key, and has 16 characters of the alphabet`() {
        let code = FriendCode(cardKey: [UInt8](0..<32))
        #expect(code.description == "23456789ABCDEFGH")
        #expect(FriendCode(code.description) == code)
        #expect(FriendCode(cardKey: [UInt8]([29, 30, 59, 60] + (4..<32))).description.hasPrefix("Z2Z2"))
        #expect(code.isOnCard && FriendCode("K7M2XQ4P")?.isOnCard == false)
    }

    @Test func `the alphabet has no easily confused characters`() {
        #expect(Set(FriendCode.alphabet).count == 30)
        #expect(Set(FriendCode.alphabet).isDisjoint(with: "01OILU"))
    }

    @Test(arguments: [
        "", "ABCDE", "ABCDEFG", "ABCDEFGHJ", "ABCDE0", "ABCDEO", "ABCDE1", "ABCDEI", "ABCDEL", "ABCDEU",
        "ABCDE!",
        "ABCD\u{DF}", "ＡＢＣＤＥＦ",
    ])
    func `other texts are not codes`(text: String) {
        #expect(FriendCode(text) == nil)
    }
}
