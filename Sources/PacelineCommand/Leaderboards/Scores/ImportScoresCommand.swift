import ArgumentParser
import Foundation
import Paceline
import PacelineAPI

extension ScoresCommand {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Publish scores from share texts, the results that games let you copy.",
            discussion: """
                A text may contain several games. Importing it again changes nothing. The exit status is 1 if the \
                text contains no score, or a score was rejected.

                paceline scores import "Wordle 1,512 3/6"
                """)

        @Argument(
            help: "The text, a file that contains it, or - for standard input, the default.",
            completion: .file())
        var text: String?
        @Flag(help: ArgumentHelp.dryRun) var dryRun = false
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
                return Console.note(SharedTexts.dryRun)
            }
            let results = try await services.importScores(text)
            try output.show(ScoreBatchResults(results: results), results.table(found, games))
            try Self.reportProblems(results, games)
        }

        /// Reports each rejected score on standard error.
        private static func reportProblems(_ results: [ScoreBatchResult], _ games: Games) throws {
            let rejected = results.filter { $0.status == .rejected }
            guard !rejected.isEmpty else { return }
            for result in rejected {
                let reason = result.error?.message ?? SharedTexts.noReason
                Console.note("rejected \(games.name(of: result.game)): \(reason)")
            }
            throw Failure(
                .rejected, "\(Measure.count(rejected.count, "score")) could not be published.",
                advice: "Add a score yourself with: paceline scores add GAME SCORE --day DAY")
        }
    }
}

extension [SharedScore] {
    /// The recognised scores, one per line.
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

extension [ScoreBatchResult] {
    /// The import's results, one per line.
    /// - Parameter found: the recognised scores, in the same order.
    fileprivate func table(_ found: [SharedScore], _ games: Games) -> Table {
        var table = Table(
            .left("DAY"), .truncated("GAME"), .left("RESULT"), .right("POINTS", dropPriority: 1),
            .left("STATUS"))
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
        case .rejected: .init(rawValue, .bad)
        }
    }
}
