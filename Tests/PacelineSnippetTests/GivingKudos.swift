import Foundation
import PacelineLocal
import Testing

/// Shows the new count at once, and the old one again if the server rejects it.
func toggleKudos(of item: inout FeedItem, as services: some SocialServices) async throws {
    let before = item
    item.hasKudos.toggle()
    item.kudosCount += item.hasKudos ? 1 : -1
    do {
        let tally = try await services.toggleKudos(of: item.id, given: before.hasKudos)
        item.kudosCount = tally.count
        item.hasKudos = tally.mine
    } catch {
        item = before
        throw error
    }
}

@Suite("Snippets: giving kudos") struct GivingKudosTests {
    @Test("Kudos are given, withdrawn, and shown as they were after a failure")
    func toggling() async throws {
        let maya = try await LocalCommunity.preview().session(named: "maya")
        let feed = try await maya.feed(FeedQuery(kind: .workout), PageRequest()).items
        var item = try #require(feed.first { $0.author.username == "ben" })
        let (given, count) = (item.hasKudos, item.kudosCount)
        try await toggleKudos(of: &item, as: maya)
        #expect(item.hasKudos != given)
        #expect(item.kudosCount == count + (given ? -1 : 1))
        #expect(try await maya.item(item.id).kudosCount == item.kudosCount)

        let offline = RemoteServer(
            url: URL(string: "https://social.example")!,
            transport: RecordingTransport(.failure(.timedOut))
        ).session(token: "t")
        let shown = item
        await #expect(throws: SocialError.self) { try await toggleKudos(of: &item, as: offline) }
        #expect(item == shown)
    }
}
