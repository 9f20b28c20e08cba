import PacelineLocal
import Testing

/// - Returns: `accepted` if the other person had already asked, otherwise `pending`.
func askToBeFriends(
    with username: String, as services: some SocialServices
) async throws -> ConnectionRequest.State {
    try await services.request(RequestDraft(to: .person(.username(username)), message: "Row together?")).state
}

func acceptAllFriendRequests(as services: some SocialServices) async throws -> [Person] {
    var friends: [Person] = []
    for request in try await services.requests(.incoming, kind: .friend, PageRequest()).items {
        friends.append(try await services.accept(request.id).from)
    }
    return friends
}

@Suite("Snippets: becoming friends") struct BecomingFriendsTests {
    @Test("A request waits, and a crossing one is accepted")
    func requesting() async throws {
        let community = try await LocalCommunity.preview()
        let maya = try await community.session(named: "maya")
        #expect(try await askToBeFriends(with: "leo", as: maya) == .pending)
        #expect(try await askToBeFriends(with: "sam", as: maya) == .accepted)
        let leo = try await community.session(named: "leo")
        #expect(try await acceptAllFriendRequests(as: leo).map(\.username) == ["maya"])
        #expect(try await maya.person(.username("leo")).relationship == .friends)
    }
}
