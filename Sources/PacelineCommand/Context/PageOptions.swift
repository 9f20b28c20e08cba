import ArgumentParser
import Paceline

/// How much of a list a command shows.
struct PageOptions: ParsableArguments {
    @Option(help: "How many at most.")
    var limit = PageRequest.defaultLimit

    @Option(help: ArgumentHelp("Go on after a page, with its “next”.", valueName: "next"))
    var cursor: String?

    mutating func validate() throws {
        guard (1...100_000).contains(limit) else { throw ValidationError("--limit is 1 to 100000.") }
    }

    /// Reads as many pages as the limit needs, and makes one of them.
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
