import Paceline
import PacelineAPI

extension RemoteSession {
    public func seasons(
        of group: LeaderboardGroup.ID, kind: Season.Kind?, _ page: PageRequest
    ) async throws -> Page<Season> {
        try await caller.call(API.seasons, GroupPath(group), query: SeasonsQuery(kind: kind, page))
    }

    public func season(_ id: Season.ID) async throws -> SeasonResults {
        try await caller.call(API.season, SeasonPath(id))
    }
}
