import ArgumentParser
import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up a SQLite community to a file while it is in use.",
        discussion: """
            The command verifies the copy. To restore it, stop the server and place the file in a data folder as \
            paceline.sqlite. The copy does not contain the key of the ledger: keep a copy of ledger.key elsewhere.

            Delete copies after 30 days: they still contain what people have deleted.
            """)

    @Argument(help: ArgumentHelp.newFile)
    var file: String

    @Option(help: ArgumentHelp.dataFolder)
    var data = "paceline-data"

    @OptionGroup var output: OutputOptions

    private struct Copy: Encodable {
        let file: String
        let bytes: Int
    }

    func run() async throws {
        let database = try await DataFolder(data).existingFile()
        try checkPlace()
        let showsProgress = Console.standardErrorIsTerminal
        try await database.backup(to: file) { done in
            if showsProgress { Console.write("\rCopying: \(Int(done * 100)) %\(done < 1 ? "" : "\n")") }
        }
        let copy = try SQLiteDatabase(path: file)
        let engine = try await Engine.withoutLedgerKey(on: copy)
        let differences = try await engine.check()
        try await engine.markAsFork()
        try await copy.close()
        guard differences.isEmpty else {
            throw Failure(
                .rejected, SharedTexts.wrongCounters(inCopy: differences.count),
                advice: "List them with: paceline check --data \(data)")
        }
        let bytes = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        try output.show(Copy(file: file, bytes: bytes)) { _ in [] }
        Console.note("Backed up to \(file). \(SharedTexts.countersAreCorrect)")
    }

    /// Overwrites no file and creates no folder, so that a misspelt path is noticed.
    private func checkPlace() throws {
        let folder = URL(filePath: file).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else {
            throw Failure(
                .rejected, "The folder \(folder) does not exist.",
                advice: "Create it or choose another folder.")
        }
        guard !FileManager.default.fileExists(atPath: file) else {
            throw Failure(
                .rejected, "\(file) already exists.", advice: "Choose another name."
            )
        }
    }
}
