import ArgumentParser
import Foundation
import Paceline
import PacelineAPI

struct BoardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Show a leaderboard of friends, a group or the whole community.",
        discussion: """
            paceline board --game wordle
            paceline board --range 7d --scope friends
            paceline board --group "Breakfast Club" --range month --around-me
            """)

    @OptionGroup(title: "Which board") var options: BoardOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let services = try await context.services()
        let games = try await services.allGames()
        let query = try await options.query(in: services, games)
        let board = try await page.gather(query, services)
        guard !output.json else { return try output.show(board) { _ in [] } }
        let title = try await BoardTitle(of: board, query, in: services, games)
        try output.show(board) { title.lines(on: $0) + board.lines(games, on: $0) }
        title.advice(for: board).forEach(Console.note)
        if board.next != nil { Console.note("There are more results. Use a larger --limit.") }
    }
}

extension PageOptions {
    /// Reads pages of a board up to the limit and joins them.
    fileprivate func gather(
        _ query: LeaderboardQuery, _ services: any LeaderboardService
    ) async throws -> Leaderboard {
        var board = try await services.leaderboard(query, request(after: 0, cursor.map { Cursor($0) }))
        while let next = board.next, board.rows.count < limit {
            let part = try await services.leaderboard(query, request(after: board.rows.count, next))
            board.rows += part.rows
            board.next = part.next
        }
        return board
    }

    private func request(after count: Int, _ cursor: Cursor?) -> PageRequest {
        PageRequest(limit: min(100, limit - count), cursor: cursor)
    }
}
