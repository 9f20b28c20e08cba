import ArgumentParser
import Foundation
import Paceline

struct BlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block",
        abstract: "Block somebody: you no longer exist for each other. Alone: list them.")

    @Argument var person: PersonArgument?
    @OptionGroup var page: PageOptions
    @OptionGroup var acting: ActingOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let services = try await acting.services()
        guard let person else {
            let blocked = try await page.gather { try await services.blocks($0) }
            try output.show(blocked, blocked.items.table)
            return blocked.remark(nothing: "You have blocked nobody.")
        }
        try await services.block(person.reference)
        Console.say("Blocked \(person.reference.spoken).")
    }
}

struct UnblockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unblock", abstract: "End a block.")

    @Argument var person: PersonArgument
    @OptionGroup var acting: ActingOptions

    func run() async throws {
        try await acting.services().unblock(person.reference)
        Console.say("\(person.reference.spoken) is no longer blocked.")
    }
}
