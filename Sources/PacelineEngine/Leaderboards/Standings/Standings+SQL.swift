import Paceline
import PacelineDatabase

/// The boards that a score in a game on a day counts on, for somebody.
struct ScoredBoards: Sendable {
    let owner: Person.ID
    /// Their numbers, in order.
    fileprivate let numbers: [Int]
    /// Asks for the owner's standings on them.
    fileprivate let standings: SQL

    /// - Parameter gameNumber: as ``GameNumbers`` has it.
    init(of owner: Person.ID, gameNumber: Int, on day: Day) {
        self.owner = owner
        numbers = BoardPeriod.containing(day).flatMap { period in
            [GameNumbers.allGames, gameNumber].map { BoardKey(period, game: $0).number }
        }
        standings = """
            WITH boards (board) AS (VALUES \(each: numbers))
            SELECT boards.board, name, -minus_points, scores
            FROM boards
            CROSS JOIN standings
            WHERE standings.owner = \(owner) AND standings.board = boards.board
            """
    }
}

/// Somebody's standings on the boards that one of their scores counts on.
struct ScoredStandings {
    private let connection: any Connection
    private let boards: ScoredBoards
    /// On those of the boards that the owner is on.
    private let standings: Deferred<[(board: Int, name: String, standing: Standing)]>

    /// Asks for them. The owner is held until they are changed.
    init(on boards: ScoredBoards, _ connection: any Connection) throws {
        self.connection = connection
        self.boards = boards
        standings = try connection.fetchAllLater(boards.standings) {
            (board: $0[0], name: $0[1], standing: Standing(points: $0[2], scores: $0[3]))
        }
    }

    /// Takes the points of one score out and puts those of another in; either may be missing. Nothing happens to
    /// somebody who is not on the global boards.
    func change(from old: Int?, to new: Int?) throws {
        guard old != new else { return }
        let (owner, boards) = (boards.owner, boards.numbers)
        let standings = try standings.get()
        // Whoever is on the boards and has a score is on that of all time.
        guard let name = try standings.first?.name ?? connection.nameOnBoards(of: owner) else { return }
        var kept = SQLRows(expecting: boards.count)
        var left: [Int] = []
        // Most leave one number of points for another, and stay in their range.
        var counts = SQLRows(expecting: 2 * boards.count)
        for board in boards {
            let before = standings.first { $0.board == board }?.standing ?? .empty
            let after = before.changed(from: old, to: new)
            if after.scores > 0 {
                kept.append(owner, board, -after.points, name, after.scores)
            } else {
                left.append(board)
            }
            before.forEachCount(until: after, on: board) { slot, change in counts.append(slot, change) }
        }
        try connection.send(
            "INSERT INTO standings (owner, board, minus_points, name, scores)", rows: kept,
            ending: """
                ON CONFLICT (owner, board) DO UPDATE
                SET minus_points = excluded.minus_points, scores = excluded.scores
                """)
        if !left.isEmpty {
            try connection.send("DELETE FROM standings WHERE owner = \(owner) AND board IN \(list: left)")
        }
        try connection.send(
            "INSERT INTO standing_counts (slot, people)", rows: counts, ending: SQL.addingToCounts)
    }
}

extension Connection {
    /// By which the person is sorted on the global boards; nil for somebody who is not on them.
    fileprivate func nameOnBoards(of person: Person.ID) throws -> String? {
        try fetchFirst(
            """
            SELECT name_folded
            FROM people
            JOIN settings ON settings.person = people.id
            WHERE people.id = \(person) AND \(SQL.isOnGlobalBoards)
            """
        ) { $0[0] as String }
    }
}

extension Standing {
    /// What this becomes when the points of one score are taken out and those of another put in.
    fileprivate func changed(from old: Int?, to new: Int?) -> Standing {
        Standing(
            points: points - (old ?? 0) + (new ?? 0),
            scores: scores - (old == nil ? 0 : 1) + (new == nil ? 0 : 1))
    }

    /// Calls the closure for each count that changes when this becomes the other, in the order of the counts' key: two
    /// transactions that take hold of them in one order cannot wait for each other.
    fileprivate func forEachCount(
        until other: Standing, on board: Int, _ body: (_ slot: Int, _ change: Int) -> Void
    ) {
        let (before, after) = (slots(on: board), other.slots(on: board))
        Self.forEachCount(from: before.points, to: after.points, body)
        Self.forEachCount(from: before.range, to: after.range, body)
    }

