import ArgumentParser
import Foundation
import Paceline

struct WorkoutsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workouts", abstract: "List, show, import and delete workouts.",
        subcommands: [List.self, Show.self, Import.self, Review.self, Delete.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List your workouts or another person's, newest first.")

        @Argument(help: "The person.") var person = PersonArgument.me
        @OptionGroup var options: ListOptions

        func run() async throws {
            let emptyMessage =
                person.reference == .me
                ? "You have no workouts yet. Import some with: paceline workouts import FILE"
                : "There are no workouts that you can see."
            try await options.show(emptyMessage: emptyMessage, \.table) {
                try await $0.workouts(of: person.reference, $1)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a workout with its intervals and sets.")

        @Argument(help: ItemArgument.help) var item: ItemArgument
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let id = try await item.id(in: services)
            let workout = try await services.workout(Workout.ID(id.uuid))
            let card = output.json ? nil : try await services.item(id)
            try output.show(workout) { workout.lines(card, on: $0) }
        }
    }

    struct Review: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask moderators to review one of your workouts that counts nowhere.",
            discussion: """
                For a held workout that you published more than \(ExperienceLimits.publicationDays) days after its \
                end, and to appeal against an exclusion: once, within 180 days. Other held workouts are reviewed \
                without it.
                """)

        @Argument(help: ArgumentHelp.workout) var id: ShortID
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let own = try await id.find("workout", id: \Workout.id) {
                try await services.workouts(of: .me, $0)
            }
            let workout = try await services.requestReview(of: own)
            try output.show(workout) { workout.lines(nil, on: $0) }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete one of your workouts with its kudos and comments.")

        @Argument(help: ArgumentHelp.workout) var id: ShortID
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let own = try await id.find("workout", id: \Workout.id) {
                try await services.workouts(of: .me, $0)
            }
            try await services.deleteWorkout(own)
            try output.acknowledge("Deleted the workout.")
        }
    }
}
