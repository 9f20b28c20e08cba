import ArgumentParser
import Foundation
import Paceline

extension ScoresCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Publish a score, or replace the one of that day.",
            discussion: """
                paceline scores add wordle 3
                paceline scores add wordle X/6 --day 2026-05-03
                paceline scores add nyt_mini 1:17
                """)

        @Argument(help: GameArgument.help) var game: GameArgument
        @Argument(help: "The result: 3 or 3/6, X if not solved; for a time, 77 or 1:17.")
        var score: ScoreArgument?
        @Option(help: "The day you played, such as 2026-05-03; by default today.") var day: Day?
        @Flag(help: "The puzzle was not solved.") var failed = false
        @Flag(help: "The game was played in hard mode.") var hard = false
        @Option(
            help: ArgumentHelp(
                "The number of attempts allowed, if not the game's default.", valueName: "count"))
        var maximum: Int?
        @Option(
            help: ArgumentHelp(
                "The squares that the game lets you copy, rows separated by spaces or line breaks.",
                valueName: "squares"))
        var grid: PuzzleGrid?
        @Option(
            help: ArgumentHelp(
                """
                Who may see it: private (only me), groups, friends, followers or public. With groups only you see \
                it, and its points count on the boards of your groups.
                """, valueName: "level"))
        var visibility: ScoreVisibility?
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard score != nil || failed else {
                throw ValidationError("Add the score, or --failed if the puzzle was not solved.")
            }
        }

        func run() async throws {
            let services = try await context.services()
            let games = try await services.allGames()
            let game = try game.game(in: games)
            try checkKind(in: game)
            let day = if let day { day } else { try await services.today() }
            let published = try await services.publish(draft, in: game.id, on: day)
            try output.show(published, [published.score].table(games))
            if published.status == .unchanged { Console.note("This score was already published.") }
        }

        private var draft: ScoreDraft {
            ScoreDraft(
                score: score?.score, maximum: maximum ?? score?.maximum,
                isCompleted: !failed && score?.score != nil, isHardMode: hard ? true : nil,
                grid: grid, visibility: visibility)
        }

        private func checkKind(in game: Game) throws {
            guard score?.isTime == true, game.unit != .seconds else { return }
            throw Failure(
                .usage, "\(game.name) counts \(game.unit.words), not time.",
                advice: "Use a number, as in: paceline scores add \(game.id) 3")
        }
    }
}

extension AccountService {
    /// Today in the account's time zone.
    func today() async throws -> Day {
        Day(of: Date(), in: TimeZone(identifier: try await me().timeZone) ?? .current)
    }
}
