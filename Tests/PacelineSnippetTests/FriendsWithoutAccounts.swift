import Foundation
import PacelineLocal
import Testing

/// The link of the person's card, and its QR code to draw.
func shownCard(
    of person: Person.ID, in community: LocalCommunity
) async throws -> (link: String, code: QRCode) {
    let card = try await community.friendCard(of: person)
    return (card.link, try QRCode(card.link, correction: .low))
}

/// Adds the friend whose card was scanned or pasted, if the person confirms the name.
/// - Returns: nil if they do not.
func addFriend(
    scanning text: String, toFriendsOf person: Person.ID, in community: LocalCommunity,
    confirm: (String) async -> Bool
) async throws -> LocalFriend? {
    let card = try FriendCard(link: text)
    guard await confirm(card.name) else { return nil }
    return try await community.add(card, toFriendsOf: person)
}

/// Publishes what a friend has shared, and returns today's board.
func paste(
    _ text: String, of friend: LocalFriend, for person: Person.ID, in community: LocalCommunity
) async throws -> [LeaderboardRow] {
    _ = try await community.importScores(text, ofFriend: friend.person.id, for: person)
    let board = try await community.session(for: person)
        .leaderboard(LeaderboardQuery(scope: .friends), PageRequest())
    return board.rows
}

@Suite("Snippets: friends without accounts") struct FriendsWithoutAccountsTests {
    @Test("A card that is shown on one device is added on another, and a pasted score is on the board")
    func exchange() async throws {
        var devices: [(community: LocalCommunity, person: Person.ID)] = []
        for name in ["ana", "ben"] {
            let community = try await LocalCommunity.inMemory(publicURL: "https://social.example")
            let signedIn = try await community.signIn(
                with: .device(secret: Credential.newDeviceSecret()), birthDate: Day("1990-05-01"))
            _ = try await community.session(for: signedIn.person.id).setUsername(name)
            devices.append((community, signedIn.person.id))
        }
        let (ana, ben) = (devices[0], devices[1])
        let shown = try await shownCard(of: ben.person, in: ben.community)
        #expect(shown.code.size > 21)
        let declined = try await addFriend(
            scanning: shown.link, toFriendsOf: ana.person, in: ana.community, confirm: { _ in false })
        #expect(declined == nil)
        let friend = try #require(
            try await addFriend(
                scanning: shown.link, toFriendsOf: ana.person, in: ana.community, confirm: { $0 == "ben" }))
        // Puzzle 0 was on 2021-06-19.
        let puzzle = Int(Date().timeIntervalSince1970 / 86_400) - 18_797
        let rows = try await paste("Wordle \(puzzle) 3/6", of: friend, for: ana.person, in: ana.community)
        #expect(rows.map(\.person.displayName) == ["ben"])
    }
}
