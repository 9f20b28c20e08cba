import ArgumentParser
import Foundation
import Paceline

struct StreaksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streaks", abstract: "Show streaks: the days in a row with a solved puzzle.")

    @Option(help: "The person.") var person = PersonArgument.me
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let services = try await context.services()
        let streaks = try await services.streaks(of: person.reference)
        let games = try await services.allGames()
        try output.show(streaks, streaks.table(games))
        if streaks.games.isEmpty { Console.note(emptyMessage) }
    }

    private var emptyMessage: String {
        person.reference == .me
            ? "You have no streaks yet. Add a score with: paceline scores add wordle 3"
            : SharedTexts.noVisibleScores
    }
}

extension Streaks {
    /// The overall streak, then each game's: longest current streak first.
    fileprivate func table(_ games: Games) -> Table {
        var table = Table(.truncated("GAME"), .right("CURRENT"), .right("LONGEST"))
        guard !self.games.isEmpty else { return table }
        table.add("Any game", .init(days(overall.current), .strong), .init(days(overall.longest)))
        for streak in self.games.sorted(by: { ($0.current, $0.longest) > ($1.current, $1.longest) }) {
            table.add(
                .init(games.name(of: streak.game), .accent),
                .init(days(streak.current), streak.current > 0 ? .good : .faint),
                .init(days(streak.longest)))
        }
        return table
    }

    private func days(_ count: Int) -> String { Measure.count(count, "day") }
}
