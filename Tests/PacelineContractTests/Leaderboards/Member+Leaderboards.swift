import Foundation
import Paceline

extension Game.ID {
    static let wordle = Game.ID(trusted: "wordle")
    static let mini = Game.ID(trusted: "nyt_mini")
    static let connections = Game.ID(trusted: "connections")
}

extension Member {
    /// Publishes a result for today or another day.
    @discardableResult
    func plays(
        _ score: Int?, in game: Game.ID = .wordle, on number: Int = 2026_03_01, solved: Bool = true,
        _ visibility: ScoreVisibility? = .public
    ) async throws -> Score {
        clock.tick()
        let draft = ScoreDraft(score: score, isCompleted: solved, visibility: visibility)
        return try await services.publish(draft, in: game, on: try day(number)).score
    }

    func board(
        _ scope: LeaderboardScope = .friends, _ range: LeaderboardRange = .today,
        on number: Int? = 2026_03_01,
        game: Game.ID? = .wordle
    ) async throws -> Leaderboard {
        let query = LeaderboardQuery(scope: scope, range: range, day: try number.map(day), game: game)
        return try await services.leaderboard(query, .whole)
    }

    /// The rows of a board in the form `1 ana 6`: rank, username, points.
    func standings(
        _ scope: LeaderboardScope = .friends, _ range: LeaderboardRange = .today,
        on number: Int? = 2026_03_01,
        game: Game.ID? = .wordle
    ) async throws -> [String] {
        try await board(scope, range, on: number, game: game).rows.map(\.inShort)
    }

    func streak(_ game: Game.ID? = .wordle, of other: Member? = nil) async throws -> Streaks.Length {
        let streaks = try await services.streaks(of: other?.reference ?? .me)
        guard let game else { return streaks.overall }
        let found = streaks.games.first { $0.game == game }
        return Streaks.Length(current: found?.current ?? 0, longest: found?.longest ?? 0)
    }
}

extension World {
    /// Runs the server's periodic job that closes seasons.
    func closeSeasons() async throws { try await engine.closeSeasons() }

    /// Lets the week that includes 10 February 2026 end everywhere, and closes its seasons.
    func closeWeek() async throws {
        clock.advance(to: try day(2026_02_15).endEverywhere)
        try await closeSeasons()
    }
}

extension Member {
    /// The group's seasons, newest first.
    func seasons(of group: LeaderboardGroup) async throws -> [Season] {
        try await services.seasons(of: group.id, kind: nil, .whole).items
    }
}

extension LeaderboardRow {
    var inShort: String { "\(rank) \(person.username) \(points)" }
}
