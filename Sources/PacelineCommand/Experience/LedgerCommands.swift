import ArgumentParser
import Foundation
import Paceline
import PacelineEngine

extension ExperienceCommand {
    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Verify the ledger of everyone's XP, as the operator of a server.",
            discussion: """
                Finds entries that were changed, inserted or removed by other programs, and XP that no workout \
                explains. With an anchor, it also finds entries that were removed from the end, and a database that \
                was replaced by an older one. The exit status is 1 if it finds a fault. \(SharedTexts.serverMayRun)
                """)

        @Option(help: ArgumentHelp("A file that “paceline xp anchor” wrote.", valueName: "file"))
        var anchor: String?
        @OptionGroup var community: CommunityOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let bytes = try anchor.map(Self.bytes)
            let report = try await community.engine(ledgerKey: .required).verifyLedger(anchor: bytes)
            if output.json || report.faultCount > 0 { try output.show(report, report.table) }
            guard report.faultCount == 0 else {
                throw Failure(
                    .rejected, "The ledger has \(Measure.count(report.faultCount, "fault")).",
                    advice: "Compare with a backup, and find out which programs can write to the database.")
            }
            guard !output.json else { return }
            Console.note(
                "Verified \(Measure.count(report.entries, "entry", "entries")) of "
                    + "\(Measure.count(report.accounts, "account")). The ledger is correct.")
        }

        private static func bytes(of file: String) throws -> [UInt8] {
            guard let bytes = FileManager.default.contents(atPath: file) else {
                throw Failure(.rejected, "The anchor \(file) cannot be read.")
            }
            return Array(bytes)
        }
    }

    struct Anchor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write the state of the ledger to a file, as the operator of a server.",
            discussion: """
                Keep the file where people who can write to the database cannot change it: “paceline xp verify \
                --anchor FILE” then also finds entries that have been removed from the end. It contains no names. \
                \(SharedTexts.serverMayRun)
                """)

        @Argument(help: ArgumentHelp.newFile)
        var file: String
        @OptionGroup var community: CommunityOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            guard !FileManager.default.fileExists(atPath: file) else {
                throw Failure(.rejected, "\(file) already exists.", advice: "Choose another name.")
            }
            let bytes = try await community.engine().ledgerAnchor()
            try Data(bytes).write(to: URL(filePath: file), options: .withoutOverwriting)
            try output.acknowledge("Wrote the anchor to \(file).")
        }
    }
}

extension LedgerReport {
    /// The faults, one per line.
    fileprivate var table: Table {
        var table = Table(
            .left("FAULT"), .left("PERSON"), .right("ENTRY"), .left("DAY", dropPriority: 1),
            .left("WORKOUT", dropPriority: 1),
            .left("ACCOUNT", dropPriority: 2))
        for fault in faults {
            table.add(
                .init(fault.kind.sentence, .bad), .init(fault.person.map { "@" + $0 }),
                .init(fault.sequence.map { "\($0)" }), .init(fault.day?.dashed),
                .init(fault.workout?.short, .faint),
                .init(fault.account?.uuidString.lowercased(), .faint))
        }
        return table
    }
}

extension LedgerFault.Kind {
    fileprivate var sentence: String {
        switch self {
        case .changedEntry: "changed entry"
        case .missingEntry: "missing entry"
        case .wrongBalance: "wrong balance"
        case .wrongHead: "wrong last hash"
        case .wrongAward: "wrong XP of a workout"
        case .wrongRedemption: "wrong XP of a reward"
        case .wrongDay: "wrong XP of a day"
        case .missingAccount: "missing account"
        case .olderThanAnchor: "older than the anchor"
        }
    }
}
