import Foundation
import PacelineLocal
import Testing

func boardOfTheWeek(as services: some SocialServices) async throws -> [String] {
    let query = LeaderboardQuery(scope: .friends, range: .sevenDays)
    let board = try await services.leaderboard(query, PageRequest(limit: 10))
    return board.rows.map { "\($0.rank). \($0.person.displayName): \($0.result)" }
}

func publishScore(guesses: Int, on day: Day, as services: some SocialServices) async throws -> Int {
    let draft = ScoreDraft(score: guesses, isCompleted: true)
    return try await services.publish(draft, in: Game.ID("wordle")!, on: day).score.points
}

func importShareText(_ text: String, as services: some SocialServices) async throws -> [Score] {
    try await services.importScores(text).compactMap(\.score)
}

/// Applies to new scores; published ones stay as they are.
func keepScoresInGroups(as services: some SocialServices) async throws -> AccountSettings {
    try await services.update(SettingsChanges(scoreVisibility: .groups))
}

@Suite("Snippets: showing a board") struct ShowingABoardTests {
    @Test("Five friends are on the board of the week, and a new score counts")
    func boards() async throws {
        let community = try await LocalCommunity.preview()
        let chiara = try await community.session(named: "chiara")
        let before = try await boardOfTheWeek(as: chiara)
        #expect(before.count == 5)
        #expect(before.first?.hasPrefix("1. ") == true)
        let today = Day(of: LocalCommunity.Preview.now, in: .gmt)
        #expect(try await publishScore(guesses: 1, on: today, as: chiara) > 0)
        #expect(try await boardOfTheWeek(as: chiara) != before)
        let text = "Connections\nPuzzle #1259\n🟨🟨🟨🟨\n🟩🟩🟩🟩\n🟪🟪🟪🟪\n🟦🟦🟦🟦"
        #expect(try await importShareText(text, as: chiara).map(\.game.description) == ["connections"])
        #expect(try await keepScoresInGroups(as: chiara).scoreVisibility == .groups)
    }
}
