import ArgumentParser
import Foundation
import Paceline

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Fill a data folder with a believable community to try things on.",
        discussion: """
            The same seed and last day make the same community. Sign in as \(DemoPlan.username) with the password \
            \(DemoPlan.password). A folder that holds another community stays as it is.
            """)

    @Option(help: ArgumentHelp("The data folder; made when missing.", valueName: "dir"))
    var data = "paceline-demo"

    @OptionGroup var size: DemoOptions

    func run() async throws {
        switch try await DemoMaking(folder: DataFolder(data), record: size.record).run() {
        case .made:
            Console.say("Made \(size.people) people and \(size.workouts) workouts in \(data).")
        case .wasThere:
            Console.say("\(data) holds this community already.")
        }
        Console.say("Sign in as \(DemoPlan.username) with the password \(DemoPlan.password)")
    }
}

/// How large a made-up community is, and which one of its kind.
struct DemoOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How many people, 10 to 5,000.", valueName: "count"))
    var people = 200

    @Option(help: ArgumentHelp("How many workouts, up to 200,000.", valueName: "count"))
    var workouts = 5_000

    @Option(help: ArgumentHelp("What chance begins with.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("The day at whose beginning it ends; today when left out.", valueName: "day"))
    var until: Day?

    func validate() throws {
        guard (10...5_000).contains(people) else { throw ValidationError("--people must be 10 to 5000.") }
        guard (0...200_000).contains(workouts) else {
            throw ValidationError("--workouts must be 0 to 200000.")
        }
        guard (until?.startInUTC ?? .distantPast) <= Date() else {
            throw ValidationError("--until must not be in the future.")
        }
    }

    var record: DemoRecord {
        DemoRecord(
            people: people, workouts: workouts, seed: seed, lastDay: until ?? Day(of: Date(), in: .gmt))
    }
}
