import ArgumentParser
import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy a community into one file, while it is in use.",
        discussion: """
            The copy is opened and checked before the command ends. To restore, stop the server and put the file \
            into a data folder as paceline.sqlite.
            """)

    @Argument(help: ArgumentHelp("The file to write, which must not exist.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("The data folder.", valueName: "dir"))
    var data = "paceline-data"

    @OptionGroup var output: OutputOptions

    private struct Copy: Encodable {
        let file: String
        let bytes: Int
    }

    func run() async throws {
        let database = try await DataFolder(data).existingFile()
        try checkPlace()
        let isWatched = Console.standardErrorIsTerminal
        try await database.backup(to: file) { done in
            if isWatched { Console.write("\rCopying: \(Int(done * 100)) %\(done < 1 ? "" : "\n")") }
        }
        let copy = try SQLiteDatabase(path: file)
        let engine = try await Engine(database: copy)
        let differences = try await engine.check()
        try await engine.markAsFork()
        try await copy.close()
        guard differences.isEmpty else {
            throw Failure(
                .refused, "\(Measure.count(differences.count, "counter")) of the copy cannot be right.",
                advice: "See: paceline check --data \(data)")
        }
        let bytes = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        try output.show(Copy(file: file, bytes: bytes)) { _ in [] }
        Console.say("\(file) holds the community as it was when this began. Every counter is right.")
    }

    /// A backup replaces nothing, and makes no folders: a slip in the path would go unnoticed.
    private func checkPlace() throws {
        let folder = URL(filePath: file).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else {
            throw Failure(
                .refused, "There is no folder \(folder).", advice: "Make it, or choose another place.")
        }
        guard !FileManager.default.fileExists(atPath: file) else {
            throw Failure(
                .refused, "\(file) exists already; a backup replaces nothing.", advice: "Choose another name."
            )
        }
    }
}
