import ArgumentParser
import Foundation
import Paceline
import PacelineDemo

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Fill a data folder with a believable community to try things on.",
        discussion: """
            The same seed and last day make the same community. \(DemoPlan.invitation) (The name “demo” itself is \
            kept for the community.) A folder that holds another community stays as it is.
            """)

    @Option(help: ArgumentHelp("The data folder; made when missing.", valueName: "dir"))
    var data = "paceline-demo"

    @OptionGroup var size: DemoOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let record = size.record
        let outcome = try await DemoBuilder(folder: DataFolder(data), record: record).run()
        try output.show(Summary(data: data, record: record, isNew: outcome == .made)) { _ in [] }
        switch outcome {
        case .made:
            Console.say(
                "Made \(Measure.count(record.people, "person", "people")), "
                    + "\(Measure.count(record.workouts, "workout")) and daily scores in \(data).")
        case .wasThere(let lastDay):
            Console.say("\(data) holds this community already, up to \(HumanTime.text(of: lastDay)).")
        }
        Console.say(DemoPlan.invitation)
    }

    private struct Summary: Encodable {
        let data: String
        let username = DemoPlan.username
        let password = DemoPlan.password
        let record: DemoRecord
        let isNew: Bool
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
