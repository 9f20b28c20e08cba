import Foundation
import Paceline

/// The title of a board: `Wordle · your friends · 2026-11-14 to 2026-11-20`.
struct BoardTitle {
    /// The game or the metric.
    private let subject: String
    private let people: String
    private let days: String
    private let query: LeaderboardQuery

    init(
        of board: Leaderboard, _ query: LeaderboardQuery, in services: any GroupService, _ games: Games
    ) async throws {
        self.query = query
        subject = query.game.map(games.name) ?? query.metric.title
        people =
            switch query.scope {
            case .friends: "your friends"
            case .global: "everyone"
            case .group(let id): try await services.group(id).title
            }
        days = query.metric == .currentStreak ? "now" : board.range.text
    }

    func lines(on console: Console) -> [String] {
        let text = [subject, people, days].joined(separator: " · ").onOneLine
        let lines = console.width.map { text.wrapped(to: $0) } ?? [text]
        return lines.map { Style.strong.applied(to: $0, on: console) }
    }

    /// Advice for a board that is empty or lacks the viewer, in lines.
    func advice(for board: Leaderboard) -> [String] {
        guard board.me == nil else { return [] }
        let command =
            query.metric.isTraining
            ? "paceline workouts import FILE" : "paceline scores add \(query.game?.description ?? "wordle") 3"
        if query.isCentredOnViewer {
            let add = query.metric.isTraining ? "Import a workout with" : "Add a score with"
            return ["You are not on this board. \(add): \(command)"]
        }
        guard board.rows.isEmpty else { return [] }
        let empty =
            query.metric.isTraining
            ? "No one has trained here yet. Import workouts with: \(command)"
            : "No one has a score here yet. Add yours with: \(command)"
        return query.range == .today ? [empty, "Show more days with: --range 7d"] : [empty]
    }
}

extension BoardMetric {
    fileprivate var title: String {
        switch self {
        case .points: "All games"
        case .xp: "XP"
        case .distance: "Distance"
        case .duration: "Time"
        case .volume: "Weight lifted"
        case .workouts: "Workouts"
        case .activeDays: "Days with a workout"
        case .currentStreak: "Current streaks"
        }
    }
}

extension Leaderboard.DayRange {
    fileprivate var text: String {
        switch (from, to) {
        case (let from?, let to?) where from == to: HumanTime.text(of: from)
        case (let from?, let to?): "\(HumanTime.text(of: from)) to \(HumanTime.text(of: to))"
        default: "all time"
        }
    }
}
