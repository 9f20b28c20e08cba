import ArgumentParser
import Foundation
import Paceline

struct FeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "What you and those you follow have done, newest first.")

    @Flag(help: "Your last ten, and the last three of each friend.") var recent = false
    @Option(help: "Only this person's.") var person: PersonArgument?
    @Option(help: "Only this sport: rowing, running, cycling, strength …") var type: WorkoutType?
    @Option(help: "From this day on, as 2026-05-03.") var from: Day?
    @Option(help: "Up to this day, with it.") var to: Day?
    @OptionGroup var page: PageOptions
    @OptionGroup var acting: ActingOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let services = try await acting.services()
        let query = FeedQuery(
            window: recent ? .recent : nil, person: person?.reference, type: type, from: from?.start(),
            to: to?.adding(days: 1).start())
        let found = try await page.gather { try await services.feed(query, $0) }
        try output.show(found, found.items.table(now: Date()))
        found.remark(nothing: "Nothing is here yet: follow somebody, or import workouts of yours.")
    }
}

extension [FeedItem] {
    /// Cards, one a line.
    func table(now: Date) -> Table {
        var table = Table(
            .left("ID"), .left("WHEN"), .flexible("WHO"), .flexible("WORKOUT"), .right("TIME"),
            .right("AMOUNT"), .right("PACE"), .right("KUDOS"), .flexible("COMMENTS"))
        for item in self {
            let workout = item.workout
            table.add(
                .init(item.id.short, .faint), .init(HumanTime.text(for: item.at, now: now)),
                .init(item.author.displayName, .accent), item.title,
                .init(workout.map { Measure.duration($0.duration, of: $0.type) }),
                .init(workout.map(Measure.amount)), .init(workout.map(Measure.pace)),
                .init(
                    item.kudosCount == 0 ? "" : "\(item.kudosCount)\(item.hasKudos ? " ♥" : "")",
                    item.hasKudos ? .good : .plain),
                .init(item.comments, .faint))
        }
        return table
    }
}

extension FeedItem {
    fileprivate var title: Table.Cell {
        guard let workout else { return .init(kind.rawValue) }
        let sport =
            workout.title.lowercased().contains(workout.type.rawValue) ? "" : " \(workout.type.rawValue)"
        return .init(
            workout.title + sport + (workout.isErgTest ? " ★" : ""), workout.isErgTest ? .strong : .plain)
    }

    fileprivate var comments: String {
        guard commentCount > 0 else { return "" }
        guard let latestComment else { return "\(commentCount)" }
        let author = latestComment.author.map { $0.username + ": " } ?? ""
        return "\(commentCount)  \(author)\(latestComment.text)"
    }
}
