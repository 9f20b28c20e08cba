import PacelineLocal
import Testing

/// Creates a group and invites friends.
/// - Returns: the group, and a code and link with which other people can join.
func startGroup(
    titled title: String, inviting friends: [Person], as services: some SocialServices
) async throws -> (group: LeaderboardGroup, joinCode: JoinCode) {
    let group = try await services.createGroup(title: title)
    for friend in friends { try await services.invite(.id(friend.id), to: group.id) }
    return (group, try await services.joinCode(of: group.id))
}

func acceptAllInvitations(as services: some SocialServices) async throws -> [LeaderboardGroup] {
    var groups: [LeaderboardGroup] = []
    for invitation in try await services.groupInvitations(PageRequest()).items {
        groups.append(try await services.acceptInvitation(to: invitation.group))
    }
    return groups
}

/// Joins a group by its code if the person confirms what the code is for.
@MainActor func join(
    code: String, as services: some SocialServices, confirm: (GroupPreview) async -> Bool
) async throws -> LeaderboardGroup? {
    let preview = try await services.groupPreview(code: code)
    guard await confirm(preview) else { return nil }
    return try await services.joinGroup(code: code)
}

func boardOfTheMonth(of group: LeaderboardGroup, as services: some SocialServices) async throws -> [String] {
    let query = LeaderboardQuery(scope: .group(group.id), range: .month)
    let board = try await services.leaderboard(query, PageRequest(limit: 10))
    return board.rows.map { "\($0.rank). \($0.person.displayName): \($0.result)" }
}

@Suite("Snippets: competing in a group") struct CompetingInAGroupTests {
    @Test("A friend comes by invitation, another person by the code, and all are on the board")
    func competing() async throws {
        let community = try await LocalCommunity.preview()
        let maya = try await community.session(named: "maya")
        let ben = try await community.session(named: "ben")
        let leo = try await community.session(named: "leo")
        let friends = try await maya.friends(of: .me, PageRequest()).items
        let (group, joinCode) = try await startGroup(titled: "Early Birds", inviting: friends, as: maya)
        #expect(try await acceptAllInvitations(as: ben).map(\.id) == [group.id])
        #expect(try await join(code: joinCode.code, as: leo) { _ in false } == nil)
        let joined = try await join(code: joinCode.code, as: leo) { preview in
            preview.title == "Early Birds" && preview.memberCount == 2
        }
        #expect(joined?.memberCount == 3)
        let board = try await boardOfTheMonth(of: group, as: leo)
        #expect(board.first?.hasPrefix("1. ") == true)
        #expect(board.contains { $0.contains("Maya Lindqvist") })
        #expect(board.contains { $0.contains("Ben Okafor") })
    }
}
