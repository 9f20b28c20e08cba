import Foundation
import PacelineLocal

/// A device on which a person uses the app without an account.
struct LocalDevice {
    let community: LocalCommunity
    let person: Person.ID
    var services: any SocialServices { community.session(for: person) }

    init(_ name: String, born birthDate: String = "1990-05-01") async throws {
        community = try await LocalCommunity.inMemory(publicURL: InProcessServer.url.absoluteString)
        person = try await community.signIn(
            with: .device(secret: Credential.newDeviceSecret()), birthDate: Day(birthDate)
        ).person.id
        _ = try await services.setUsername(name.lowercased())
        _ = try await services.update(AccountChanges(displayName: name), ifMatch: nil)
    }

    /// Adds the card that another device shows.
    @discardableResult
    func scans(_ other: LocalDevice) async throws -> LocalFriend {
        let link = try await other.community.friendCard(of: other.person).link
        return try await community.add(try FriendCard(link: link), toFriendsOf: person)
    }

    /// The board of friends of yesterday's Wordle: names with points, best first.
    func board() async throws -> [String] {
        let query = LeaderboardQuery(
            scope: .friends, range: .today, day: Self.yesterday, game: .wordle)
        return try await services.leaderboard(query, PageRequest()).rows
            .map { "\($0.person.displayName): \($0.points)" }
    }

    static let yesterday = Day(of: Date(), in: .gmt).adding(days: -1)

    /// The text that the game shares for yesterday's puzzle.
    static func sharedText(_ attempts: Int) -> String {
        // Puzzle 0 was on 2021-06-19.
        let number = Int(Date().timeIntervalSince1970 / 86_400) - 18_797 - 1
        return "Wordle \(number) \(attempts)/6"
    }
}
