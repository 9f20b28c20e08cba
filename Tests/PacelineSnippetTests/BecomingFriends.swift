import PacelineLocal
import Testing

/// Finds people by username or name, best matches first.
func findPeople(named query: String, as services: some SocialServices) async throws -> [Person] {
    try await services.people(matching: query, PageRequest()).items
}

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

/// Blocks a person.
/// - Returns: everyone the viewer has blocked, to be unblocked from a list.
func block(_ person: Person, as services: some SocialServices) async throws -> [Person] {
    try await services.block(.id(person.id))
    return try await services.blocks(PageRequest()).items
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

    @Test("A blocked person and the other do not find each other")
    func blocking() async throws {
        let community = try await LocalCommunity.preview()
        let maya = try await community.session(named: "maya")
        let found = try await findPeople(named: "ben", as: maya)
        let ben = try #require(found.first { $0.username == "ben" })
        #expect(try await block(ben, as: maya).map(\.username) == ["ben"])
        let blocked = try await community.session(named: "ben")
        #expect(try await findPeople(named: "maya", as: blocked).isEmpty)
    }
}
