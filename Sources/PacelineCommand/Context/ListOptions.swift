import ArgumentParser
import Paceline

/// The options of commands that print a list: page, context and output.
struct ListOptions: ParsableArguments {
    @OptionGroup var page: PageOptions
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    /// Reads the list and prints it as a table.
    /// - Parameter emptyMessage: the message for an empty list.
    func show<Item: Encodable>(
        emptyMessage: String, _ table: ([Item]) -> Table,
        _ list: (any SocialServices, PageRequest) async throws -> Page<Item>
    ) async throws {
        try await show(emptyMessage: emptyMessage, list) { table($1) }
    }

    /// Reads the list and prints it as a table that needs further requests.
    func show<Item: Encodable>(
        emptyMessage: String, _ list: (any SocialServices, PageRequest) async throws -> Page<Item>,
        table: (any SocialServices, [Item]) async throws -> Table
    ) async throws {
        let services = try await context.services()
        let found = try await page.gather { try await list(services, $0) }
        let lines = output.json || found.items.isEmpty ? Table() : try await table(services, found.items)
        try output.show(found, lines)
        if found.items.isEmpty { Console.note(emptyMessage) }
        if found.next != nil { Console.note(SharedTexts.moreResults) }
    }
}
