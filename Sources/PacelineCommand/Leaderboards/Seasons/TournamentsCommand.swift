import ArgumentParser
import Foundation
import Paceline

struct TournamentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tournaments",
        abstract: "Show and manage tournaments of a group or everyone.",
        discussion: """
            paceline tournaments create "Spring sprint" --group "Breakfast Club" --metric distance --days 7
            paceline tournaments show "Spring sprint" --group "Breakfast Club"
            """,
        subcommands: [List.self, Show.self, Create.self, Cancel.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List tournaments, open ones first.")

        @OptionGroup var scope: TournamentScope
        @OptionGroup var options: ListOptions

        func run() async throws {
            let group = try await scope.id(in: try await options.context.services())
            try await options.show(emptyMessage: "There are no tournaments.", \.table) {
                try await $0.seasons(of: group, kind: .tournament, $1)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a tournament's results; an open one's so far.")

        @OptionGroup var tournament: TournamentOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let (services, season) = try await tournament.find()
            let results = try await services.season(season.id)
            try output.show(results, results.rows.table(by: season.metric, for: results.me?.person.id))
            Console.note("\(season.label), \(season.state.label).")
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a tournament.",
            discussion: """
                The owner and administrators of a group create its tournaments, at most \
                \(TournamentDraft.maxOpenPerGroup) open ones. Without a group, administrators of the community create \
                those of everyone, at most \(TournamentDraft.maxOpenGlobally) open ones.
                """)

        @Argument(help: ArgumentHelp.title) var title: String
        @OptionGroup var scope: TournamentScope
        @Option(help: "What it ranks by: xp, distance, duration, volume, workouts or days.")
        var metric = BoardMetric.xp
        @Option(help: "The first day, such as 2026-05-03; today by default.") var from: Day?
        @Option(help: "How many days it has, 1 to \(TournamentDraft.maxDays).") var days = 7
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let first = if let from { from } else { try await services.today() }
            let draft = TournamentDraft(
                title: title, metric: metric, firstDay: first, lastDay: first.adding(days: days - 1))
            let season =
                if let group = try await scope.id(in: services) {
                    try await services.createTournament(draft, in: group)
                } else {
                    try await TournamentsCommand.administration(services).createGlobalTournament(draft)
                }
            try output.show(season, [season].table)
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a tournament that has not ended.")

        @OptionGroup var tournament: TournamentOptions

        func run() async throws {
            let (services, season) = try await tournament.find()
            if season.group == nil {
                try await TournamentsCommand.administration(services).cancelGlobalTournament(season.id)
            } else {
                try await services.cancelTournament(season.id)
            }
            Console.note("Cancelled \(season.label).")
        }
    }

    fileprivate static func administration(
        _ services: any SocialServices
    ) throws -> any AdministrationService {
        guard let administration = services as? any AdministrationService else {
            throw Failure(
                .rejected, "Only administrators of a server create and cancel tournaments of everyone.",
                advice: SharedTexts.signIn)
        }
        return administration
    }
}

/// The group of tournaments, or everyone.
struct TournamentScope: ParsableArguments {
    @Option(help: "The group, by title or id; by default everyone.") var group: GroupArgument?

    func id(in services: any SocialServices) async throws -> LeaderboardGroup.ID? {
        try await group?.id(in: services)
    }
}

/// One tournament.
struct TournamentOptions: ParsableArguments {
    @Argument(help: "The tournament, by title or id.") var name: String
    @OptionGroup var scope: TournamentScope
    @OptionGroup var context: ContextOptions

    /// The newest tournament with the title or id.
    /// - Throws: ``Failure`` if there is none.
    func find() async throws -> (services: any SocialServices, season: Season) {
        let services = try await context.services()
        let group = try await scope.id(in: services)
        var request = PageRequest(limit: 100)
        while true {
            let page = try await services.seasons(of: group, kind: .tournament, request)
            let found = page.items.first { season in
                season.title?.foldedForSearch == name.foldedForSearch
                    || ShortID(argument: name)?.ends(season.id) == true
            }
            if let found { return (services, found) }
            guard let next = page.next else { break }
            request.cursor = next
        }
        let ofGroup = scope.group.map { " --group \"\($0.text)\"" } ?? ""
        throw Failure(
            .rejected, "No tournament matches “\(name)”.",
            advice: "List them with: paceline tournaments\(ofGroup)")
    }
}
