import Foundation
import Observation
import PacelineLocal
import Synchronization
import Testing

/// A copy of a person's newest feed items, which an app saves to a file and shows without a connection.
struct FeedCopy: Codable {
    private(set) var items: [FeedItem.ID: FeedItem] = [:]
    /// The token that the items are up to date with. Nil before the first refresh.
    private var token: ChangeToken?

    /// Brings the copy up to date. Save it afterwards, also if this throws.
    mutating func refresh(from services: some SocialServices) async throws {
        do {
            if let token {
                try await apply(changesSince: token, from: services)
            } else {
                try await load(from: services)
            }
        } catch let error as SocialError where error.code == .changesExpired {
            try await load(from: services)
        }
    }

    private mutating func load(from services: some SocialServices) async throws {
        // The token comes first, so that no change is missed while the items are loading.
        let start = try await services.changes(since: nil).next
        let feed = try await services.feed(FeedQuery(), PageRequest(limit: 100)).items
        items = Dictionary(uniqueKeysWithValues: feed.map { ($0.id, $0) })
        token = start
    }

    private mutating func apply(
        changesSince start: ChangeToken, from services: some SocialServices
    ) async throws {
        var page = ChangePage(changes: [], next: start, hasMore: true)
        while page.hasMore {
            page = try await services.changes(since: page.next)
            for change in page.changes {
                switch change.content {
                case .item(let item): items[item.id] = item
                case .deleted(.item): items[FeedItem.ID(change.id.uuid)] = nil
                case .account, .edge, .mute, .deleted(.edge), .deleted(.mute):
                    // Another age or relationship changes whose items and texts the person sees.
                    return try await load(from: services)
                default: continue
                }
            }
            token = page.next
        }
    }
}

/// A screen's model, which shows the copy without a connection and refreshes it when there is one.
@Observable @MainActor final class OfflineFeed {
    private let services: any SocialServices
    private(set) var copy: FeedCopy

    init(_ services: any SocialServices, showing copy: FeedCopy) {
        self.services = services
        self.copy = copy
    }

    func refresh() async throws {
        // Swift does not let an asynchronous method change a property of the main actor in place.
        var refreshed = copy
        defer { copy = refreshed }
        try await refreshed.refresh(from: services)
    }
}

@Suite("Snippets: keeping a copy") struct KeepingACopyTests {
    @Test("A copy follows changes, deletions and mutes")
    func following() async throws {
        let community = try await LocalCommunity.preview()
        let maya = try await community.session(named: "maya")
        let ben = try await community.session(named: "ben")
        var copy = FeedCopy()
        try await copy.refresh(from: maya)
        #expect(copy.items.count > 20)
        let mine = try #require(copy.items.values.first { $0.author.username == "maya" && $0.workout != nil })
        let bens = try #require(copy.items.values.first { $0.author.username == "ben" && $0.workout != nil })
        _ = try await ben.comment(CommentDraft(text: "Good one."), on: mine.id)
        try await ben.deleteWorkout(Workout.ID(bens.id.uuid))
        copy = try JSONDecoder().decode(FeedCopy.self, from: JSONEncoder().encode(copy))
        try await copy.refresh(from: maya)
        #expect(copy.items[mine.id]?.commentCount == mine.commentCount + 1)
        #expect(copy.items[bens.id] == nil)
        #expect(copy.items.values.contains { $0.author.username == "ben" })
        try await maya.mute(.username("ben"))
        try await copy.refresh(from: maya)
        #expect(!copy.items.values.contains { $0.author.username == "ben" })
    }

    @Test("A model shows the copy, also after a refresh that fails")
    @MainActor func refreshing() async throws {
        let maya = try await LocalCommunity.preview().session(named: "maya")
        let feed = OfflineFeed(maya, showing: FeedCopy())
        try await feed.refresh()
        #expect(feed.copy.items.count > 20)
        let offline = OfflineFeed(offlineServices(), showing: feed.copy)
        await #expect(throws: SocialError.self) { try await offline.refresh() }
        #expect(offline.copy.items == feed.copy.items)
    }

    @Test("A copy that is older than its token may be is loaded again")
    func expiring() async throws {
        let clock = Mutex(LocalCommunity.Preview.now)
        let community = try await LocalCommunity.inMemory(now: { clock.withLock { $0 } })
        _ = try await community.signUp(
            SignUp(username: "ana", password: "oars-and-rowing", birthDate: Day("1990-05-01")!))
        let ana = try await community.session(named: "ana")
        var copy = FeedCopy()
        try await copy.refresh(from: ana)
        let token = try await ana.changes(since: nil).next
        clock.withLock { $0.addTimeInterval(Double(ChangeToken.lifetimeInDays + 1) * 86_400) }
        let start = clock.withLock { $0.addingTimeInterval(-1_800) }
        let draft = WorkoutDraft(type: .rowing, title: "5k", startedAt: start, duration: 1_200)
        let workout = try await ana.publish(draft, as: Workout.ID(UUID()), ifMatch: nil).workout
        let error = await #expect(throws: SocialError.self) { try await ana.changes(since: token) }
        #expect(error?.code == .changesExpired)
        try await copy.refresh(from: ana)
        #expect(Array(copy.items.keys) == [workout.id.item])
    }
}
