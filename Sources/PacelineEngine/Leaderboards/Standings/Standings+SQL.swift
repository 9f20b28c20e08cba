import Foundation
import Paceline
import PacelineDatabase

/// The global boards on which a person's score in a game on a day counts.
struct ScoredBoards: Sendable {
    let owner: Person.ID
    /// The numbers of the boards, in ascending order.
    fileprivate let numbers: [Int]
    /// Fetches the owner's standings on the boards.
    fileprivate let standings: SQL

    /// - Parameter gameNumber: the game's number in ``GameNumbers``.
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

/// A person's standings on the boards on which one of their scores counts.
struct ScoredStandings {
    private let connection: any Connection
    private let boards: ScoredBoards
    /// Without the boards that the owner is not on.
    private let standings: Deferred<[(board: Int, name: String, standing: Standing)]>

    /// Starts reading the standings. The owner must stay locked until they are changed.
    init(on boards: ScoredBoards, _ connection: any Connection) throws {
        self.connection = connection
        self.boards = boards
        standings = try connection.fetchAllLater(boards.standings) {
            (board: $0[0], name: $0[1], standing: Standing(points: $0[2], scores: $0[3]))
        }
    }

    /// Subtracts the points of the old score and adds those of the new one; nil for no score. Does nothing for people
    /// who are not on the global boards.
    func change(from old: Int?, to new: Int?) throws {
        guard old != new else { return }
        let (owner, boards) = (boards.owner, boards.numbers)
        let standings = try standings.get()
        // Anyone on the boards with a score is on the all-time board.
        guard let name = try standings.first?.name ?? connection.nameOnBoards(of: owner) else { return }
        var updated = SQLRows(expecting: boards.count)
        var removed: [Int] = []
        // Usually two counts of single points change per board, and the range stays the same.
        var counts = SQLRows(expecting: 2 * boards.count)
        for board in boards {
            let before = standings.first { $0.board == board }?.standing ?? .empty
            let after = before.changed(from: old, to: new)
            if after.scores > 0 {
                updated.append(owner, board, -after.points, name, after.scores)
            } else {
                removed.append(board)
            }
            before.forEachCount(until: after, on: board) { slot, change in counts.append(slot, change) }
        }
        try connection.send(
            "INSERT INTO standings (owner, board, minus_points, name, scores)", rows: updated,
            ending: """
                ON CONFLICT (owner, board) DO UPDATE
                SET minus_points = excluded.minus_points, scores = excluded.scores
                """)
        if !removed.isEmpty {
            try connection.send("DELETE FROM standings WHERE owner = \(owner) AND board IN \(list: removed)")
        }
        try connection.send(
            "INSERT INTO standing_counts (slot, people)", rows: counts, ending: SQL.addingToCounts)
    }
}

extension Connection {
    /// The person's sort name on the global boards; nil when they are not on them.
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
    /// The standing after the points of a score have changed; nil for no score.
    fileprivate func changed(from old: Int?, to new: Int?) -> Standing {
        Standing(
            points: points - (old ?? 0) + (new ?? 0),
            scores: scores - (old == nil ? 0 : 1) + (new == nil ? 0 : 1))
    }

    /// Calls the closure for each count that changes from this standing to the other, in the order of the primary key,
    /// which avoids deadlocks.
    fileprivate func forEachCount(
        until other: Standing, on board: Int, _ body: (_ slot: Int64, _ change: Int) -> Void
    ) {
        let (before, after) = (slots(on: board), other.slots(on: board))
        Self.forEachCount(from: before.points, to: after.points, body)
        Self.forEachCount(from: before.range, to: after.range, body)
    }

    private static func forEachCount(
        from old: Int64?, to new: Int64?, _ body: (_ slot: Int64, _ change: Int) -> Void
    ) {
        guard old != new else { return }
        let isDecrease = (old ?? 0) > (new ?? 0)
        if let old, !isDecrease { body(old, -1) }
        if let new { body(new, 1) }
        if let old, isDecrease { body(old, -1) }
    }

    /// The slots in which this standing is counted, as in ``SQL/counted(_:)``; none without scores.
    private func slots(on board: Int) -> (points: Int64?, range: Int64?) {
        guard scores > 0 else { return (nil, nil) }
        return (CountSlot.points(points, on: board), CountSlot.range(with: points, on: board))
    }
}

extension Connection {
    /// Rebuilds the person's standings after a change to their name or to whether they are on the boards.
    func rebuildStandings(of owner: Person.ID, at now: Date) throws {
        try lockPerson(owner)
        try rebuildGameStandings(of: owner)
        try TrainingStandings(self, at: now).rebuild(of: owner)
    }

