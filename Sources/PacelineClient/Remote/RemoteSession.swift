import Paceline
import PacelineAPI

/// What one signed-in person can do, done by asking a server: one endpoint for each method.
public struct RemoteSession: Sendable {
    let caller: RemoteCaller
}

// That it offers everything, the compiler checks here; how, each feature's folder says, and below what fills no file
// of its own.
extension RemoteSession: AccountService, PeopleService, GraphService, WorkoutService, FeedService,
    ReactionService, GameService, LeaderboardService, GroupService, SeasonService,
    NotificationService, SyncService, LiveService
{}

extension RemoteSession {
    public func feed(_ query: FeedQuery, _ page: PageRequest) async throws -> Page<FeedItem> {
        try await caller.call(API.feed, query: FeedParameters(query, page))
    }

    public func item(_ id: FeedItem.ID) async throws -> FeedItem {
        try await caller.call(API.item, ItemPath(id))
    }

    public func changes(since token: ChangeToken?, limit: Int) async throws -> ChangePage {
        try await caller.call(API.changes, query: ChangesQuery(since: token, limit: limit))
    }
}
