import ArgumentParser
import Foundation
import Paceline

struct PeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "Find people and show their profiles.",
        subcommands: [Find.self, Show.self, Suggested.self], defaultSubcommand: Find.self)

    struct Find: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Find people by username or name.", aliases: ["search"])

        @Argument(help: "Part of a username or name.") var text: String
        @OptionGroup var options: ListOptions

        func run() async throws {
            try await options.show(emptyMessage: "No one matches “\(text)”.", \.table) {
                try await $0.people(matching: text, $1.ofPeople)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show a profile.")

        @Argument(help: "The person.") var person: PersonArgument
        @Flag(help: "Show the QR code of the profile's link instead.") var code = false
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        mutating func validate() throws {
            if code, output.json {
                throw ValidationError("A QR code has no JSON form. Remove --json or --code.")
            }
        }

        func run() async throws {
            let services = try await context.services()
            if code {
                let image = try await services.profileQRCode(of: person.reference, as: .text)
                let drawing = String(decoding: image.bytes, as: UTF8.self)
                // The server draws it, and could draw anything.
                return drawing.split(separator: "\n", omittingEmptySubsequences: false)
                    .forEach { print(String($0).escaped) }
            }
            let found = try await services.person(person.reference)
            try output.show(found, found.sheet)
        }
    }

    struct Suggested: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List suggested people.")

        @OptionGroup var options: ListOptions

        func run() async throws {
            try await options.show(emptyMessage: "There are no suggestions yet.", \.table) {
                try await $0.suggestions(codes: [], $1.ofPeople)
            }
        }
    }
}

extension PageRequest {
    /// The request within the page limit of searches and suggestions, 20.
    fileprivate var ofPeople: PageRequest { PageRequest(limit: min(limit, 20), cursor: cursor) }
}
