import ArgumentParser
import Foundation
import Paceline
import PacelineDemo

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Create a realistic demo community in a data folder.",
        discussion: """
            The same seed and --until create the same community. \(DemoPlan.signInHint) (The username “demo” is \
            reserved.) A folder with another community is not changed.
            """)

    @Option(help: ArgumentHelp.newDataFolder)
    var data = "paceline-demo"

    @OptionGroup var size: DemoOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let end = size.end
        let record = size.record(endingAt: end)
        let outcome = try await DemoBuilder(folder: DataFolder(data), record: record, end: end).run()
        try output.show(Summary(data: data, record: record, isNew: outcome == .created)) { _ in [] }
        switch outcome {
        case .created:
            Console.note(
                "Created \(Measure.count(record.people, "person", "people")), "
                    + "\(Measure.count(record.workouts, "workout")) and daily scores in \(data).")
        case .alreadyExists(let lastDay):
            Console.note("\(data) already contains this community, up to \(HumanTime.text(of: lastDay)).")
        }
        Console.note(DemoPlan.signInHint)
    }

    private struct Summary: Encodable {
        let data: String
        let username = DemoPlan.username
        let password = DemoPlan.password
        let record: DemoRecord
        let isNew: Bool
    }
}

/// The size, seed and last day of a demo community.
struct DemoOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The number of people, 10 to 5,000.", valueName: "count"))
    var people = 200

    @Option(help: ArgumentHelp("The number of workouts, up to 200,000.", valueName: "count"))
    var workouts = 5_000

    @Option(help: ArgumentHelp("The seed of the random generator.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "The day at whose start, in UTC, the history ends; by default it ends now.", valueName: "day"))
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

    /// The instant at which the history ends.
    var end: Date { until?.startInUTC ?? Date() }

    func record(endingAt end: Date) -> DemoRecord {
        DemoRecord(people: people, workouts: workouts, seed: seed, lastDay: until ?? Day(of: end, in: .gmt))
    }
}
