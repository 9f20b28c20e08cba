import Foundation
import PacelineLocal
import Testing

extension FeedPages {
    /// Shows the new count at once, and the old one again if the request fails.
    func toggleKudos(of item: FeedItem) async throws {
        let before = Tally(count: item.kudosCount, mine: item.hasKudos)
        show(Tally(count: before.count + (before.mine ? -1 : 1), mine: !before.mine), of: item.id)
        do {
            show(try await services.toggleKudos(of: item.id, given: before.mine), of: item.id)
        } catch {
            show(before, of: item.id)
            throw error
        }
    }

    private func show(_ tally: Tally, of id: FeedItem.ID) {
        // The list may have changed during the request.
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        items[index].kudosCount = tally.count
        items[index].hasKudos = tally.mine
    }
}

@Suite("Snippets: giving kudos") struct GivingKudosTests {
    @Test("Kudos are given and withdrawn")
    @MainActor func toggling() async throws {
        let maya = try await LocalCommunity.preview().session(named: "maya")
        let feed = FeedPages(maya)
        try await feed.loadMore()
        let index = try #require(feed.items.firstIndex { $0.author.username == "ben" })
        let before = feed.items[index]
        try await feed.toggleKudos(of: before)
        #expect(feed.items[index].hasKudos != before.hasKudos)
        #expect(feed.items[index].kudosCount == before.kudosCount + (before.hasKudos ? -1 : 1))
        #expect(try await maya.item(before.id).kudosCount == feed.items[index].kudosCount)
        try await feed.toggleKudos(of: feed.items[index])
        #expect(feed.items[index] == before)
    }

    @Test("The new count shows during the request, and the old one after a failure", .timeLimit(.minutes(1)))
    @MainActor func failing() async throws {
        let maya = try await LocalCommunity.preview().session(named: "maya")
        let item = try #require(try await maya.feed(FeedQuery(kinds: [.workout]), PageRequest()).items.first)
        let transport = HeldTransport()
        let server = RemoteServer(
            url: URL(string: "https://social.example")!, transport: transport,
            retry: RetryPolicy(retries: 0))
        let feed = FeedPages(server.session(token: "t"))
        feed.items = [item]
        let request = Task { try await feed.toggleKudos(of: item) }
        await transport.waitForRequest()
        #expect(feed.items[0].hasKudos != item.hasKudos)
        #expect(feed.items[0].kudosCount == item.kudosCount + (item.hasKudos ? -1 : 1))
        transport.fail()
        await #expect(throws: SocialError.self) { try await request.value }
        #expect(feed.items == [item])
    }
}

/// Holds a request until the test lets it fail.
private final class HeldTransport: Transport {
    private let requests = AsyncStream<Void>.makeStream()
    private let failures = AsyncStream<Void>.makeStream()

    func waitForRequest() async { for await _ in requests.stream { break } }
    func fail() { failures.continuation.yield() }

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        requests.continuation.yield()
        for await _ in failures.stream { break }
        throw TransportFailure.timedOut
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        throw TransportFailure.timedOut
    }
}
