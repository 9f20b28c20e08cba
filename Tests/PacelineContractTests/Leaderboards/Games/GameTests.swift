import Paceline
import Testing

@Suite("Games and their share texts")
struct GameTests {
    @Test("the games are listed in the order of the catalogue", arguments: Implementation.allCases)
    func catalogue(_ implementation: Implementation) async throws {
        let chess = Game(
            id: Game.ID(trusted: "chess"), name: "Chess", symbol: "crown", scoring: .lowerTimeSeconds,
            maximum: 180)
        let catalogue = try GameCatalogue.standard.adding([chess])
        try await implementation.run(configuring: { $0.games = catalogue }) { world in
            let ana = try await world.person("ana")
            #expect(try await ana.services.games() == GameCatalogue.standard.games + [chess])
        }
    }

    @Test("reading a share text saves nothing", arguments: Implementation.allCases)
    func reading(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for text in GameCatalogue.standard.entries.flatMap({ $0.examples.map(\.text) }) {
                #expect(try await ana.services.readScores(in: text, on: nil) == ShareText.read(text))
            }
            #expect(try await ana.services.readScores(in: "I love Wordle", on: nil) == [])
            #expect(try await ana.services.readScores(in: "", on: nil) == [])
        }
    }

    @Test("share texts of custom games are read as configured", arguments: Implementation.allCases)
    func ownGame(_ implementation: Implementation) async throws {
        let chess = Game(
            id: Game.ID(trusted: "chess"), name: "Chess", symbol: "crown", scoring: .lowerTimeSeconds,
            maximum: 180)
        let entry = GameEntry(chess, shareTexts: [try SharePattern("Chess no. {puzzle} in {time}")])
        let catalogue = try GameCatalogue.standard.adding([entry])
        try await implementation.run(configuring: { $0.games = catalogue }) { world in
            let results = try await world.person("ana").services.readScores(
                in: "Chess no. 12 in 1:05\nWordle 1,907 3/6", on: nil)
            #expect(results.map(\.game.description) == ["chess", "wordle"])
            #expect(results.map(\.score) == [65, 3])
        }
    }

    @Test("results without a day use the given day", arguments: Implementation.allCases)
    func dayGiven(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let given = try day(2026_09_09)
            let results = try await world.person("ana").services.readScores(
                in: "Queens #901 | 0:41\nWordle 1,907 3/6", on: given)
            #expect(results.map(\.day) == [given, try day(2026_09_08)])
            #expect(results.map { $0.dateConflict?.given } == [nil, given])
        }
    }

    @Test("a text that is too long is rejected", arguments: Implementation.allCases)
    func tooLong(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for length in [ShareText.limit / 4 + 1, ShareText.limit * 4] {
                await expectError(.tooLarge) {
                    try await ana.services.readScores(in: String(repeating: "🟩", count: length), on: nil)
                }
            }
        }
    }

    @Test("games require a username", arguments: Implementation.allCases)
    func newcomer(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let newcomer = try await world.newcomer()
            await expectError(.usernameRequired, field: "username") { try await newcomer.services.games() }
            await expectError(.usernameRequired, field: "username") {
                try await newcomer.services.readScores(in: "", on: nil)
            }
        }
    }
}
