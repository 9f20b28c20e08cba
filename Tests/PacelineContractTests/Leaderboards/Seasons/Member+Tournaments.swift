import Foundation
import Paceline

extension Member {
    /// Creates a tournament that begins today, in GMT.
    @discardableResult
    func createsTournament(
        _ title: String = "Sprint", by metric: BoardMetric = .distance, days: Int = 3,
        after daysAhead: Int = 0,
        in group: LeaderboardGroup
    ) async throws -> Season {
        let draft = draft(title, by: metric, days: days, after: daysAhead)
        return try await services.createTournament(draft, in: group.id)
    }

    /// Creates a global tournament that begins today, in GMT.
    @discardableResult
    func createsTournament(
        _ title: String = "Sprint", by metric: BoardMetric = .distance, days: Int = 3
    ) async throws -> Season {
        try await staffServices.createGlobalTournament(draft(title, by: metric, days: days))
    }

    private func draft(
        _ title: String, by metric: BoardMetric, days: Int, after daysAhead: Int = 0
    ) -> TournamentDraft {
        clock.tick()
        let first = Day(of: clock.now, in: .gmt).adding(days: daysAhead)
        return TournamentDraft(
            title: title, metric: metric, firstDay: first, lastDay: first.adding(days: days - 1))
    }

    /// The results in the form `1 ana 5000`.
    func results(of season: Season) async throws -> [String] {
        try await services.season(season.id).rows.map { "\($0.rank) \($0.person.username) \($0.points)" }
    }

    /// The state of a season.
    func state(of season: Season) async throws -> Season.State {
        try await services.season(season.id).season.state
    }
}

extension World {
    /// Lets the log be followed, and closes seasons.
    func ranksAndCloses() async throws {
        try await rankTraining()
        try await closeSeasons()
    }
}
