import ArgumentParser
import Foundation
import Paceline
import PacelineAPI

extension ScoresCommand {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Publish the scores in a text as games copy it for sharing.",
            discussion: """
                The text may hold several games. Importing it again changes nothing. The exit status is 1 when \
                the text holds no score, and when one of its scores was refused.

                paceline scores import "Wordle 1,512 3/6"
                """)

        @Argument(
            help: "The text itself, a file that holds it, or - for standard input, as when left out.",
            completion: .file())
        var text: String?
        @Flag(help: "Only show what would be published.") var dryRun = false
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let source = ShareTextSource(argument: text)
            let text = try source.read()
            let services = try await context.services()
            let games = try await services.allGames()
            let found = try await services.readScores(in: text, on: try await services.today())
            guard !found.isEmpty else { throw source.noScoreFound }
            if dryRun {
                try output.show(SharedScores(results: found), found.table(games))
                return Console.say("This was a dry run: nothing was published.")
            }
            let results = try await services.importScores(text)
            try output.show(ImportedScores(results: results), results.table(found, games))
            try Self.reportProblems(results, games)
        }

        /// Lists, beside the data, each score that was refused, and why.
        private static func reportProblems(_ results: [ImportedScore], _ games: Games) throws {
            let refused = results.filter { $0.status == .refused }
            guard !refused.isEmpty else { return }
            for result in refused {
                let reason = result.error?.message ?? "without a reason"
                Console.say("refused \(games.name(of: result.game)): \(reason)")
            }
            throw Failure(
                .refused, "\(Measure.count(refused.count, "score")) could not be published.",
                advice: "Add it by hand with: paceline scores add GAME SCORE --day DAY")
        }
    }
}

extension [SharedScore] {
    /// What was read, one result a line.
    fileprivate func table(_ games: Games) -> Table {
        var table = Table(
            .left("DAY"), .truncated("GAME"), .left("RESULT"), .right("PUZZLE", dropPriority: 1))
        for shared in self {
            table.add(
                .init(shared.day.map(HumanTime.text(of:))), .init(games.name(of: shared.game), .accent),
                shared.result(games), .init(shared.puzzle.map(Measure.grouped)))
        }
        return table
    }
}

extension [ImportedScore] {
    /// What became of each, one a line.
    /// - Parameter found: what was read, in the same order.
    fileprivate func table(_ found: [SharedScore], _ games: Games) -> Table {
        var table = Table(
            .left("DAY"), .truncated("GAME"), .left("RESULT"), .right("POINTS", dropPriority: 1), .left("IS"))
        for (result, shared) in zip(self, found) {
            table.add(
                .init((result.score?.day ?? shared.day).map(HumanTime.text(of:))),
                .init(games.name(of: result.game), .accent), shared.result(games),
                .init(result.score.map { Measure.grouped($0.points) }), result.status.cell)
        }
        return table
    }
}

extension SharedScore {
    fileprivate func result(_ games: Games) -> Table.Cell {
        .init(games[game].map { ScoreResult(self, in: $0).text }, isCompleted ? .plain : .bad)
    }
}

extension PublishStatus {
    fileprivate var cell: Table.Cell {
        switch self {
        case .created, .updated: .init(rawValue, .good)
        case .unchanged: .init(rawValue, .faint)
        case .refused: .init(rawValue, .bad)
        }
    }
}
