import ArgumentParser
import Foundation
import Paceline
import PacelineAPI

struct GamesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "games", abstract: "List the community's daily games.")

    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let games = try await context.services().games()
        try output.show(GameList(items: games), games.table)
    }
}

extension [Game] {
    /// The games, one per line.
    fileprivate var table: Table {
        var table = Table(
            .left("ID"), .truncated("GAME"), .truncated("BEST", minWidth: 14),
            .right("MAXIMUM", dropPriority: 1))
        for game in self {
            table.add(
                .init(game.id.description, .accent), .init(game.name), .init(game.bestResult),
                .init(game.limit))
        }
        return table
    }
}

extension Game {
    fileprivate var bestResult: String {
        switch scoring {
        case .lowerTimeSeconds: "shortest time"
        case .lowerAttempts, .lowerGuesses, .lowerHints: "fewest \(unit.words)"
        case .higherIsBetter: "most \(unit.words)"
        }
    }

    /// The maximum result; empty for a time, which has no maximum.
    fileprivate var limit: String { unit == .seconds ? "" : Measure.grouped(maximum) }
}

extension ScoreUnit {
    /// The unit's plural.
    var words: String { self == .extraGuesses ? "extra guesses" : rawValue }
}
