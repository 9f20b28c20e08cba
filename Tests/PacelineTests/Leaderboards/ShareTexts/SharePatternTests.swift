import Testing

@testable import Paceline

@Suite struct SharePatternTests {
    @Test(arguments: [
        "", "{puzzle} {score}", " Chess {score}", "Chess {puzzle}", "Chess {score", "Chess score}",
        "Chess [{score}]",
        "Chess {nothing} {score}", "Chess [[{score}]", "Chess {score}]", "Chess {score:3}",
        "Chess {grid:0} {score}",
        "Chess {grid:99} {score}", "Chess {date:x} {score}", "Chess {date} {score}", "Chess {} {score}",
        "Chess {score} " + String(repeating: "a", count: 1_000),
    ])
    func `malformed patterns and patterns without a result are rejected`(pattern: String) {
        let error = #expect(throws: SocialError.self) { try SharePattern(pattern) }
        #expect(error?.code == .invalidValue)
    }

    @Test func `optional text, case and spaces may vary`() throws {
        let chess = GameEntry(
            Game(
                id: Game.ID(trusted: "chess"), name: "Chess", symbol: "crown", scoring: .lowerTimeSeconds,
                maximum: 180),
            shareTexts: [try SharePattern("Chess[ no. {puzzle}] in {time}")])
        let catalogue = try GameCatalogue.standard.adding([chess])
        for text in [
            "Chess in 0:45", "CHESS No. 12 in 0:45", "chess\u{A0} in \u{2009}0:45", "♟ Chess in 0:45, phew",
        ] {
            #expect(try ShareText.read(text, catalogue: catalogue).map(\.score) == [45], "\(text)")
        }
        for text in [
            "Chessin 0:45", "Chess in 0:4", "Chess in 0:455", "Chess in 0:45:2", "xChess in 0:45",
            "Chess in 1.000:45",
        ] {
            #expect(try ShareText.read(text, catalogue: catalogue) == [], "\(text)")
        }
    }
}
