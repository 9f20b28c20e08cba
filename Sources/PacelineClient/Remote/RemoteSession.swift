import Paceline
import PacelineAPI

/// The services of one signed-in person on a server; each method calls one endpoint.
///
/// ```swift
/// let session = server.session(token: token)
/// let page = try await session.feed(FeedQuery(), PageRequest(limit: 20))
/// for item in page.items {
///     _ = try await session.giveKudos(to: item.id, big: false)
/// }
/// ```
public struct RemoteSession: Sendable {
    let client: APIClient
}

// The methods are in the features' folders; those of features too small for a file are below.
extension RemoteSession: AccountService, SecurityService, PeopleService, GraphService, WorkoutService,
    ExperienceService, FeedService,
    ReactionService, GameService, LeaderboardService, GroupService, SeasonService,
    NotificationService, SyncService, LiveService
{}

extension RemoteSession {
    public func feed(_ query: FeedQuery, _ page: PageRequest) async throws -> Page<FeedItem> {
        try await client.call(API.feed, query: FeedParameters(query, page))
    }

    public func item(_ id: FeedItem.ID) async throws -> FeedItem {
        try await client.call(API.item, ItemPath(id))
    }

    public func changes(since token: ChangeToken?, limit: Int) async throws -> ChangePage {
        try await client.call(API.changes, query: ChangesQuery(since: token, limit: limit))
    }

    public func sync(_ request: SyncRequest) async throws -> SyncAnswer {
        try request.check()
        return try await client.call(API.sync, body: request)
    }
}
