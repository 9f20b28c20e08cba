import Foundation
import PacelineLocal
import Testing

/// A server for a watch: few retries, and no long waits on a weak connection.
func watchServer(using transport: any Transport = URLSessionTransport(timeout: 10)) -> RemoteServer {
    RemoteServer(
        url: URL(string: "https://social.example")!, transport: transport, retry: RetryPolicy(retries: 1))
}

/// What fits on a wrist: the newest items, and the number of unread notifications.
func glance(as services: some SocialServices) async throws -> (items: [FeedItem], badge: String) {
    async let feed = services.feed(FeedQuery(), PageRequest(limit: 5))
    async let inbox = services.notifications(PageRequest(limit: 1))
    return (try await feed.items, UnreadCount.label(try await inbox.unreadCount))
}

@Suite("Snippets: on a watch") struct OnAWatchTests {
    @Test("Five items and a badge")
    func glancing() async throws {
        let maya = try await LocalCommunity.preview().session(named: "maya")
        let glance = try await glance(as: maya)
        #expect(glance.items.count == 5)
        #expect((Int(glance.badge) ?? 0) > 3)
        let transport = RecordingTransport(.failure(.unreachable))
        await #expect(throws: SocialError.self) { try await watchServer(using: transport).health() }
        #expect(transport.requests.count == 2)
    }
}
