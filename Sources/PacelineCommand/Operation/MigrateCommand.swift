import ArgumentParser
import Foundation
import Paceline
import PacelineEngine
import PacelinePostgres

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Copy a community into an empty database, of the same or the other kind.",
        discussion: """
            Stop the servers of the community first: a copy of what changes meanwhile is refused. The copy is counted \
            and checked before the command ends; the original stays as it is.
            """)

    @Option(help: ArgumentHelp("Where the community is: sqlite:PATH or postgres://….", valueName: "url"))
    var from: String

    @Option(
        help: ArgumentHelp("Where it goes, an empty database: sqlite:PATH or postgres://….", valueName: "url")
    )
    var to: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (source, target) = (try DatabaseLocation(from), try DatabaseLocation(to))
        // A slip in the path would otherwise make a new community there, and copy that.
        if case .sqlite(let path) = source, !FileManager.default.fileExists(atPath: path) {
            throw Failure(.refused, "There is no community at \(path).")
        }
        let original = try source.open(statementTimeout: .zero)
        let copy = try target.open(statementTimeout: .zero)
        let bar = ProgressBar("Copying")
        let counts: [CommunityCopy.Count]
        do {
            counts = try await CommunityCopy(from: original, to: copy).run {
                bar.show($0.done, of: $0.total)
            }
        } catch let failure as CommunityCopy.Failure {
            bar.endLine()
            throw Failure(failure)
        }
        let differences = try await Engine(database: copy).check()
        guard differences.isEmpty else {
            throw Failure(
                .refused, "\(differences.count) counters of the copy are not right.",
                advice: "They are those of the original. See: paceline check --database URL")
        }
        var table = Table(.left("TABLE"), .right("ROWS"))
        for count in counts { table.add(.init(count.table), .init(Measure.grouped(count.rows))) }
        try output.show(counts, table)
        Console.say(
            "Every row is there and every counter is right. Serve it with: paceline serve --database URL")
        try await original.close()
        try await copy.close()
    }
}

extension Failure {
    fileprivate init(_ failure: CommunityCopy.Failure) {
        switch failure {
        case .targetNotEmpty(let table):
            self.init(
                .refused, "The target is not empty: its table “\(table)” has rows.",
                advice: "Copy into a new database; nothing was changed.")
        case .sourceChanged(let table):
            self.init(
                .refused, "The community was changed while it was copied: its table “\(table)”.",
                advice: "Stop its servers and try again; the target is empty as before.")
        case .incomplete(let table):
            self.init(
                .refused, "Not all rows of “\(table)” arrived.",
                advice: "See that nobody else uses the target, and try again; it is empty as before.")
        }
    }
}
