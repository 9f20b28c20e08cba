import Foundation
import Paceline

/// The title of a board: `Wordle · your friends · 2026-11-14 to 2026-11-20`.
struct BoardTitle {
    private let game: String?
    private let people: String
    private let days: String
    private let query: LeaderboardQuery

    init(
        of board: Leaderboard, _ query: LeaderboardQuery, in services: any GroupService, _ games: Games
    ) async throws {
        self.query = query
        game = query.game.map(games.name)
        people =
            switch query.scope {
            case .friends: "your friends"
            case .global: "everyone"
            case .group(let id): try await services.group(id).title
            }
        days = board.range.text
    }

    func lines(on console: Console) -> [String] {
        let text = [game ?? "All games", people, days].joined(separator: " · ").onOneLine
        let lines = console.width.map { text.wrapped(to: $0) } ?? [text]
        return lines.map { Style.strong.applied(to: $0, on: console) }
    }

    /// Advice for a board that is empty or lacks the viewer, in lines.
    func advice(for board: Leaderboard) -> [String] {
        let add = "paceline scores add \(query.game?.description ?? "wordle") 3"
        guard board.me == nil else { return [] }
        if query.isCentredOnViewer { return ["You are not on this board. Add a score with: \(add)"] }
        guard board.rows.isEmpty else { return [] }
        let empty = "No one has a score here yet. Add yours with: \(add)"
        return query.range == .today ? [empty, "Show more days with: --range 7d"] : [empty]
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
