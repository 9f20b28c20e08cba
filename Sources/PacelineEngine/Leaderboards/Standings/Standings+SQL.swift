import Paceline
import PacelineDatabase

extension Connection {
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
        let boards = share.periods.flatMap { period in share.games.map { "\(period.number), \($0)" as SQL } }
        try send(
            """
            WITH boards (period, game) AS (VALUES \(rows: boards))
            INSERT INTO standings (owner, period, game, minus_points, name, scores)
            SELECT people.id, period, game, \(-share.points), people.name_folded, 1
            FROM people
            JOIN settings ON settings.person = people.id
            CROSS JOIN boards
            WHERE people.id = \(owner) AND \(SQL.isOnGlobalBoards)
            ON CONFLICT (owner, period, game) DO UPDATE
            SET minus_points = standings.minus_points + excluded.minus_points, name = excluded.name,
                scores = standings.scores + excluded.scores
            """)
        try moveCounts(of: share.standings(of: owner), from: .without(share), to: .asTheyAre)
    }

    private func remove(_ share: ScoreShare, from owner: Person.ID) throws {
        let standings = share.standings(of: owner)
        try moveCounts(of: standings, from: .asTheyAre, to: .without(share))
        try send("DELETE FROM standings WHERE \(standings) AND scores = 1")
        try send(
            """
            UPDATE standings
            SET minus_points = minus_points + \(share.points), scores = scores - 1
            WHERE \(standings)
            """)
    }

    private func replace(_ old: ScoreShare, by new: ScoreShare, of owner: Person.ID) throws {
        assert((old.game, old.day) == (new.game, new.day), "The boards are others.")
        let standings = new.standings(of: owner)
        let gain = new.points - old.points
        guard gain != 0 else { return }
        try send("UPDATE standings SET minus_points = minus_points - \(gain) WHERE \(standings)")
        try moveCounts(of: standings, from: StandingState(fewerPoints: gain, fewerScores: 0), to: .asTheyAre)
    }

    /// Makes the standings anew, after something has changed that decides whether somebody is on the boards at all, or
    /// by which name they are sorted.
    func remakeStandings(of owner: Person.ID) throws {
        try hold("people WHERE id = \(owner)")
        let standings = SQL.standings(ofPeople: "people.id = \(owner)")
        try changeCounts(
            """
            SELECT period, game, width, -minus_points / width, CAST(SUM(change) AS BIGINT)
            FROM (
                SELECT period, game, minus_points, -1 AS change FROM standings WHERE owner = \(owner)
                UNION ALL
                SELECT period, game, minus_points, 1 FROM (\(standings)) AS anew) AS changes
            CROSS JOIN (\(SQL.countWidths)) AS widths
            WHERE \(SQL.isCounted(points: "-minus_points"))
            GROUP BY 1, 2, 3, 4
            HAVING SUM(change) <> 0
            """)
        try send("DELETE FROM standings WHERE owner = \(owner)")
        try send("INSERT INTO standings (owner, period, game, minus_points, name, scores) \(standings)")
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
    private func moveCounts(of standings: SQL, from old: StandingState, to new: StandingState) throws {
        try changeCounts(
            """
            SELECT period, game, width, (-minus_points - fewer_points) / width, change
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

    /// - Parameter rows: of period, game, width, step and change.
    private func changeCounts(_ rows: SQL) throws {
        // In one order, so that two transactions cannot wait for each other. SQLite has one that writes.
        try send(
            """
            INSERT INTO standing_counts (period, game, width, step, people)
            \(rows)
            \(.forDialect(sqlite: .empty, postgres: "ORDER BY 1, 2, 3, 4"))
            ON CONFLICT (period, game, width, step) DO UPDATE
            SET people = standing_counts.people + excluded.people
            """)
    }
}

extension ScoreShare {
    /// The owner's standings on the boards that the score counts on.
    fileprivate func standings(of owner: Person.ID) -> SQL {
        "owner = \(owner) AND period IN \(list: periods.map(\.number)) AND game IN \(list: games)"
    }
}

extension SQL {
    /// What the standings of the people have to be, by their scores: owner, period, game, minus points, name and
    /// number of scores.
    /// - Parameter people: which; of `people`.
    static func standings(ofPeople people: SQL) -> SQL {
        """
        SELECT people.id AS owner, \(period) AS period, CASE is_total WHEN 1 THEN '' ELSE scores.game END AS game,
            CAST(-SUM(scores.points) AS BIGINT) AS minus_points, people.name_folded AS name, COUNT(*) AS scores
        FROM people
        JOIN settings ON settings.person = people.id
        JOIN scores ON scores.owner = people.id
        CROSS JOIN (SELECT 1 AS kind UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) AS kinds
        CROSS JOIN (SELECT 0 AS is_total UNION ALL SELECT 1) AS totals
        WHERE \(people) AND scores.visibility = \(Visibility.public) AND \(isOnGlobalBoards)
        GROUP BY 1, 2, 3, 5
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
    fileprivate static var isOnGlobalBoards: SQL {
        """
        people.username IS NOT NULL AND people.audience = \(Audience.of(.public))
            AND settings.show_on_leaderboards = 1
        """
    }

    /// The ranges of points that people are counted in, as rows of `width`.
    static let countWidths: SQL = "SELECT 1 AS width UNION ALL SELECT \(BoardKey.rangeOfPoints)"

    /// Whether somebody with the points is counted in the range of the width: below the lowest range is nobody, so no
    /// rank asks for it.
    static func isCounted(points: SQL) -> SQL { "(width = 1 OR \(points) >= width)" }
}
