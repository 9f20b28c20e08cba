import ArgumentParser
import Foundation
import Paceline

struct MuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Keep somebody out of your feed; they are not told. Alone: list them.")

    @Argument var person: PersonArgument?
    @OptionGroup var page: PageOptions
    @OptionGroup var acting: ActingOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let services = try await acting.services()
        guard let person else {
            let muted = try await page.gather { try await services.mutes($0) }
            try output.show(muted, muted.items.table)
            return muted.remark(nothing: "You have muted nobody.")
        }
        try await services.mute(person.reference)
        Console.say("Muted \(person.reference.spoken).")
    }
}

struct UnmuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmute", abstract: "Let somebody into your feed again.")

    @Argument var person: PersonArgument
    @OptionGroup var acting: ActingOptions

    func run() async throws {
        try await acting.services().unmute(person.reference)
        Console.say("\(person.reference.spoken) is no longer muted.")
    }
}