    private func rebuildGameStandings(of owner: Person.ID) throws {
        let stored: SQL = "owner = \(owner) AND \(SQL.isOfGame)"
        let standings = SQL.standings(ofPeople: "people.id = \(owner)")
        let changes: SQL = """
            SELECT board, minus_points, -1 AS change FROM standings WHERE \(stored)
            UNION ALL
            SELECT board, minus_points, 1 FROM (\(standings)) AS anew
            """
        // A fixed order avoids deadlocks.
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
        try send("DELETE FROM standings WHERE \(stored)")
        try send("INSERT INTO standings (owner, board, minus_points, name, scores) \(standings)")
    }
}

extension SQL {
    static let addingToCounts: SQL = """
        ON CONFLICT (slot) DO UPDATE
        SET people = standing_counts.people + excluded.people
        """

    /// Whether a standing is on a board of a game or of all games, rather than one by training. Needs `standings`.
    static let isOfGame: SQL = "board % \(BoardKey.gameNumberCount) < \(BoardKey.firstMetricNumber)"

    /// A query that computes standings from scores: owner, board, minus points, name and number of scores.
    /// - Parameter people: a condition on `people`.
    static func standings(ofPeople people: SQL) -> SQL {
        """
        SELECT people.id AS owner,
            (kind * \(BoardPeriod.dayNumberCount) + \(firstDay)) * \(BoardKey.gameNumberCount)
                + number * is_of_game AS board,
            CAST(-SUM(scores.points) AS BIGINT) AS minus_points, people.name_folded AS name, COUNT(*) AS scores
        FROM people
        JOIN settings ON settings.person = people.id
        JOIN scores ON scores.owner = people.id
        JOIN game_numbers ON game_numbers.game = scores.game
        CROSS JOIN (SELECT 0 AS kind UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) AS kinds
        CROSS JOIN (SELECT 0 AS is_of_game UNION ALL SELECT 1) AS games
        WHERE \(people) AND \(countsGlobally) AND \(isOnGlobalBoards)
        GROUP BY 1, 2, 4
        """
    }

    /// The first day of the period, as encoded in ``BoardPeriod/number``.
    private static let firstDay: SQL = """
        CASE kind
            WHEN 0 THEN \(boardNumber(of: "day"))
            WHEN 1 THEN \(boardNumber(of: "week"))
            WHEN 2 THEN \(boardNumber(of: "(day / 100 * 100 + 1)"))
            ELSE 0
        END
        """

    /// The same as `Day.boardNumber`.
    static func boardNumber(of day: SQL) -> SQL {
        "(\(day) / 10000 - 1999) * 372 + \(day) / 100 % 100 * 31 + \(day) % 100"
    }

    /// Whether a person is on the global boards. Needs `people` and `settings`.
    static let isOnGlobalBoards: SQL = """
        people.username IS NOT NULL AND people.audience = \(Audience.of(.public))
            AND \(hasKnownAge) AND settings.show_on_leaderboards = 1
        """

    /// Adds the `slot` of ``CountSlot`` to rows with `board` and `minus_points`. Each row appears for its points, and
    /// again for each of its ranges.
    static func counted(_ rows: SQL) -> SQL {
        """
        SELECT board * \(CountSlot.slotsPerBoard) + first + CASE
                WHEN -minus_points > \(CountSlot.maxPoints) THEN \(CountSlot.maxPoints) ELSE -minus_points
            END / width AS slot, standing.*
        FROM (\(rows)) AS standing
        CROSS JOIN (
            SELECT 1 AS width, 0 AS first, 0 AS lowest, 0 AS first_number
            \(ranges(CountSlot.gameRanges, from: 0))
            \(ranges(CountSlot.metricRanges.dropFirst(), from: BoardKey.firstMetricNumber))) AS widths
        WHERE -minus_points >= lowest AND board % \(BoardKey.gameNumberCount) >= first_number
        """
    }

    private static func ranges(_ ranges: some Sequence<CountSlot.Ranges>, from number: Int) -> SQL {
        ranges.reduce(.empty) { sql, range in
            "\(sql) UNION ALL SELECT \(range.width), \(range.first), \(range.width), \(number)"
        }
    }
}
