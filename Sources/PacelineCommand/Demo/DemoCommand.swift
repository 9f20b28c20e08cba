import ArgumentParser
import Foundation
import PacelineDatabase
import PacelineEngine

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Fill a data folder with a believable community to try things on.",
        discussion:
            "The same seed makes the same community, ending today. Sign in as demi, the person it names at its end."
    )

    @Option(help: ArgumentHelp("The data folder; made when missing.", valueName: "dir"))
    var data = "paceline-demo"

    @Option(help: ArgumentHelp("How many people, 10 to 5,000.", valueName: "count"))
    var people = 200

    @Option(help: ArgumentHelp("How many workouts, up to 200,000.", valueName: "count"))
    var workouts = 5_000

    @Option(help: ArgumentHelp("What chance begins with.", valueName: "number"))
    var seed: UInt64 = 1

    func validate() throws {
        guard (10...5_000).contains(people) else { throw ValidationError("--people must be 10 to 5,000.") }
        guard (0...200_000).contains(workouts) else {
            throw ValidationError("--workouts must be 0 to 200,000.")
        }
    }

    func run() async throws {
        let clock = DemoClock()
        let database = try SQLiteDatabase(path: DataFolder(data).databasePath)
        let engine = try await Engine(
            database: database, environment: Environment(now: { clock.now }, passwordCost: .fast))
        guard try await !engine.hasPeople() else {
            throw Failure(
                .refused, "\(data) holds a community already, which stays as it is.",
                advice: "Serve it with: paceline serve --data \(data)")
        }
        var community = DemoCommunity(
            engine: engine, clock: clock, seed: seed, people: people, workouts: workouts)
        let bar = ProgressBar("Making the community")
        try await community.make { bar.show($0, of: $1) }
        try await database.close()
        Console.say("Made \(people) people and \(workouts) workouts in \(data).")
        Console.say("Sign in as \(DemoCommunity.username) with the password \(DemoCommunity.password)")
    }
}
