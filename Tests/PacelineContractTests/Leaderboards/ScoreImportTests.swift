import Paceline
import Testing

@Suite("Scores from share texts")
struct ScoreImportTests {
    @Test(
        "an imported text publishes each result on its day, idempotently",
        arguments: Implementation.withHybrid)
    func importing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let text = """
                Wordle 1,716 3/6*

                ⬛🟨⬛⬛🟨
                🟩🟩⬛🟩🟩
                🟩🟩🟩🟩🟩

                and then, finally:
                Wordle 1,715 X/6
                """
            let first = try await ana.services.importScores(text)
            #expect(first.map(\.status) == [.created, .created])
            #expect(first.map { $0.score?.day.number } == [2026_03_01, 2026_02_28])
            #expect(first.map { $0.score?.points } == [4, 0])
            #expect(first.first?.score?.isHardMode == true)
            #expect(
                first.map { $0.score?.grid } == [PuzzleGrid("⬛🟨⬛⬛🟨\n🟩🟩⬛🟩🟩\n🟩🟩🟩🟩🟩"), nil])
            #expect(try await ana.services.importScores(text).map(\.status) == [.unchanged, .unchanged])
            #expect(try await ana.standings(.friends, .sevenDays) == ["1 ana 4"])
        }
    }

    @Test(
        "only results of future puzzles are rejected",
        arguments: Implementation.withHybrid)
    func rejected(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let results = try await ana.services.importScores("Wordle 1,720 3/6\n\nWordle 1,716 4/6")
            #expect(results.map(\.status) == [.rejected, .created])
            #expect(results.first?.error?.field == "day")
        }
    }

    @Test("a text without a day uses the given day", arguments: Implementation.withHybrid)
    func givenDay(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let given = try day(2026_02_27)
            let text = "Queens #300 | 0:45\n\nWordle 1,716 4/6"
            let results = try await ana.services.importScores(text, on: given)
            #expect(results.map(\.status) == [.created, .rejected])
            #expect(results.first?.score?.day == given)
            #expect(results.last?.error?.field == "day")
            #expect(
                try await ana.services.importScores(text).map { $0.score?.day.number } == [
                    2026_03_01, 2026_03_01,
                ])
        }
    }

    @Test(
        "a text without a score publishes nothing; one that is too long is rejected",
        arguments: Implementation.withHybrid)
    func nothing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            #expect(try await ana.services.importScores("I love Wordle.") == [])
            await expectError(.tooLarge, field: "text") {
                try await ana.services.importScores(String(repeating: "Wordle 1,716 3/6\n", count: 1_000))
            }
            #expect(try await ana.services.scores(of: .me, from: nil, to: nil, .whole).items == [])
        }
    }
}
