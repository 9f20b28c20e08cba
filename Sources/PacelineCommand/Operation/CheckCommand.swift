import ArgumentParser
import Foundation
import Paceline
import PacelineEngine

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Verify every counter and badge of a community.",
        discussion:
            "The exit status is 1 if a counter is wrong or the log has parked events.")

    @OptionGroup var community: CommunityOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let engine = try await community.engine()
        let differences = try await engine.check()
        var table = Table(.left("COUNTER"), .left("SUBJECT"), .right("STORED"), .right("COUNTED"))
        for difference in differences {
            table.add(
                .init(difference.counter), .init(difference.subject), .init(String(difference.stored)),
                .init(String(difference.counted)))
        }
        if output.json || !differences.isEmpty { try output.show(differences, table) }
        guard differences.isEmpty else {
            throw Failure(
                .rejected, "Found \(Measure.count(differences.count, "wrong counter")).",
                advice: "Make a backup and report the output above.")
        }
        let parked = try await engine.parkedEventCount()
        guard parked == 0 else {
            throw Failure(
                .rejected, "The log has \(Measure.count(parked, "parked event")).",
                advice: SharedTexts.listParkedEvents)
        }
        if !output.json { Console.note(SharedTexts.countersAreCorrect) }
    }
}
