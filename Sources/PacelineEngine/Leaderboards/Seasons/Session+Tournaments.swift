import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func createTournament(
        _ draft: TournamentDraft, in group: LeaderboardGroup.ID
    ) async throws -> Season {
        let draft = try await checked(draft)
        return try await write(receipt: receipt()) { transaction in
            try Groups(transaction).requireManager(of: group)
            return try Tournaments(transaction).create(draft, in: group)
        }
    }

    public func cancelTournament(_ id: Season.ID) async throws {
        try await write { transaction in
            guard let group = try transaction.season(id).group else {
                throw SocialError(.notAllowed, "Only an administrator of the community can do this.")
            }
            try Groups(transaction).requireManager(of: group)
            try Tournaments(transaction).cancel(id)
        }
    }

    public func createGlobalTournament(_ draft: TournamentDraft) async throws -> Season {
        let draft = try await checked(draft)
        return try await write(by: .administrator, receipt: receipt()) {
            try Tournaments($0).create(draft, in: nil)
        }
    }

    public func cancelGlobalTournament(_ id: Season.ID) async throws {
        try await write(by: .administrator) { transaction in
            guard try transaction.season(id).group == nil else {
                throw SocialError.notGroupManager
            }
            try Tournaments(transaction).cancel(id)
        }
    }

    private func checked(_ draft: TournamentDraft) async throws -> TournamentDraft {
        var draft = draft
        draft.title = try await checkedTitle(draft.title)
        return draft
    }
}

/// The operations on tournaments in a transaction: seasons with a title and days of their own.
struct Tournaments: FeatureStore {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }
}

extension Tournaments {
    /// - Parameters:
    ///   - draft: its title must be checked.
    ///   - group: nil for a global tournament. The viewer must be allowed to create one.
    fileprivate func create(_ draft: TournamentDraft, in group: LeaderboardGroup.ID?) throws -> Season {
        try draft.check(on: connection.day(of: now, for: viewer.id))
        // Members see the title as it is: no filter masks it.
        try environment.requireUnfiltered(draft.title, field: "title")
        try requireRoom(in: group)
        let id = Season.ID.new(at: now, using: environment.random)
        let number = group == nil ? try connection.newTournamentNumber() : nil
        guard number ?? 0 <= TournamentBoard.maxNumber else {
            throw SocialError(
                .limitReached,
                "No further global tournament is possible now. Cancel the newest one, or wait until it is final."
            )
        }
        try connection.send(
            """
            INSERT INTO seasons (id, group_id, kind, title, author, metric, first_day, last_day, state, board)
            VALUES (\(id), \(group), 'tournament', \(draft.title), \(viewer.id), \(draft.metric),
                \(draft.firstDay), \(draft.lastDay), 'open', \(number))
            """)
        if let number {
            let days = draft.firstDay...draft.lastDay
            try connection.rankPastTraining(
                in: TournamentBoard(number: number, metric: draft.metric, days: days), at: now)
        }
        if let group { try transaction.log(.createdTournament, id.uuid, of: group.uuid) }
        return try transaction.season(id)
    }

    /// - Throws: ``SocialError/Code/limitReached`` with ``TournamentDraft/maxOpenPerGroup`` open tournaments in the
    ///   group, or ``TournamentDraft/maxOpenGlobally`` open global ones.
    private func requireRoom(in group: LeaderboardGroup.ID?) throws {
        let open = try connection.fetchFirst(
            """
            SELECT COUNT(*)
            FROM seasons
            WHERE \(SQL.isSeason(of: group)) AND kind = 'tournament' AND state = 'open'
            """
        ) { $0[0] as Int }
        let most =
            group == nil ? TournamentDraft.maxOpenGlobally : TournamentDraft.maxOpenPerGroup
        guard open ?? 0 < most else {
            throw SocialError(
                .limitReached, "There can be \(most) open tournaments. Wait until one ends, or cancel one.")
        }
    }

    /// The viewer must be allowed to cancel it.
    fileprivate func cancel(_ id: Season.ID) throws {
        let season = try transaction.season(id)
        guard season.state == .open, now < season.closedAt else {
            throw SocialError(.notAllowed, "Only a tournament that has not ended can be cancelled.")
        }
        try connection.send("DELETE FROM seasons WHERE id = \(id)")
        if let group = season.group { try transaction.log(.cancelledTournament, id.uuid, of: group.uuid) }
    }
}
