import Paceline
import PacelineDatabase

extension Transaction {
    /// Takes one score out of its owner's standings and puts another, of the same day and game, in; either may be
    /// missing. Nothing happens to somebody who is not on the global boards. The owner is held.
    func changeStandings(of owner: Person.ID, from old: ScoreShare?, to new: ScoreShare?) throws {
        switch (old, new) {
        case (nil, nil): return
        case (nil, let new?): try add(new, to: owner)
        case (let old?, nil): try remove(old, from: owner)
        case (let old?, let new?): try replace(old, by: new, of: owner)
        }
    }

    private func add(_ share: ScoreShare, to owner: Person.ID) throws {
        let boards = try boards(of: share)
        try connection.send(
            """
            WITH boards (board) AS (VALUES \(each: boards))
            INSERT INTO standings (owner, board, minus_points, name, scores)
            SELECT people.id, board, \(-share.points), people.name_folded, 1
            FROM people
            JOIN settings ON settings.person = people.id
            CROSS JOIN boards
            WHERE people.id = \(owner) AND \(SQL.isOnGlobalBoards)
            ON CONFLICT (owner, board) DO UPDATE
            SET minus_points = standings.minus_points + excluded.minus_points, name = excluded.name,
                scores = standings.scores + excluded.scores
            """)
        try connection.moveCounts(
            of: .standings(of: owner, on: boards), from: .without(share), to: .asTheyAre)
    }

    private func remove(_ share: ScoreShare, from owner: Person.ID) throws {
        let standings = SQL.standings(of: owner, on: try boards(of: share))
        try connection.moveCounts(of: standings, from: .asTheyAre, to: .without(share))
        try connection.send("DELETE FROM standings WHERE \(standings) AND scores = 1")
        try connection.send(
            """
            UPDATE standings
            SET minus_points = minus_points + \(share.points), scores = scores - 1
            WHERE \(standings)
            """)
    }

    private func replace(_ old: ScoreShare, by new: ScoreShare, of owner: Person.ID) throws {
        assert((old.game, old.day) == (new.game, new.day), "The boards are others.")
        let gain = new.points - old.points
        guard gain != 0 else { return }
        let standings = SQL.standings(of: owner, on: try boards(of: new))
        try connection.send(
            "UPDATE standings SET minus_points = minus_points - \(gain) WHERE \(standings)")
        try connection.moveCounts(
            of: standings, from: StandingState(fewerPoints: gain, fewerScores: 0), to: .asTheyAre)
    }

    /// The numbers of the boards that the score counts on.
    private func boards(of share: ScoreShare) throws -> [Int] {
        let game = try gameNumbers.number(of: share.game, on: connection)
        return BoardPeriod.containing(share.day).flatMap { period in
            [GameNumbers.allGames, game].map { BoardKey(period, game: $0).number }
        }
    }
}

extension Connection {
    /// Makes the standings anew, after something has changed that decides whether somebody is on the boards at all, or
    /// by which name they are sorted.
    func remakeStandings(of owner: Person.ID) throws {
        try hold("people WHERE id = \(owner)")
        let standings = SQL.standings(ofPeople: "people.id = \(owner)")
        try changeCounts(
            """
            SELECT board, width, -minus_points / width, CAST(SUM(change) AS BIGINT)
            FROM (
                SELECT board, minus_points, -1 AS change FROM standings WHERE owner = \(owner)
                UNION ALL
                SELECT board, minus_points, 1 FROM (\(standings)) AS anew) AS changes
            CROSS JOIN (\(SQL.countWidths)) AS widths
            WHERE \(SQL.isCounted(points: "-minus_points"))
            GROUP BY 1, 2, 3
            HAVING SUM(change) <> 0
            """)
        try send("DELETE FROM standings WHERE owner = \(owner)")
        try send("INSERT INTO standings (owner, board, minus_points, name, scores) \(standings)")
    }
}

/// What standings are, or were before a score, or will be after it: they have so much less than there is in the table.
private struct StandingState {
    let fewerPoints: Int
    let fewerScores: Int

