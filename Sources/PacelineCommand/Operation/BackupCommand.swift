import ArgumentParser
import Foundation
import PacelineDatabase
import PacelineEngine

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy a community into one file, while it is in use.",
        discussion: "The copy is opened and checked before the command ends. Restoring is putting it back.")

    @Argument(help: ArgumentHelp("The file to write, which must not exist.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("The data folder.", valueName: "dir"))
    var data = "paceline-data"

    func run() async throws {
        let database = try DataFolder(data).existingDatabase()
        try await database.backup(to: file) { done in
            if Console.messagesAreWatched {
                FileHandle.standardError.write(
                    Data("\rCopying: \(Int(done * 100)) %\(done < 1 ? "" : "\n")".utf8))
            }
        }
        let differences = try await Engine(database: SQLiteDatabase(path: file)).check()
        guard differences.isEmpty else {
            throw Failure(
                .refused, "\(differences.count) counters of the copy are not right.",
                advice: "See: paceline check --data \(data)")
        }
        Console.say("\(file) holds the community as it was when this began. Every counter is right.")
    }
}
