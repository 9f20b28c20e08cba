import ArgumentParser
import Foundation
import Paceline

struct KudosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kudos", abstract: "Give kudos, take them back, see who gave them.",
        subcommands: [Give.self, Withdraw.self, List.self], defaultSubcommand: Give.self)

    struct Give: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Give kudos; twice counts once.")

        @Argument(help: "An item of your feed: its id, or the id's last digits.") var item: ShortID
        @Flag(help: "Big ones.") var big = false
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await acting.services()
            let tally = try await services.giveKudos(to: try await services.itemID(item), big: big)
            try output.show(tally, tally.sheet)
        }
    }

    struct Withdraw: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take your kudos back.")

        @Argument(help: "The item.") var item: ShortID
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await acting.services()
            let tally = try await services.withdrawKudos(from: try await services.itemID(item))
            try output.show(tally, tally.sheet)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List who gave kudos, newest first.")

        @Argument(help: "The item.") var item: ShortID
        @OptionGroup var page: PageOptions
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await acting.services()
            let id = try await services.itemID(item)
            let found = try await page.gather { try await services.kudos(of: id, $0) }
            var table = Table(.left("WHEN"), .left("USERNAME"), .flexible("NAME"), .left("BIG"))
            for kudos in found.items {
                table.add(
                    .init(HumanTime.text(for: kudos.createdAt, now: Date())),
                    .init("@" + kudos.person.username, .accent), .init(kudos.person.displayName),
                    .init(kudos.big ? "big" : ""))
            }
            try output.show(found, table)
            found.remark(nothing: "Nobody has given kudos yet.")
        }
    }
}

extension Tally {
    fileprivate var sheet: Sheet {
        var sheet = Sheet()
        sheet.add("Kudos", "\(count)\(mine ? ", yours among them" : "")")
        return sheet
    }
}
