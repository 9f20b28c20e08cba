import ArgumentParser
import Paceline

/// What every command takes that shows a list: how much of it, as whom, and how it is written.
struct ListOptions: ParsableArguments {
    @OptionGroup var page: PageOptions
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    /// Reads the list and shows it as a table.
    /// - Parameter emptyMessage: what is said of an empty one.
    func show<Item: Encodable>(
        emptyMessage: String, _ table: ([Item]) -> Table,
        _ list: (any SocialServices, PageRequest) async throws -> Page<Item>
    ) async throws {
        try await show(emptyMessage: emptyMessage, list) { table($1) }
    }

    /// Reads the list and shows it as a table that needs to know more than the list tells.
    func show<Item: Encodable>(
        emptyMessage: String, _ list: (any SocialServices, PageRequest) async throws -> Page<Item>,
        table: (any SocialServices, [Item]) async throws -> Table
    ) async throws {
        let services = try await context.services()
        let found = try await page.gather { try await list(services, $0) }
        let lines = output.json || found.items.isEmpty ? Table() : try await table(services, found.items)
        try output.show(found, lines)
        if found.items.isEmpty { Console.say(emptyMessage) }
        if found.next != nil { Console.say("There is more: give a larger --limit.") }
    }
}
