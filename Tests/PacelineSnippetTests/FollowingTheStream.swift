import PacelineLocal
import Testing

/// Keeps the first page of a feed up to date, until the task is cancelled.
@MainActor func follow(
    _ items: [FeedItem], of query: FeedQuery = FeedQuery(), as services: some SocialServices,
    show: ([FeedItem]) -> Void
) async throws {
    var (items, hasBegun) = (items, false)
    for try await event in services.events(after: nil, watching: items.prefix(50).map(\.id)) {
        switch event.content {
        case .item(let item):
            if let index = items.firstIndex(where: { $0.id == item.id }) {
                items[index] = item
            } else if query.kinds.isEmpty || item.content.kind.map(query.kinds.contains) == true {
                items.insert(item, at: items.firstIndex { $0.at < item.at } ?? items.endIndex)
            }
        case .itemRemoved(let id):
            items.removeAll { $0.id == id }
        case .kudos(let change):
            guard let index = items.firstIndex(where: { $0.id == change.item }) else { continue }
            items[index].kudosCount = change.kudosCount
            if let hasKudos = change.hasKudos { items[index].hasKudos = hasKudos }
        case .reset:
            items = try await services.feed(query, PageRequest()).items
        case .upToDate where !hasBegun:
            // Something may have changed after the items were loaded and before the stream began.
            hasBegun = true
            items = try await services.feed(query, PageRequest()).items
        default:
            continue
        }
        show(items)
    }
}

@Suite("Snippets: following the stream", .timeLimit(.minutes(1))) struct FollowingTheStreamTests {
    @Test("Kudos that someone gives change the count that is shown")
    func following() async throws {
        let community = try await LocalCommunity.preview()
        let maya = try await community.session(named: "maya")
        let ben = try await community.session(named: "ben")
        let query = FeedQuery(kinds: [.workout])
        let items = try await maya.feed(query, PageRequest()).items
        let item = try #require(items.first { $0.author.username == "ines" })
        let (shown, continuation) = AsyncStream<[FeedItem]>.makeStream()
        let following = Task {
            defer { continuation.finish() }
            try await follow(items, of: query, as: maya) { continuation.yield($0) }
        }
        // The items are shown once the stream has begun.
        _ = await shown.first { _ in true }
        _ = try await ben.giveKudos(to: item.id, big: false)
        let changed = await shown.first { $0.first { $0.id == item.id }?.kudosCount == item.kudosCount + 1 }
        #expect(changed?.map(\.id) == items.map(\.id))
        following.cancel()
    }
}
