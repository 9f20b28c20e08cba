import Paceline

/// What the page of the boards shows.
public struct BoardsPage: Sendable {
    /// The viewer's groups, each of which has a board.
    public let groups: [LeaderboardGroup]
    /// Of the viewer.
    public let streaks: Streaks
    public let invitations: [Invitation]
    /// The board that was chosen, or why there is none.
    public let board: Result<Leaderboard, SocialError>
    /// The places around the viewer's own, where that is not among those of ``board``.
    public let neighbours: [LeaderboardRow]
}

extension Session {
    /// Reads everything that the page of the boards shows, as it stands at one moment.
    /// - Parameters:
    ///   - invitationLimit: how many invitations are shown beside it.
    ///   - query: chooses the board, from the groups that the viewer is in.
    public func boardsPage(
        _ page: PageRequest, invitationLimit: Int,
        query: @escaping @Sendable ([LeaderboardGroup]) throws(SocialError) -> LeaderboardQuery
    ) async throws -> BoardsPage {
        try await readCounted { scores in
            let transaction = scores.transaction
            let groups = try Groups(transaction)
                .groups(PageRequest(limit: LeaderboardGroup.mostOfOnePerson)).items
            let streaks = try scores.streaks(of: transaction.viewer.id)
            let invitations = try Groups(transaction)
                .invitations(PageRequest(limit: invitationLimit)).items
            let board: Result<Leaderboard, SocialError>
            var neighbours: [LeaderboardRow] = []
            do {
                let query = try query(groups)
                try query.check(transaction.environment)
                let chosen = try scores.leaderboard(query, page)
                neighbours = try scores.neighbours(beside: chosen, query)
                board = .success(chosen)
            } catch let error as SocialError {
                board = .failure(error)
            }
            return BoardsPage(
                groups: groups, streaks: streaks, invitations: invitations, board: board,
                neighbours: neighbours)
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
        query.isAroundMe = true
        return try leaderboard(query, PageRequest()).rows.filter { !shown.contains($0.person.id) }
    }
}
