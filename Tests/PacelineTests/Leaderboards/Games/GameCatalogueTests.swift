import Foundation
import Testing

@testable import Paceline

@Suite struct GameCatalogueTests {
    private let chess = Game(
        id: Game.ID(trusted: "chess_puzzle"), name: "Chess", symbol: "crown", scoring: .lowerTimeSeconds,
        maximum: 180)

    @Test func `every built-in game can be added to an empty catalogue`() throws {
        let catalogue = GameCatalogue.standard
        #expect(try GameCatalogue([Game]()).adding(catalogue.entries) == catalogue)
        for game in catalogue.games { #expect(catalogue[game.id] == game) }
    }

    @Test func `every game has examples that parse to the stated results`() throws {
        for entry in GameCatalogue.standard.entries {
            #expect(!entry.examples.isEmpty && !entry.shareTexts.isEmpty, "\(entry.game.id)")
            for example in entry.examples {
                #expect(
                    example.agrees(with: try ShareText.read(example.text), of: entry.game.id),
                    "\(example.text)")
            }
        }
    }

    @Test func `the built-in catalogue contains the most popular games`() {
        let ids = [
            "wordle", "nerdle", "quordle", "octordle", "connections", "strands", "nyt_mini", "spelling_bee",
            "pips",
            "queens", "tango", "zip", "pinpoint", "crossclimb", "mini_sudoku", "worldle", "globle", "framed",
            "bandle",
            "waffle", "travle", "contexto",
        ]
        #expect(ids.filter { GameCatalogue.standard[Game.ID(trusted: $0)] == nil } == [])
    }

    @Test func `custom games come after the built-in ones`() throws {
        let catalogue = try GameCatalogue.standard.adding([chess])
        #expect(catalogue.games == GameCatalogue.standard.games + [chess])
        #expect(catalogue[chess.id] == chess)
        #expect(GameCatalogue.standard[chess.id] == nil)
    }

    @Test func `an invalid game is rejected, naming the field`() {
        let faults: [(String, (inout Game) -> Void)] = [
            ("games[1].id", { $0.id = Game.ID(trusted: "Chess") }),
            ("games[1].id", { $0.id = Game.ID(trusted: "") }),
            ("games[1].id", { $0.id = Game.ID(trusted: "wordle") }),
            ("games[1].id", { $0.id = Game.ID(trusted: "total") }), ("games[1].name", { $0.name = " " }),
            ("games[1].name", { $0.name = String(repeating: "a", count: 51) }),
            ("games[1].symbol", { $0.symbol = "" }),
            ("games[1].maximum", { $0.maximum = 0 }), ("games[1].maximum", { $0.maximum = 1_000_001 }),
        ]
        for (field, spoil) in faults {
            var (good, bad) = (chess, chess)
            good.id = Game.ID(trusted: "good")
            spoil(&bad)
            let error = #expect(throws: SocialError.self) { try GameCatalogue.standard.adding([good, bad]) }
            #expect(error?.code == .invalidValue)
            #expect(error?.field == field)
        }
        #expect(throws: SocialError.self) { try GameCatalogue([chess, chess]) }
    }

    @Test(arguments: Scoring.allCases)
    func `a game whose maximum decides its points has at most 1,000`(scoring: Scoring) throws {
        var game = chess
        (game.scoring, game.maximum) = (scoring, scoring.maximums.upperBound)
        _ = try GameCatalogue.standard.adding([game])
        #expect(scoring.maxPoints(maximum: game.maximum) <= 1_001)
        game.maximum += 1
        let error = #expect(throws: SocialError.self) { try GameCatalogue.standard.adding([game]) }
        #expect(error?.field == "games[0].maximum")
        #expect(error?.message.contains("\(scoring.maximums.upperBound)") == true)
    }

    @Test func `a custom game can define its share text`() throws {
        let written = #"""
            {"id":"chess_puzzle","name":"Chess","symbol":"crown","scoring":"lowerTimeSeconds","maximum":180,
             "shareTexts":["Chess puzzle {puzzle} in {time}"],"anchor":{"puzzle":1,"day":20260101},
             "examples":[{"text":"Chess puzzle #32 in 0:45","puzzle":32,"score":45,"isCompleted":true}]}
            """#
        let entry = try JSONDecoder().decode(GameEntry.self, from: Data(written.utf8))
        #expect(try JSONDecoder().decode(GameEntry.self, from: JSONEncoder().encode(entry)) == entry)
        let catalogue = try GameCatalogue.standard.adding([entry])
        let result = try #require(try ShareText.read("Chess puzzle 60 in 1:05!", catalogue: catalogue).first)
        #expect(result.game == chess.id && result.score == 65 && result.day == Day(number: 20_260_301))
    }

    @Test func `an example that parses to another result is rejected`() throws {
        let entry = GameEntry(
            chess, shareTexts: [try SharePattern("Chess {time}")],
            examples: [ShareExample("Chess 1:00", score: 60), ShareExample("Chess 1:00", score: 61)])
        let error = #expect(throws: SocialError.self) { try GameCatalogue.standard.adding([entry]) }
        #expect(error?.field == "games[0].examples[1]")
    }

    @Test(arguments: ["", "Wordle", "1up", "_a", "a-b", "a b", "ä", String(repeating: "a", count: 33)])
    func `malformed ids are rejected`(text: String) {
        #expect(Game.ID(text) == nil)
    }

    @Test func `a game encodes all fields and decodes without a unit`() throws {
        let written = try JSONEncoder().encode(chess)
        #expect(try JSONDecoder().decode(Game.self, from: written) == chess)
        let short =
            #"{"id":"chess_puzzle","name":"Chess","symbol":"crown","scoring":"lowerTimeSeconds","maximum":180}"#
        #expect(try JSONDecoder().decode(Game.self, from: Data(short.utf8)) == chess)
    }

    @Test func `a player's maximum cannot earn more than the game's`() throws {
        let wordle = try #require(GameCatalogue.standard[Game.ID(trusted: "wordle")])
        #expect(wordle.points(score: 1, maximum: 1_000_000, isCompleted: true) == 6)
        #expect(wordle.points(score: 3, maximum: 4, isCompleted: true) == 2)
        #expect(wordle.metric(points: 6, maximum: 1_000_000, isCompleted: true) == "1 guess")
        #expect(wordle.metric(points: 2, maximum: 4, isCompleted: true) == "3 guesses")
    }

    @Test func `labels use the game's unit`() throws {
        let connections = try #require(GameCatalogue.standard[Game.ID(trusted: "connections")])
        let points = connections.points(score: 0, maximum: 4, isCompleted: true)
        #expect(points == 5)
        #expect(connections.metric(points: points, maximum: 4, isCompleted: true) == "0 mistakes")
    }
}
