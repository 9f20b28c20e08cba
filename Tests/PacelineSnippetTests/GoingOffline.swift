import Foundation
import PacelineLocal
import Synchronization
import Testing

/// A network with a switch: airplane mode for this app alone.
final class NetworkSwitch: Transport {
    private let network: any Transport
    private let isOn = Mutex(true)

    init(_ network: any Transport = URLSessionTransport()) {
        self.network = network
    }

    func turn(on: Bool) { isOn.withLock { $0 = on } }

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        try check()
        return try await network.send(request)
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        try check()
        return try await network.stream(request)
    }

    private func check() throws {
        guard isOn.withLock({ $0 }) else { throw TransportFailure.unreachable }
    }
}

/// Opens the session of a member of the preview, as on a device of theirs. Its server is the community in memory, when
/// the network is `NetworkSwitch(CommunityTransport(community))`.
func openDevice(
    of username: String, in community: LocalCommunity, behind network: NetworkSwitch
) async throws -> HybridSession {
    let signedIn = try await community.signIn(
        with: .password(username: username, password: LocalCommunity.Preview.password))
    return try await HybridSession(
        at: URL(string: "https://social.example")!, token: signedIn.token, of: signedIn.person.id, in: nil,
        transport: network)
}

/// Gives kudos in airplane mode.
/// - Returns: the number of kudos on the device, and of those that everyone sees once it is back.
func giveKudosInAirplaneMode(
    to item: FeedItem, on device: HybridSession, behind network: NetworkSwitch, as friend: some SocialServices
) async throws -> (onDevice: Int, forEveryone: Int) {
    network.turn(on: false)
    let tally = try await device.services.giveKudos(to: item.id, big: false)
    network.turn(on: true)
    try await device.sync()
    return (tally.count, try await friend.item(item.id).kudosCount)
}

@Suite("Snippets: going offline", .timeLimit(.minutes(1))) struct GoingOfflineTests {
    @Test("Kudos in airplane mode arrive when the device is back")
    func kudos() async throws {
        let community = try await LocalCommunity.preview(now: .now)
        let network = NetworkSwitch(CommunityTransport(community))
        let device = try await openDevice(of: "maya", in: community, behind: network)
        try await device.sync()
        let feed = try await device.services.feed(FeedQuery(kinds: [.workout]), PageRequest())
        let item = try #require(feed.items.first { !$0.hasKudos && $0.author.username != "maya" })
        let friend = try await community.session(named: item.author.username)
        let (onDevice, forEveryone) = try await giveKudosInAirplaneMode(
            to: item, on: device, behind: network, as: friend)
        #expect(onDevice == item.kudosCount + 1)
        #expect(forEveryone == item.kudosCount + 1)
        try await device.close()
    }

    @Test("A community in memory answers like a server: health, errors, retries and live events")
    func serving() async throws {
        let community = try await LocalCommunity.preview(now: .now)
        let url = try #require(URL(string: "https://social.example"))
        let server = RemoteServer(url: url, transport: CommunityTransport(community))
        #expect(try await server.health() == .ok)
        await #expect {
            _ = try await server.session(token: "unknown").me()
        } throws: { ($0 as? SocialError)?.code == .unauthenticated }
        let signedIn = try await server.signIn(
            with: .password(username: "maya", password: LocalCommunity.Preview.password))
        let maya = server.session(token: signedIn.token)
        let item = try #require(try await maya.feed(FeedQuery(), PageRequest()).items.first)
        #expect(try await maya.people(matching: "ben", PageRequest()).items.map(\.username).contains("ben"))
        var events = maya.events(after: nil, watching: [item.id]).makeAsyncIterator()
        #expect(try await events.next()?.content == .upToDate)
        let comment = try await maya.comment(CommentDraft(text: "Well rowed!"), on: item.id)
        while let event = try await events.next() {
            if case .comment(let reported, _) = event.content {
                #expect(reported.id == comment.id)
                break
            }
        }
    }
}
