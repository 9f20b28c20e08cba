import Foundation
import Observation
import PacelineLocal
import Testing

/// Signs in, and reads the titles of the newest workouts.
func newestTitles(
    username: String, password: String, in community: some SignInService
) async throws -> [String] {
    let signedIn = try await community.signIn(with: .password(username: username, password: password))
    let person = try await community.services(token: signedIn.token)
    let page = try await person.feed(FeedQuery(kinds: [.workout]), PageRequest())
    return page.items.compactMap { $0.workout?.spokenTitle }
}

/// A feed that loads page after page as the person scrolls.
@Observable @MainActor final class FeedPages {
    let services: any SocialServices
    var items: [FeedItem] = []
    private(set) var hasMore = true
    private var cursor: Cursor?
    private var isLoading = false

    init(_ services: any SocialServices) {
        self.services = services
    }

    func loadMore() async throws {
        // A second row that appears while a page is loading must not load it again.
        guard hasMore, !isLoading else { return }
        isLoading = true
        defer { isLoading = false }
        let page = try await services.feed(FeedQuery(), PageRequest(limit: 20, cursor: cursor))
        items += page.items
        cursor = page.next
        hasMore = page.next != nil
    }
}

/// - Parameter games: from `games()`, which a community rarely changes.
func title(of item: FeedItem, games: [Game.ID: Game]) -> String? {
    switch item.content {
    case .workout(let workout): workout.spokenTitle
    case .score(let score): "\(games[score.game]?.name ?? "Puzzle"): \(score.metric)"
    case .levelUp(let levelUp): "Level \(levelUp.level)"
    case .achievement(let achievement), .milestone(let achievement): achievement.name
    case .unknown: nil
    }
}

func rowingOfTheLastWeek(as services: some SocialServices, now: Date) async throws -> [FeedItem] {
    let query = FeedQuery(kinds: [.workout], type: .rowing, from: now.addingTimeInterval(-7 * 86_400))
    return try await services.feed(query, PageRequest()).items
}

@Suite("Snippets: reading the feed") struct ReadingTheFeedTests {
    @Test("A person who signs in reads the titles of their workouts")
    func firstFeed() async throws {
        let community = try await LocalCommunity.inMemory()
        let nora = try await signUp(
            username: "nora", password: "oars-and-rowing", birthDate: Day("1990-05-01")!, in: community)
        let services = try await community.services(token: nora.token)
        let draft = WorkoutDraft(
            type: .rowing, title: "3x500m/2:00r", startedAt: Date().addingTimeInterval(-3_600), duration: 321)
        _ = try await services.publish(draft, as: Workout.ID(UUID()), ifMatch: nil)
        let titles = try await newestTitles(username: "nora", password: "oars-and-rowing", in: community)
        #expect(titles == ["3 × 500 m"])
    }

    @Test("Pages follow each other to the end, without repeating an item")
    @MainActor func paging() async throws {
        let maya = try await LocalCommunity.preview().session(named: LocalCommunity.Preview.username)
        let feed = FeedPages(maya)
        // Two rows of the first screen ask for the same page.
        async let twice: Void = feed.loadMore()
        try await feed.loadMore()
        try await twice
        while feed.hasMore { try await feed.loadMore() }
        #expect(feed.items.count > 20)
        #expect(Set(feed.items.map(\.id)).count == feed.items.count)
        #expect(feed.items.map(\.at) == feed.items.map(\.at).sorted(by: >))
        let games = try await Dictionary(uniqueKeysWithValues: maya.games().map { ($0.id, $0) })
        #expect(feed.items.allSatisfy { title(of: $0, games: games)?.isEmpty == false })
        #expect(feed.items.contains { title(of: $0, games: games)?.hasPrefix("Wordle: ") == true })
        let rows = try await rowingOfTheLastWeek(as: maya, now: LocalCommunity.Preview.now)
        #expect(rows.count == 5)
        #expect(rows.allSatisfy { $0.workout?.type == .rowing })
    }
}
