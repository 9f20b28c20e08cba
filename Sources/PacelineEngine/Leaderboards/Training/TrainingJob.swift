import Paceline
import PacelineDatabase

extension PeriodicJob {
    /// Counts and ranks people who trained before there were boards by training, or while totals, days or boards counted
    /// otherwise than now. Deletes standings of days, weeks, months and tournaments that are no longer kept.
    static let rankingTraining = PeriodicJob("ranking training", pause: .seconds(600)) { engine in
        try await engine.deleteOldTrainingStandings()
        try await engine.rankPastTraining()
        return Outcome()
    }
}

extension Engine {
    /// How many standings a transaction deletes.
    private static let deletedAtOnce = 1_000

    /// Settles again and recounts all people in the table `training_backlog`, and ranks them, in a transaction each.
    /// - Throws: the first error, after it has done so for everyone else.
    func rankPastTraining() async throws {
        let now = environment.now()
        try await forEachPerson(inBacklog: "training_backlog") { person in
            try await write { connection in
                try connection.lockPerson(person)
                let transaction = try Transaction(connection, of: session(for: person), now: now)
                let weakened = try transaction.settleByCurrentRules()
                try connection.recountStats(of: person)
                try Achievements(transaction).narrow(weakened: weakened)
                try TrainingStandings(connection, at: now).rebuild(of: person)
                try connection.send("DELETE FROM training_backlog WHERE person = \(person)")
            }
        }
    }

    /// Deletes the standings of periods that are no longer kept, in small transactions.
    func deleteOldTrainingStandings() async throws {
        let expired = TrainingPeriods(at: environment.now()).expired.flatMap { period in
            BoardMetric.global.compactMap(\.boardNumber).map { BoardKey(period, game: $0).number }
        }
        let boards = try await expired + read { try $0.boardsOfEndedTournaments() }
        while try await read({ try !$0.standings(on: boards, atMost: 1).isEmpty }) {
            try await write { try $0.deleteStandings(on: boards, atMost: Self.deletedAtOnce) }
            try Task.checkCancellation()
        }
    }
}

extension Connection {
    /// Standings on the boards. Index: `standings_by_rank`.
    fileprivate func standings(
        on boards: [Int], atMost limit: Int
    ) throws -> [(owner: Person.ID, standing: StoredStanding)] {
        try fetch(
            "SELECT owner, board, minus_points, name FROM standings WHERE board IN \(list: boards) LIMIT \(limit)"
        ) { row in
            let owner = row.next() as Person.ID
            return (
                owner: owner,
                standing: StoredStanding(board: row.next(), points: -(row.next() as Int), name: row.next())
            )
        }
    }

    fileprivate func deleteStandings(on boards: [Int], atMost limit: Int) throws {
        let found = try standings(on: boards, atMost: limit)
        var changes = StandingChanges()
        for (owner, standings) in Dictionary(grouping: found, by: \.owner).sorted(by: { $0.key < $1.key }) {
            changes.remove(standings.map(\.standing), of: owner)
        }
        try changes.send(self)
        for board in Set(found.map(\.standing.board)).sorted() {
            try send(
                """
                DELETE FROM standing_counts
                WHERE slot >= \(Int64(board) * CountSlot.slotsPerBoard)
                    AND slot < \(Int64(board + 1) * CountSlot.slotsPerBoard) AND people = 0
                """)
        }
    }
}