    static let asTheyAre = Self(fewerPoints: 0, fewerScores: 0)
    static func without(_ share: ScoreShare) -> Self { Self(fewerPoints: share.points, fewerScores: 1) }
}

extension Connection {
    /// Moves the owner, on each of the boards, from the counts of one state to those of the other. Where there are no
    /// scores in a state, the owner is not on the board; where both are in one count, nothing changes.
    fileprivate func moveCounts(of standings: SQL, from old: StandingState, to new: StandingState) throws {
        try changeCounts(
            """
            SELECT board, width, (-minus_points - fewer_points) / width, change
            FROM standings
            CROSS JOIN (
                SELECT CAST(\(old.fewerPoints) AS BIGINT) AS fewer_points,
                    CAST(\(old.fewerScores) AS BIGINT) AS fewer_scores, -1 AS change
                UNION ALL
                SELECT \(new.fewerPoints), \(new.fewerScores), 1) AS states
            CROSS JOIN (\(SQL.countWidths)) AS widths
            WHERE \(standings) AND scores > fewer_scores AND \(SQL.isCounted(points: "-minus_points - fewer_points"))
                AND (scores <= \(max(old.fewerScores, new.fewerScores))
                    OR (-minus_points - \(old.fewerPoints)) / width <> (-minus_points - \(new.fewerPoints)) / width)
            """)
    }

    /// - Parameter rows: of board, width, step and change.
    private func changeCounts(_ rows: SQL) throws {
        // So that two transactions cannot wait for each other; SQLite has one that writes.
        let inOneOrder: SQL = dialect == .postgres ? "ORDER BY 1, 2, 3" : .empty
        try send(
            """
            INSERT INTO standing_counts (board, width, step, people)
            \(rows)
            \(inOneOrder)
            ON CONFLICT (board, width, step) DO UPDATE
            SET people = standing_counts.people + excluded.people
            """)
    }
}

extension SQL {
    fileprivate static func standings(of owner: Person.ID, on boards: [Int]) -> SQL {
        "owner = \(owner) AND board IN \(list: boards)"
    }

    /// What the standings of the people have to be, by their scores: owner, board, minus points, name and number of
    /// scores.
    /// - Parameter people: which; of `people`.
    static func standings(ofPeople people: SQL) -> SQL {
        """
        SELECT people.id AS owner, (\(period)) * \(BoardKey.numbersOfGames) + number * is_of_game AS board,
            CAST(-SUM(scores.points) AS BIGINT) AS minus_points, people.name_folded AS name, COUNT(*) AS scores
        FROM people
        JOIN settings ON settings.person = people.id
        JOIN scores ON scores.owner = people.id
        JOIN game_numbers ON game_numbers.game = scores.game
        CROSS JOIN (SELECT 1 AS kind UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) AS kinds
        CROSS JOIN (SELECT 0 AS is_of_game UNION ALL SELECT 1) AS games
        WHERE \(people) AND scores.visibility = \(Visibility.public) AND \(isOnGlobalBoards)
        GROUP BY 1, 2, 4
        """
    }

    /// As ``BoardPeriod/number``.
    private static let period: SQL = """
        CASE kind
            WHEN 1 THEN 100000000 + day
            WHEN 2 THEN 200000000 + week
            WHEN 3 THEN 300000000 + day / 100 * 100 + 1
            ELSE 400000000
        END
        """

    /// Whether somebody is on the global boards. Needs `people` and `settings`.
    fileprivate static let isOnGlobalBoards: SQL = """
        people.username IS NOT NULL AND people.audience = \(Audience.of(.public))
            AND settings.show_on_leaderboards = 1
        """

    /// The ranges of points that people are counted in, as rows of `width`.
    static let countWidths: SQL = "SELECT 1 AS width UNION ALL SELECT \(BoardKey.rangeOfPoints)"

    /// Whether somebody with the points is counted in the range of the width: below the lowest range is nobody, so no
    /// rank asks for it.
    static func isCounted(points: SQL) -> SQL { "(width = 1 OR \(points) >= width)" }
}
