import ArgumentParser
import Foundation
import Paceline
import PacelineImport

extension WorkoutsCommand {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import workouts from files of other programs.",
            discussion: """
                Importing a file again changes nothing, because each workout keeps its id. To resume an interrupted \
                import, run the same command again. Skipped rows are listed with their line and the reason. The \
                exit status is 1 if a workout was rejected.

                Supported formats: \(WorkoutFormat.allCases.map(\.title).joined(separator: ", ")).
                """)

        @Argument(help: "The files to import.", completion: .file()) var files: [String]
        @Flag(help: ArgumentHelp.dryRun) var dryRun = false
        @Option(
            help: """
                The visibility: private (only me), friends, followers or public; by default your account's setting.
                """)
        var visibility: ItemVisibility?
        @Option(help: "Where you trained, such as Europe/Ljubljana; by default your account's time zone.")
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
            if report.rejected > 0 {
                throw Failure(
                    .rejected, "\(Measure.count(report.rejected, "workout")) could not be published.",
                    advice: "Correct the rows above and run the same command again.")
            }
        }

        private func read(for services: any SocialServices) async throws -> ImportBatch {
            let account = try await services.me()
            guard let zone = TimeZone(identifier: timeZone ?? account.timeZone) else {
                throw Failure(
                    .usage, "“\(timeZone ?? account.timeZone)” is not a time zone.",
                    advice: "Use a name such as Europe/Ljubljana.")
            }
            let options = ImportOptions(
                owner: account.id, importKey: account.importKey, timeZone: zone, visibility: visibility)
            return try ImportBatch(reading: files, options: options, now: Date())
        }

        private func preview(_ batch: ImportBatch, _ services: any SocialServices) async throws {
            let preview = try await ImportPreview(of: batch, services)
            try output.show(preview.report) { preview.lines(on: $0) }
            preview.report.reportProblems()
            Console.note(SharedTexts.dryRun)
        }
    }
}
