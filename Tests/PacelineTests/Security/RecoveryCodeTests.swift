import Testing

@testable import Paceline

@Suite("Recovery codes")
struct RecoveryCodeTests {
    @Test("a code has five groups and is parsed as people type it")
    func parsing() throws {
        for _ in 0..<100 {
            let code = RecoveryCode()
            #expect(code.description.wholeMatch(of: /([2-9A-HJ-NP-Z]{5}-){4}[2-9A-HJ-NP-Z]{5}/) != nil)
            for typed in [
                code.description.lowercased(), code.description.replacing("-", with: ""),
                " " + code.description.replacing("-", with: " ") + " ",
            ] { #expect(RecoveryCode(typed) == code) }
        }
        #expect(Set((0..<1_000).map { _ in RecoveryCode() }).count == 1_000)
    }

    @Test(
        "anything else is no code",
        arguments: [
            "", "2", String(repeating: "2", count: 24), String(repeating: "2", count: 26),
            String(repeating: "0", count: 25), String(repeating: "é", count: 25),
            String(repeating: "-", count: 200),
        ])
    func rejected(_ text: String) {
        #expect(RecoveryCode(text) == nil)
    }
}
