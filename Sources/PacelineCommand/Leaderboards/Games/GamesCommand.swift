import ArgumentParser
import Foundation
import Paceline
import PacelineAPI

struct GamesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "games", abstract: "List the daily games whose scores are compared here.")

    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let games = try await context.services().games()
        try output.show(GameList(items: games), games.table)
    }
}

extension [Game] {
    /// Games, one a line.
    fileprivate var table: Table {
        var table = Table(
            .left("ID"), .truncated("GAME"), .truncated("BETTER IS", minWidth: 14),
            .right("AT MOST", dropPriority: 1))
        for game in self {
            table.add(
                .init(game.id.description, .accent), .init(game.name), .init(game.whatIsBetter),
                .init(game.limit))
        }
        return table
    }
}

extension Game {
    fileprivate var whatIsBetter: String {
        switch scoring {
        case .lowerTimeSeconds: "less time"
        case .lowerAttempts, .lowerGuesses, .lowerHints: "fewer \(unit.words)"
        case .higherIsBetter: "more \(unit.words)"
        }
    }

    /// The most that a result counts; nothing for a time, which has no end.
    fileprivate var limit: String { unit == .seconds ? "" : Measure.grouped(maximum) }
}

extension ScoreUnit {
    /// As one says it of several.
    var words: String { self == .extraGuesses ? "extra guesses" : rawValue }
}
