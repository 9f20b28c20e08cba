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
            try await options.show(nothing: "Nobody is called like “\(text)”.", \.table) {
                try await $0.people(matching: text, $1.ofPeople)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one person's profile.")

        @Argument(help: "Whom.") var person: PersonArgument
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let found = try await acting.services().person(person.reference)
            try output.show(found, found.sheet)
        }
    }

    struct Suggested: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List people worth knowing.")

        @OptionGroup var options: ListOptions

        func run() async throws {
            try await options.show(nothing: "There is nobody to suggest yet.", \.table) {
                try await $0.suggestions(codes: [], $1.ofPeople)
            }
        }
    }
}

extension PageRequest {
    /// Searches and suggestions give at most 20 a page.
    fileprivate var ofPeople: PageRequest { PageRequest(limit: min(limit, 20), cursor: cursor) }
}
