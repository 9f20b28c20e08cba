import ArgumentParser
import Foundation
import Paceline

struct PeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "Find people and look at them.",
        subcommands: [Find.self, Show.self, Suggested.self], defaultSubcommand: Find.self)

    struct Find: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Find people by username or name.", aliases: ["search"])

        @Argument(help: "A part of the name.") var text: String
        @OptionGroup var options: ListOptions

        func run() async throws {
            try await options.show(emptyMessage: "Nobody is called like “\(text)”.", \.table) {
                try await $0.people(matching: text, $1.ofPeople)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one person's profile.")

        @Argument(help: "Whom.") var person: PersonArgument
        @Flag(help: "Show the QR code of the profile's address instead.") var code = false
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        mutating func validate() throws {
            if code, output.json {
                throw ValidationError("A QR code has no JSON; leave out --json or --code.")
            }
        }

        func run() async throws {
            let services = try await context.services()
            if code {
                let picture = try await services.codePicture(of: person.reference, as: .text)
                return print(String(decoding: picture.bytes, as: UTF8.self))
            }
            let found = try await services.person(person.reference)
            try output.show(found, found.sheet)
        }
    }

    struct Suggested: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List people worth knowing.")

        @OptionGroup var options: ListOptions

        func run() async throws {
            try await options.show(emptyMessage: "There is nobody to suggest yet.", \.table) {
                try await $0.suggestions(codes: [], $1.ofPeople)
            }
        }
    }
}

extension PageRequest {
    /// Searches and suggestions give at most 20 a page.
    fileprivate var ofPeople: PageRequest { PageRequest(limit: min(limit, 20), cursor: cursor) }
}
