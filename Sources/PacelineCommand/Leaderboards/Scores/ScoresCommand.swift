import ArgumentParser
import Foundation
import Paceline

struct ScoresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scores", abstract: "List, add, import and delete scores of daily games.",
        subcommands: [List.self, Add.self, Import.self, Delete.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List your scores or another person's, newest first.")

        @Option(help: "The person.") var person = PersonArgument.me
        @Option(help: ArgumentHelp.firstDay) var from: Day?
        @Option(help: ArgumentHelp.lastDay) var to: Day?
        @Flag(help: "Show the grids, which may spoil puzzles that you have not played.") var grids = false
        @OptionGroup var options: ListOptions

        func run() async throws {
            try await options.show(emptyMessage: emptyMessage) {
                try await $0.scores(of: person.reference, from: from, to: to, $1)
            } table: { services, scores in
                scores.table(try await services.allGames(), showsGrids: grids)
            }
        }

        private var emptyMessage: String {
            guard person.reference == .me else { return SharedTexts.noVisibleScores }
            guard from == nil, to == nil else { return "You have no scores on these days." }
            return "You have no scores yet. Add one with: paceline scores add wordle 3"
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete one of your scores with its kudos and comments.")

        @Argument(help: GameArgument.help) var game: GameArgument
        @Argument(help: "The day, such as 2026-05-03.") var day: Day
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let game = try game.game(in: try await services.allGames())
            try await services.deleteScore(in: game.id, on: day)
            try output.acknowledge("Deleted your \(game.name) score of \(HumanTime.text(of: day)).")
        }
    }
}
