import Paceline
import PacelineAPI

extension RemoteSession {
    public func publish(_ draft: ScoreDraft, in game: Game.ID, on day: Day) async throws -> PublishedScore {
        try await client.call(API.publishScore, ScorePath(game, day), body: draft)
    }

    public func publishDailyScores(_ scores: [DailyScore], on day: Day) async throws -> [ScoreBatchResult] {
        try await client.call(API.publishDailyScores, body: DailyScores(day: day, scores: scores)).results
    }

    public func deleteScore(in game: Game.ID, on day: Day) async throws {
        _ = try await client.call(API.deleteScore, ScorePath(game, day))
    }

    public func scores(
        of person: PersonReference, from: Day?, to: Day?, _ page: PageRequest
    ) async throws -> Page<Score> {
        try await client.call(API.scores, PersonPath(person), query: ScoresQuery(from: from, to: to, page))
    }

    public func importScores(_ text: String, on day: Day?) async throws -> [ScoreBatchResult] {
        try await client.call(API.importScores, body: DatedShareText(text: text, day: day)).results
    }

    public func streaks(of person: PersonReference) async throws -> Streaks {
        try await client.call(API.streaks, query: StreaksQuery(person))
    }

    public func leaderboard(_ query: LeaderboardQuery, _ page: PageRequest) async throws -> Leaderboard {
        try await client.call(API.leaderboard, query: LeaderboardParameters(query, page))
    }

    public func games() async throws -> [Game] {
        try await client.call(API.games).items
    }

    public func readScores(in text: String, on day: Day?) async throws -> [SharedScore] {
        try await client.call(API.readScores, body: DatedShareText(text: text, day: day)).results
    }

    public func seasons(
        of group: LeaderboardGroup.ID?, kind: Season.Kind?, _ page: PageRequest
    ) async throws -> Page<Season> {
        let query = SeasonsQuery(kind: kind, page)
        guard let group else { return try await client.call(API.globalSeasons, query: query) }
        return try await client.call(API.seasons, GroupPath(group), query: query)
    }

    public func season(_ id: Season.ID) async throws -> SeasonResults {
        try await client.call(API.season, SeasonPath(id))
    }

    public func createTournament(
        _ draft: TournamentDraft, in group: LeaderboardGroup.ID
    ) async throws -> Season {
        try await client.call(API.createTournament, GroupPath(group), body: draft)
    }

    public func cancelTournament(_ id: Season.ID) async throws {
        _ = try await client.call(API.cancelTournament, SeasonPath(id))
    }
}
