import Paceline

/// The data for the page of the boards.
public struct BoardsPage: Sendable {
    /// The viewer's groups. Each has a board.
    public let groups: [LeaderboardGroup]
    /// The viewer's streaks.
    public let streaks: Streaks
    public let invitations: [Invitation]
    /// The chosen board, or the error in its query.
    public let board: Result<Leaderboard, SocialError>
    /// Whether ``board`` is that of ``BoardChoice/fallback``.
    public let isFallback: Bool
    /// The rows around the viewer's; empty when the viewer is among the rows of ``board``.
    public let neighbours: [LeaderboardRow]
}

/// The board of a page.
public struct BoardChoice: Sendable {
    public let query: LeaderboardQuery
    /// The board that takes its place while it has no rows.
    public let fallback: LeaderboardQuery?

    public init(query: LeaderboardQuery, fallback: LeaderboardQuery? = nil) {
        self.query = query
        self.fallback = fallback
    }
}

extension Session {
    /// Reads the data for the page of the boards in one transaction.
    /// - Parameters:
    ///   - invitationLimit: the maximum number of invitations to read.
    ///   - choice: chooses the board, given the viewer's groups.
    public func boardsPage(
        _ page: PageRequest, invitationLimit: Int,
        choice: @escaping @Sendable ([LeaderboardGroup]) throws(SocialError) -> BoardChoice
    ) async throws -> BoardsPage {
        try await readCounted { scores in
            let transaction = scores.transaction
            let groups = try Groups(transaction)
                .groups(PageRequest(limit: LeaderboardGroup.maxGroupsPerPerson)).items
            let streaks = try scores.streaks(of: transaction.viewer.id)
            let invitations = try Groups(transaction)
                .invitations(PageRequest(limit: invitationLimit)).items
            let board: Result<Leaderboard, SocialError>
            var (neighbours, isFallback) = ([LeaderboardRow](), false)
            do {
                let choice = try choice(groups)
                var query = choice.query
                try query.check(transaction.environment)
                var chosen = try scores.leaderboard(query, page)
                if let fallback = choice.fallback, chosen.rows.isEmpty, page.cursor == nil {
                    try fallback.check(transaction.environment)
                    (query, isFallback) = (fallback, true)
                    chosen = try scores.leaderboard(fallback, page)
                }
                neighbours = try scores.neighbours(beside: chosen, query)
                board = .success(chosen)
            } catch let error as SocialError {
                board = .failure(error)
            }
            return BoardsPage(
                groups: groups, streaks: streaks, invitations: invitations, board: board,
                isFallback: isFallback, neighbours: neighbours)
        }
    }
}

extension CountedScores {
    fileprivate func neighbours(
        beside board: Leaderboard, _ query: LeaderboardQuery
    ) throws -> [LeaderboardRow] {
        let shown = Set(board.rows.map(\.person.id))
        guard let me = board.me, !shown.contains(me.person.id) else { return [] }
        var query = query
        query.isCentredOnViewer = true
        return try leaderboard(query, PageRequest()).rows.filter { !shown.contains($0.person.id) }
    }
}
