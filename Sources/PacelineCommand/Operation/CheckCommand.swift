import ArgumentParser
import Foundation
import Paceline
import PacelineEngine

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Recount every counter of a community.",
        discussion:
            "Ends with 1 when a counter does not hold what it counts, or an event of the log is parked.")

    @OptionGroup var community: CommunityOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let engine = try await community.engine()
        let differences = try await engine.check()
        var table = Table(.left("COUNTER"), .left("OF"), .right("STORED"), .right("COUNTED"))
        for difference in differences {
            table.add(
                .init(difference.counter), .init(difference.subject), .init(String(difference.stored)),
                .init(String(difference.counted)))
        }
        if output.json || !differences.isEmpty { try output.show(differences, table) }
        guard differences.isEmpty else {
            throw Failure(
                .refused, "\(Measure.count(differences.count, "counter")) cannot be right.",
                advice: "Keep a backup, and report what is shown above.")
        }
        let parked = try await engine.parkedEventCount()
        guard parked == 0 else {
            throw Failure(
                .refused, "\(Measure.count(parked, "event")) of the log could not be processed.",
                advice: "See: paceline log")
        }
        if !output.json { Console.say("Every counter is right.") }
    }
}
