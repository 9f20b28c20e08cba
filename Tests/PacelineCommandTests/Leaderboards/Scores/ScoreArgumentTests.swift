import Paceline
import Testing

@testable import PacelineCommand

@Suite("Score arguments and results") struct ScoreArgumentTests {
    @Test(
        "A number, attempts with a maximum, a time, and an unsolved puzzle are parsed",
        arguments: [
            ("3", 3, nil, false), ("3/6", 3, 6, false), ("X", nil, nil, false), ("x/6", nil, 6, false),
            ("1:23", 83, nil, true), ("0", 0, nil, false),
        ] as [(String, Int?, Int?, Bool)])
    func parsed(text: String, score: Int?, maximum: Int?, isTime: Bool) throws {
        let argument = try #require(ScoreArgument(argument: text))
        #expect(argument.score == score && argument.maximum == maximum && argument.isTime == isTime)
    }

    @Test("Anything else is rejected", arguments: ["", "three", "-1", "3/", "/6", "3/6/9", "1:2", "٣"])
    func malformed(text: String) {
        #expect(ScoreArgument(argument: text) == nil)
    }

    @Test(
        "A result is shown in the game's own notation",
        arguments: [
            ("Wordle 1,512 2/6*", "2/6*"), ("Wordle 1.512 X/6", "X/6"),
            ("I solved the 11/20/2026 New York Times Mini Crossword in 1:17!", "1:17"),
            ("Strands #401\n“Off the shelf”\n🔵💡🔵🟡", "1 hint"),
        ])
    func shown(text: String, expected: String) throws {
        let shared = try #require(try ShareText.read(text).first)
        let game = try #require(GameCatalogue.standard[shared.game])
        #expect(ScoreResult(shared, in: game).text == expected)
    }
}
