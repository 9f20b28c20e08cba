import ArgumentParser
import Foundation
import Paceline

struct KudosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kudos", abstract: "Give, withdraw and list kudos.",
        subcommands: [Give.self, Withdraw.self, List.self], defaultSubcommand: Give.self)

    struct Give: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give kudos. Giving them again has no effect.")

        @Argument(help: ItemArgument.help) var item: ItemArgument
        @Flag(help: "Give big kudos.") var big = false
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let tally = try await services.giveKudos(to: try await item.id(in: services), big: big)
            try output.show(tally, tally.sheet("Kudos"))
        }
    }

    struct Withdraw: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Withdraw your kudos.")

        @Argument(help: ItemArgument.help) var item: ItemArgument
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let tally = try await services.withdrawKudos(from: try await item.id(in: services))
            try output.show(tally, tally.sheet("Kudos"))
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the people who gave kudos, newest first.")

        @Argument(help: ItemArgument.help) var item: ItemArgument
        @OptionGroup var options: ListOptions

        func run() async throws {
            let id = try await item.id(in: try await options.context.services())
            try await options.show(emptyMessage: "There are no kudos yet.", { $0.table(now: Date()) }) {
                try await $0.kudos(of: id, $1)
            }
        }
    }
}

extension [Kudos] {
    fileprivate func table(now: Date) -> Table {
        var table = Table(.left("WHEN"), .left("USERNAME"), .truncated("NAME"), .left("BIG"))
        for kudos in self {
            table.add(
                .init(HumanTime.text(for: kudos.createdAt, now: now)),
                .init("@" + kudos.person.username, .accent), .init(kudos.person.displayName),
                .init(kudos.big ? "big" : ""))
        }
        return table
    }
}

extension Tally {
    /// The count, and whether it includes the viewer.
    func sheet(_ name: String) -> Sheet {
        var sheet = Sheet()
        sheet.add(name, "\(count)\(mine ? ", including yours" : "")")
        return sheet
    }
}
