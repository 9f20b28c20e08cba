import Testing

@testable import Paceline

@Suite struct ScoreDraftTests {
    private func game(_ id: String) throws -> Game {
        try #require(GameCatalogue.standard[Game.ID(trusted: id)])
    }

    @Test func `a missing maximum becomes the game's`() throws {
        let draft = try ScoreDraft(score: 3, isCompleted: true).checked(for: game("wordle"))
        #expect(draft == ScoreDraft(score: 3, maximum: 6, isCompleted: true))
        #expect(
            try ScoreDraft(score: 3, maximum: 4, isCompleted: true).checked(for: game("wordle")).maximum == 4)
    }

    @Test(arguments: [
        ("score", ScoreDraft(score: -1, isCompleted: true)),
        ("score", ScoreDraft(score: 1_000_001, isCompleted: false)),
        ("maximum", ScoreDraft(maximum: 0, isCompleted: true)),
        ("maximum", ScoreDraft(maximum: 1_000_001, isCompleted: true)),
        ("puzzle", ScoreDraft(isCompleted: true, puzzle: -1)),
        ("score", ScoreDraft(score: 7, isCompleted: true)),
        ("score", ScoreDraft(score: 4, maximum: 3, isCompleted: true)),
        ("score", ScoreDraft(score: 0, isCompleted: true)),
    ])
    func `invalid values are rejected, naming the field`(field: String, draft: ScoreDraft) throws {
        let wordle = try game("wordle")
        let error = #expect(throws: SocialError.self) { try draft.checked(for: wordle) }
        #expect(error?.code == .invalidValue)
        #expect(error?.field == field)
    }

    @Test func `valid values are accepted`() throws {
        _ = try ScoreDraft(score: 7, isCompleted: false).checked(for: game("wordle"))
        _ = try ScoreDraft(isCompleted: true).checked(for: game("wordle"))
        _ = try ScoreDraft(score: 0, isCompleted: true).checked(for: game("connections"))
        _ = try ScoreDraft(score: 1_000_000, isCompleted: true).checked(for: game("globle"))
        _ = try ScoreDraft(score: 5_000, isCompleted: true).checked(for: game("queens"))
    }
}
