import ArgumentParser
import Foundation
import Paceline
import PacelineEngine
import PacelinePostgres

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Copy a community into an empty SQLite or PostgreSQL database.",
        discussion: """
            Stop the community's servers first: if the original changes, the copy is rolled back. The command verifies \
            the copy's rows and counters. The original is not modified. From one SQLite file to another, the key of \
            the ledger is copied, too; otherwise, give the new server the file ledger.key of the old one.
            """)

    @Option(help: ArgumentHelp("The original database: sqlite:PATH or postgres://….", valueName: "url"))
    var from: String

    @Option(
        help: ArgumentHelp("The empty target database: sqlite:PATH or postgres://….", valueName: "url")
    )
    var to: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (source, target) = (try DatabaseLocation(from), try DatabaseLocation(to))
        // SQLite would create a missing file, so a misspelt path would copy an empty community.
        if case .sqlite(let path) = source, !FileManager.default.fileExists(atPath: path) {
            throw Failure(.rejected, "There is no community at \(path).")
        }
        let keyFiles = try LedgerKeyFiles(source, target)
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
        let differences = try await Engine.withoutLedgerKey(on: copy).check()
        guard differences.isEmpty else {
            throw Failure(
                .rejected, SharedTexts.wrongCounters(inCopy: differences.count),
                advice: "The original has them too. List them with: paceline check --database URL")
        }
        var table = Table(.left("TABLE"), .right("ROWS"))
        for count in counts { table.add(.init(count.table), .init(Measure.grouped(count.rows))) }
        try output.show(counts, table)
        let isKeyCopied = try keyFiles.copy()
        Console.note(
            "All rows were copied and all counters are correct. Serve it with: paceline serve --database URL")
        if !isKeyCopied { Console.note(SharedTexts.copyLedgerKey) }
        try await original.close()
        try await copy.close()
    }
}

extension Failure {
    fileprivate init(_ failure: CommunityCopy.Failure) {
        switch failure {
        case .targetNotEmpty(let table):
            self.init(
                .rejected, "The target is not empty: its table “\(table)” has rows.",
                advice: "Use a new, empty database. Nothing was changed.")
        case .sourceChanged(let table):
            self.init(
                .rejected, "The community changed during the copy, in the table “\(table)”.",
                advice: "Stop its servers and try again. The target is still empty.")
        case .incomplete(let table):
            self.init(
                .rejected, "Some rows of the table “\(table)” were not copied.",
                advice: "Make sure that nothing else uses the target, and try again. It is still empty.")
        }
    }
}
