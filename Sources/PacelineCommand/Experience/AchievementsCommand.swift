import ArgumentParser
import Paceline

struct AchievementsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "achievements", abstract: "List the achievements and milestones that a person earned.",
        discussion: """
            They are earned by workouts that you can see. Everything that can be earned: paceline achievements --all
            """)

    @Argument(help: "The person; omit it for yourself.") var person: PersonArgument = .me
    @Flag(help: "List everything that can be earned.") var all = false
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let services = try await context.services()
        let earned = try await services.achievements(of: person.reference)
        guard !all else {
            let catalogue = try await services.achievements()
            return try output.show(catalogue, catalogue.table(earned: earned))
        }
        guard !earned.isEmpty || output.json else {
            return Console.note(
                person.reference == .me
                    ? "You have no badges yet. List all: paceline achievements --all"
                    : "\(person.reference.label) has no badges that you can see.")
        }
        try output.show(earned, earned.table)
    }
}

extension [EarnedAchievement] {
    /// The badges, one per line.
    fileprivate var table: Table {
        var table = Table(.left("WHEN"), .left("ACHIEVEMENT"), .wrapped("FOR", dropPriority: 1))
        for earned in self {
            table.add(
                .init(HumanTime.dateTime(earned.at)), .init(earned.achievement.name, .accent),
                .init(earned.achievement.task, .faint))
        }
        return table
    }
}

extension [Achievement] {
    /// The badges, one per line, with the dates of those that were earned.
    fileprivate func table(earned: [EarnedAchievement]) -> Table {
        let dates = Dictionary(uniqueKeysWithValues: earned.map { ($0.id, $0.at) })
        var table = Table(
            .left("ID"), .left("ACHIEVEMENT"), .left("EARNED"), .wrapped("FOR", dropPriority: 1))
        for achievement in self {
            table.add(
                .init(achievement.id.description, .faint),
                .init(achievement.name, dates[achievement.id] == nil ? .plain : .accent),
                .init(dates[achievement.id].map { HumanTime.dateTime($0) }), .init(achievement.task, .faint))
        }
        return table
    }
}
