import Paceline

/// What one signed-in person can do, done by asking a server: one endpoint for each method.
public struct RemoteSession: Sendable {
    let caller: RemoteCaller
}

// That it offers everything, the compiler checks here; how, each feature's folder says.
extension RemoteSession: AccountService, PeopleService, GraphService, WorkoutService, FeedService,
    ReactionService, GameService, LeaderboardService, GroupService, SeasonService,
    NotificationService, SyncService, LiveService
{}
