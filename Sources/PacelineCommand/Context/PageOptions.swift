import ArgumentParser
import Paceline

/// The options `--limit` and `--cursor`.
struct PageOptions: ParsableArguments {
    @Option(help: "The maximum number of results.")
    var limit = PageRequest.defaultLimit

    @Option(help: ArgumentHelp("Continue after a page: its “next” value.", valueName: "next"))
    var cursor: String?

    mutating func validate() throws {
        guard (1...100_000).contains(limit) else { throw ValidationError("--limit must be 1 to 100000.") }
    }

    /// Reads pages up to the limit and joins them.
    func gather<Item>(_ list: (PageRequest) async throws -> Page<Item>) async throws -> Page<Item> {
        var items: [Item] = []
        var next = cursor.map { Cursor($0) }
        repeat {
            let request = PageRequest(limit: min(100, limit - items.count), cursor: next)
            let page = try await list(request)
            items += page.items
            next = page.next
        } while next != nil && items.count < limit
        return Page(items: items, next: next)
    }
}