    private static func forEachCount(
        from left: Int?, to joined: Int?, _ body: (_ slot: Int, _ change: Int) -> Void
    ) {
        guard left != joined else { return }
        let isDownwards = (left ?? 0) > (joined ?? 0)
        if let left, !isDownwards { body(left, -1) }
        if let joined { body(joined, 1) }
        if let left, isDownwards { body(left, -1) }
    }

    /// Where this is counted, as ``SQL/counted(_:)`` says; nowhere when there are no scores.
    private func slots(on board: Int) -> (points: Int?, range: Int?) {
        guard scores > 0 else { return (nil, nil) }
        return (CountSlot.points(points, on: board), CountSlot.range(with: points, on: board))
    }
}

extension Connection {
    /// Makes the standings anew, after something has changed that decides whether somebody is on the boards at all, or
    /// by which name they are sorted.
    func rebuildStandings(of owner: Person.ID) throws {
        try lockPerson(owner)
        let standings = SQL.standings(ofPeople: "people.id = \(owner)")
        let changes: SQL = """
            SELECT board, minus_points, -1 AS change FROM standings WHERE owner = \(owner)
            UNION ALL
            SELECT board, minus_points, 1 FROM (\(standings)) AS anew
            """
        // So that two transactions cannot wait for each other.
        let lockOrder: SQL = hasOneWriter ? .empty : "ORDER BY 1"
        try send(
            """
            INSERT INTO standing_counts (slot, people)
            SELECT slot, CAST(SUM(change) AS BIGINT)
            FROM (\(SQL.counted(changes))) AS counted
            GROUP BY 1
            HAVING SUM(change) <> 0
            \(lockOrder)
            \(SQL.addingToCounts)
            """)
        try send("DELETE FROM standings WHERE owner = \(owner)")
        try send("INSERT INTO standings (owner, board, minus_points, name, scores) \(standings)")
    }
}

extension SQL {
    fileprivate static let addingToCounts: SQL = """
        ON CONFLICT (slot) DO UPDATE
        SET people = standing_counts.people + excluded.people
        """

    /// What the standings of the people have to be, by their scores: owner, board, minus points, name and number of
    /// scores.
    /// - Parameter people: which; of `people`.
    static func standings(ofPeople people: SQL) -> SQL {
        """
        SELECT people.id AS owner,
            (kind * \(BoardPeriod.dayNumberCount) + \(firstDay)) * \(BoardKey.gameNumberCount) + number * is_of_game AS board,
            CAST(-SUM(scores.points) AS BIGINT) AS minus_points, people.name_folded AS name, COUNT(*) AS scores
        FROM people
        JOIN settings ON settings.person = people.id
        JOIN scores ON scores.owner = people.id
        JOIN game_numbers ON game_numbers.game = scores.game
        CROSS JOIN (SELECT 0 AS kind UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) AS kinds
        CROSS JOIN (SELECT 0 AS is_of_game UNION ALL SELECT 1) AS games
        WHERE \(people) AND scores.visibility = \(ItemVisibility.public) AND \(isOnGlobalBoards)
        GROUP BY 1, 2, 4
        """
    }

    /// The number of the period's first day within ``BoardPeriod/number``.
    private static let firstDay: SQL = """
        CASE kind
            WHEN 0 THEN \(boardNumber(of: "day"))
            WHEN 1 THEN \(boardNumber(of: "week"))
            WHEN 2 THEN \(boardNumber(of: "(day / 100 * 100 + 1)"))
            ELSE 0
        END
        """

    /// As `Day.boardNumber`.
    private static func boardNumber(of day: SQL) -> SQL {
        "(\(day) / 10000 - 1999) * 372 + \(day) / 100 % 100 * 31 + \(day) % 100"
    }

    /// Whether somebody is on the global boards. Needs `people` and `settings`.
    fileprivate static let isOnGlobalBoards: SQL = """
        people.username IS NOT NULL AND people.audience = \(Audience.of(.public))
            AND settings.show_on_leaderboards = 1
        """

    /// The slots, as ``CountSlot`` has them, in which rows of `board` and `minus_points` are counted: each of the rows,
    /// once or twice, with its `slot`.
    static func counted(_ rows: SQL) -> SQL {
        """
        SELECT board * \(CountSlot.slotsPerBoard) + first + CASE
                WHEN -minus_points > \(CountSlot.maxPoints) THEN \(CountSlot.maxPoints) ELSE -minus_points
            END / width AS slot, standing.*
        FROM (\(rows)) AS standing
        CROSS JOIN (
            SELECT 1 AS width, 0 AS first, 0 AS lowest
            UNION ALL
            SELECT \(CountSlot.range), \(CountSlot.firstRange), \(CountSlot.range)) AS widths
        WHERE -minus_points >= lowest
        """
    }
}
