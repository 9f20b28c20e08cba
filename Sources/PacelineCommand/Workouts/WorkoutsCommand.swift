import ArgumentParser
import Foundation
import Paceline

struct WorkoutsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workouts", abstract: "List, show, import and delete workouts.",
        subcommands: [List.self, Show.self, Import.self, Delete.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List somebody's workouts, newest first.")

        @Argument(help: "Whose.") var person = PersonArgument.me
        @OptionGroup var page: PageOptions
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await acting.services()
            let found = try await page.gather { try await services.workouts(of: person.reference, $0) }
            try output.show(found, found.items.table)
            found.remark(nothing: "There are no workouts to be seen.")
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show one workout with its intervals and sets.")

        @Argument(help: "Its id, or the id's last digits.") var id: ShortID
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await acting.services()
            let workout = try await services.workout(try await services.workoutID(id))
            try output.show(workout) { workout.lines(on: $0) }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a workout of yours with its kudos and comments.")

        @Argument(help: "Its id, or the id's last digits.") var id: ShortID
        @OptionGroup var acting: ActingOptions

        func run() async throws {
            let services = try await acting.services()
            let own = try await id.find("workout", id: \Workout.id) {
                try await services.workouts(of: .me, $0)
            }
            try await services.deleteWorkout(own)
            Console.say("Deleted \(own).")
        }
    }
}

extension FeedService {
    /// The workout of the id, among the newest of one's own feed.
    fileprivate func workoutID(_ id: ShortID) async throws -> Workout.ID {
        Workout.ID(try await itemID(id).uuid)
    }
}
