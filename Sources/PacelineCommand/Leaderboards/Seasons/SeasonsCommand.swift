import ArgumentParser
import Foundation
import Paceline

extension Season.Kind: ExpressibleByArgument {}

struct SeasonsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seasons",
        abstract: "Show the results of weeks, months and tournaments, of a group or everyone.",
        subcommands: [List.self, Show.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the seasons of a group; without one, those of everyone.")

        @Argument(help: GroupArgument.help) var group: GroupArgument?
        @Option(help: "Only this kind: week, month or tournament.") var kind: Season.Kind?
        @OptionGroup var options: ListOptions

        func run() async throws {
            let id = try await group?.id(in: try await options.context.services())
            try await options.show(
                emptyMessage:
                    "There are no results yet. A week closes when its Sunday has ended in every time zone.",
                \.table
            ) { try await $0.seasons(of: id, kind: kind, $1) }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the results of the newest season, or of the one that contains a day.",
            discussion: "Without a group: those of everyone.")

        @Argument(help: GroupArgument.help) var group: GroupArgument?
        @Option(help: "The kind of season: week, month or tournament.") var kind = Season.Kind.week
        @Option(help: "What it ranks by, such as xp; by default the first one of the group.")
        var metric: BoardMetric?
        @Option(help: "A day of the season, such as 2026-05-03.") var day: Day?
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let season = try await season(in: try await group?.id(in: services), services)
            let results = try await services.season(season.id)
            try output.show(results, results.rows.table(by: season.metric, for: results.me?.person.id))
            Console.note("\(season.label), \(season.state.label).")
        }

        private func season(
            in group: LeaderboardGroup.ID?, _ services: any SocialServices
        ) async throws -> Season {
            var first: BoardMetric?
            if let group { first = try await services.group(group).metrics.first }
            var request = PageRequest(limit: 100)
            while true {
                let page = try await services.seasons(of: group, kind: kind, request)
                let matching = page.items.filter { season in
                    day.map { (season.firstDay...season.lastDay).contains($0) } ?? true
                        && (metric ?? season.metric) == season.metric
                }
                // Seasons of the same days follow each other.
                let newest = matching.filter { $0.firstDay == matching[0].firstDay }
                if let found = newest.first(where: { $0.metric == first }) ?? newest.first { return found }
                guard let next = page.next else { break }
                request.cursor = next
            }
            let wanted =
                day.map { "the \(kind.rawValue) of \(HumanTime.text(of: $0))" } ?? "any \(kind.rawValue)"
            throw Failure(
                .rejected, "There are no results for \(wanted).",
                advice: "List the seasons with: paceline seasons\(self.group.map { " \"\($0.text)\"" } ?? "")"
            )
        }
    }
}

extension [Season] {
    /// The seasons, one per line.
    var table: Table {
        var table = Table(
            .left("ID", dropPriority: 3), .left("KIND"), .truncated("TITLE"), .left("BY"), .left("FROM"),
            .left("TO"),
            .left("RESULTS", dropPriority: 1))
        for season in self {
            table.add(
                .init(season.id.short, .faint), .init(season.kind.rawValue), .init(season.title ?? ""),
                .init(season.metric.rawValue),
                .init(HumanTime.text(of: season.firstDay)), .init(HumanTime.text(of: season.lastDay)),
                .init(season.state.label, .faint))
        }
        return table
    }
}

extension [SeasonRow] {
    /// Results, best first; by points, with those of each game.
    /// - Parameter me: the viewer, whose row is marked.
    func table(by metric: BoardMetric, for me: Person.ID?) -> Table {
        var columns: [Table.Column] = [.right("RANK"), .left("USERNAME"), .truncated("NAME")]
        columns +=
            metric.isTraining ? [.right("AMOUNT")] : [.right("POINTS"), .wrapped("GAMES", dropPriority: 1)]
        var table = Table(columns: columns)
        for row in self {
            let person: [Table.Cell] = [
                "\(row.rank)", .init("@" + row.person.username, row.person.id == me ? .accent : .plain),
                .init(row.person.displayName),
            ]
            guard !metric.isTraining else {
                table.add(person + [.init(metric.label(of: row.points))])
                continue
            }
            let games = row.breakdown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            let texts = games.map { "\($0.key) \($0.value)" }
            table.add(person + ["\(row.points)", .init(texts.joined(separator: ", "), .faint)])
        }
        return table
    }
}

extension Season {
    var label: String {
        let days = "\(HumanTime.text(of: firstDay)) to \(HumanTime.text(of: lastDay))"
        if let title { return "\(title): \(metric.title), \(days)" }
        return "\(metric.isTraining ? "\(metric.title): the" : "The") \(kind.rawValue) from \(days)"
    }
}

extension Season.State {
    var label: String {
        switch self {
        case .open: "open"
        case .reopened: "recounting"
        case .closed: "late results count"
        case .final: "final"
        }
    }
}
