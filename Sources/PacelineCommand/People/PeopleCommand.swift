import ArgumentParser
import Foundation
import Paceline

struct PeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "Find people and look at them.",
        subcommands: [Search.self, Show.self, Suggested.self])

    struct Search: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Find people by username or name.")

        @Argument(help: "A part of the name.") var text: String
        @OptionGroup var page: PageOptions
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await acting.services()
            let found = try await page.gather { try await services.people(matching: text, $0.ofPeople) }
            try output.show(found, found.items.table)
            found.remark(nothing: "Nobody is called like “\(text)”.")
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one person's profile.")

        @Argument var person: PersonArgument
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let found = try await acting.services().person(person.reference)
            try output.show(found, found.sheet)
        }
    }

    struct Suggested: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List people worth knowing.")

        @OptionGroup var page: PageOptions
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await acting.services()
            let found = try await page.gather { try await services.suggestions(codes: [], $0.ofPeople) }
            try output.show(found, found.items.table)
            found.remark(nothing: "There is nobody to suggest yet.")
        }
    }
}

extension PageRequest {
    /// Searches and suggestions give at most 20 a page.
    fileprivate var ofPeople: PageRequest { PageRequest(limit: min(limit, 20), cursor: cursor) }
}
