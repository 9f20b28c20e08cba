import Algorithms
import Paceline
import PacelineDatabase

extension Connection {
    /// Takes one score out of its owner's standings and puts another in; either may be missing. The owner is held.
    func changeStandings(of owner: Person.ID, from old: ScoreShare?, to new: ScoreShare?) throws {
        guard old != new else { return }
        if old == nil, let new { return try add(new, to: owner) }
        guard let name = try nameOnGlobalBoards(of: owner) else { return }
        let boards = Set((old?.boards ?? []) + (new?.boards ?? []))
        let before = try standings(
            of: owner,
            among: """
                AND period IN \(list: Set(boards.map(\.period.number)).sorted())
                AND game IN \(list: Set(boards.map(\.game)).sorted())
                """)
        var after = before
        if let old { after.remove(old) }
        if let new { after.add(new) }
        for board in before.totals.keys where after.totals[board] == nil {
            try send(
                """
                DELETE FROM standings
                WHERE owner = \(owner) AND period = \(board.period.number) AND game = \(board.game)
                """)
        }
        try insert(after.totals.filter { before.totals[$0.key] != $0.value }, of: owner, named: name)
        try change(after.countChanges(replacing: before))
    }

    /// Puts in what was not there before: the database adds it to what there is, and says what came of it. That is
    /// nothing for somebody who is not on the global boards.
    private func add(_ share: ScoreShare, to owner: Person.ID) throws {
        var changes = CountChanges()
        for (board, total) in try fetch(
            """
            WITH periods (period) AS (VALUES \(rows: share.periods.map { "\($0.number)" })),
                games (game) AS (VALUES \(rows: share.games.map { "\($0)" }))
            INSERT INTO standings (owner, period, game, minus_points, name, scores)
            SELECT people.id, period, game, \(-share.points), people.name_folded, 1
            FROM people
            JOIN settings ON settings.person = people.id
            CROSS JOIN periods
            CROSS JOIN games
            WHERE people.id = \(owner) AND \(Self.isOnGlobalBoards)
            ON CONFLICT (owner, period, game) DO UPDATE
            SET minus_points = standings.minus_points + excluded.minus_points, name = excluded.name,
                scores = standings.scores + excluded.scores
            RETURNING period, game, minus_points, scores
            """, standing)
        {
            let old = total.scores > 1 ? total.points - share.points : nil
            changes.move(on: board, from: old, to: total.points)
        }
        try change(changes)
    }

    /// Makes the standings anew, after something has changed that decides whether somebody is on the boards at all.
    func remakeStandings(of owner: Person.ID) throws {
        try hold("people WHERE id = \(owner)")
        let before = try standings(of: owner, among: .empty)
        let name = try nameOnGlobalBoards(of: owner)
        var after = Standings()
        if name != nil {
            for share in try publicScores(of: owner) { after.add(share) }
        }
        // Also a standing that stays may have to take on another name.
        try send("DELETE FROM standings WHERE owner = \(owner)")
        if let name { try insert(after.totals, of: owner, named: name) }
        try change(after.countChanges(replacing: before))
    }

    /// The name by which a board sorts the person among those with as many points.
    /// - Returns: nil for somebody who is not on the global boards.
    private func nameOnGlobalBoards(of person: Person.ID) throws -> String? {
        try fetchFirst(
            """
            SELECT people.name_folded
            FROM people
            JOIN settings ON settings.person = people.id
            WHERE people.id = \(person) AND \(Self.isOnGlobalBoards)
            """
        ) { $0[0] as String }
    }

    /// Whether somebody is on the global boards. Needs `people` and `settings`.
    private static var isOnGlobalBoards: SQL {
        """
        people.username IS NOT NULL AND people.audience = \(Audience.of(.public))
            AND settings.show_on_leaderboards = 1
        """
    }

    private func standings(of owner: Person.ID, among boards: SQL) throws -> Standings {
        let rows = try fetch(
            "SELECT period, game, minus_points, scores FROM standings WHERE owner = \(owner) \(boards)",
            standing)
        return Standings(Dictionary(uniqueKeysWithValues: rows))
    }

    private func standing(_ row: Row) -> (BoardKey, Standings.Total) {
        (
            BoardKey(BoardPeriod(number: row[0]), game: row[1]),
            Standings.Total(points: -(row[2] as Int), scores: row[3])
        )
    }

    private func publicScores(of owner: Person.ID) throws -> [ScoreShare] {
        try fetch(
            "SELECT game, day, points FROM scores WHERE owner = \(owner) AND visibility = \(Visibility.public)"
        ) { ScoreShare(game: $0[0], day: $0[1], points: $0[2]) }
    }
}

extension Connection {
    private func insert(_ totals: [BoardKey: Standings.Total], of owner: Person.ID, named name: String) throws
    {
        let rows = totals.sorted { $0.key < $1.key }.map { board, total -> SQL in
            "\(owner), \(board.period.number), \(board.game), \(-total.points), \(name), \(total.scores)"
        }
        for rows in rows.chunks(ofCount: Self.rowsAtOnce) {
            try send(
                """
                INSERT INTO standings (owner, period, game, minus_points, name, scores)
                VALUES \(rows: rows)
                ON CONFLICT (owner, period, game) DO UPDATE
                SET minus_points = excluded.minus_points, name = excluded.name, scores = excluded.scores
                """)
        }
    }

    private func change(_ counts: CountChanges) throws {
        let rows = counts.sorted.map { key, change -> SQL in
            "\(key.board.period.number), \(key.board.game), \(key.width), \(key.step), \(change)"
        }
        for rows in rows.chunks(ofCount: Self.rowsAtOnce) {
            try send(
                """
                INSERT INTO standing_counts (period, game, width, step, people)
                VALUES \(rows: rows)
                ON CONFLICT (period, game, width, step) DO UPDATE
                SET people = standing_counts.people + excluded.people
                """)
        }
    }

    /// How many rows one statement writes.
    private static var rowsAtOnce: Int { 200 }
}
