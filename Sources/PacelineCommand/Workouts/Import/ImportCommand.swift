import ArgumentParser
import Foundation
import Paceline
import PacelineImport

extension WorkoutsCommand {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Publish workouts from the files of other programs.",
            discussion: """
                Importing a file again changes nothing, since each workout keeps its id; so an import that was \
                interrupted goes on when the same command is given again. Rows that give no workout are listed \
                with their line and the reason. The exit status is 1 when the service refused a workout.

                Reads: \(WorkoutFormat.allCases.map(\.title).joined(separator: ", ")).
                """)

        @Argument(help: "The files.", completion: .file()) var files: [String]
        @Flag(help: "Only show what would be done.") var dryRun = false
        @Option(help: "Who may see them: private, friends, followers or public; your setting when left out.")
        var visibility: ItemVisibility?
        @Option(help: "Where you trained, as Europe/Ljubljana; your account's time zone when left out.")
        var timeZone: String?
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let batch = try await read(for: services)
            if dryRun { return try await preview(batch, services) }
            let interruption = Interruption()
            let upload = Upload(
                publish: { try await services.publish($0) }, isInterrupted: { interruption.isRequested })
            let report = try await upload.send(batch)
            try output.show(report, report.table)
            report.reportProblems()
            if report.isInterrupted { throw report.interruption }
            if report.refused > 0 {
                throw Failure(
                    .refused, "\(Measure.count(report.refused, "workout")) could not be published.",
                    advice: "Mend the rows above, and give the same command again.")
            }
        }

        private func read(for services: any SocialServices) async throws -> ImportBatch {
            let account = try await services.me()
            guard let zone = TimeZone(identifier: timeZone ?? account.timeZone) else {
                throw Failure(
                    .usage, "There is no time zone “\(timeZone ?? account.timeZone)”.",
                    advice: "Use a name such as Europe/Ljubljana.")
            }
            let options = ImportOptions(owner: account.id, timeZone: zone, visibility: visibility)
            return try ImportBatch(reading: files, options: options, now: Date())
        }

        private func preview(_ batch: ImportBatch, _ services: any SocialServices) async throws {
            let preview = try await ImportPreview(of: batch, services)
            try output.show(preview.report) { preview.lines(on: $0) }
            preview.report.reportProblems()
            Console.say("This was a dry run: nothing was published.")
        }
    }
}
