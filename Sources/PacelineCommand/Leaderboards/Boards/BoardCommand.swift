import ArgumentParser
import Foundation
import Paceline
import PacelineAPI

struct BoardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Show a leaderboard of friends, a group or everyone.",
        discussion: """
            paceline board --game wordle
            paceline board --range 7d --scope friends
            paceline board --group "Breakfast Club" --range month --around-me
            paceline board --metric distance --range week
            """)

    @OptionGroup(title: "Which board") var options: BoardOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let services = try await context.services()
        let games = try await services.allGames()
        let (query, board) = try await page.firstBoard(
            of: try await options.queries(in: services, games), services)
        guard !output.json else { return try output.show(board) { _ in [] } }
        let title = try await BoardTitle(of: board, query, in: services, games)
        try output.show(board) { title.lines(on: $0) + board.lines(query.metric, games, on: $0) }
        title.advice(for: board).forEach(Console.note)
        if board.next != nil { Console.note(SharedTexts.moreResults) }
    }
}

extension PageOptions {
    /// Reads the first of the boards that has rows, or else the last one.
    /// - Parameter queries: at least one.
    fileprivate func firstBoard(
        of queries: [LeaderboardQuery], _ services: any LeaderboardService
    ) async throws -> (query: LeaderboardQuery, board: Leaderboard) {
        for query in queries.dropLast() {
            do {
                let board = try await gather(query, services)
                if !board.rows.isEmpty { return (query, board) }
            } catch let error as SocialError where error.code == .invalidCursor {
                // It continues a later board.
            }
        }
        let last = queries[queries.count - 1]
        return (last, try await gather(last, services))
    }

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
