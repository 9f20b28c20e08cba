import Paceline
import PacelineDatabase

extension CountedScores {
    /// - Parameter days: the days of the range; nil for all time.
    /// - Throws: ``SocialError/Code/groupNotFound`` when the viewer is not in the group.
    func board(
        _ scope: LeaderboardScope, _ range: LeaderboardRange, _ days: ClosedRange<Day>?, game: Game.ID?
    ) throws -> any Board {
        switch scope {
        case .friends:
            return try summedBoard(of: transaction.friendsOnBoards, where: .countsAmongFriends, days, game: game)
        case .group(let id):
            try Groups(transaction).role(in: id)
            return try summedBoard(of: transaction.membersOnBoard(of: id), where: .countsInGroups, days, game: game)
        case .global:
            guard let period = BoardPeriod(range, days) else { return try globalSum(days, game: game) }
            return try globalBoard(of: period, days, game: game)
        }
    }

    /// Adds up the people's scores that the board counts. It shows everyone, also a score's owner, the same points.
    private func summedBoard(
        of people: SQL, where isCountedOnBoard: SQL, _ days: ClosedRange<Day>?, game: Game.ID?
    ) throws -> SummedBoard {
        let counted: SQL = """
            scores.owner = shown.person AND \(isCountedOnBoard)
            \(days.map { "AND scores.day BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? .empty) \(isCounted)
            """
        let places = try connection.fetch(
            """
            SELECT people.id, people.name_folded, CAST(SUM(scores.points) AS BIGINT)
            FROM (\(people)) AS shown
            CROSS JOIN scores
            JOIN people ON people.id = shown.person
            WHERE \(counted) \(game.map { "AND scores.game = \($0)" } ?? .empty)
            GROUP BY people.id, people.name_folded
            """
        ) { Place(owner: $0[0], points: $0[2], name: $0[1]) }
        return SummedBoard(places) { [connection] people in
            try connection.pointsByGame(
                """
                WITH shown (person) AS (VALUES \(each: people))
                SELECT scores.owner, scores.game, CAST(SUM(scores.points) AS BIGINT)
                FROM shown
                CROSS JOIN scores
                WHERE \(counted)
                GROUP BY scores.owner, scores.game
                """)
        }
    }

    private func globalBoard(
        of period: BoardPeriod, _ days: ClosedRange<Day>?, game: Game.ID?
    ) throws -> GlobalBoard {
        let number = try number(of: game)
        return GlobalBoard(
            connection: connection, viewer: viewer, period: period, game: number,
            corrections: try expiredStandings(on: [BoardKey(period, game: number).number], days, game: game)
        ) { people in
            try pointsByGame(of: people, in: period...period, days)
        }
    }

    /// Adds up the daily standings. Used for moving and custom ranges, which have no standings of their own.
    private func globalSum(_ days: ClosedRange<Day>?, game: Game.ID?) throws -> SummedBoard {
        guard let days else { return SummedBoard([]) { _ in [:] } }
        let number = try number(of: game)
        let periods = BoardPeriod.day(days.lowerBound)...BoardPeriod.day(days.upperBound)
        let boards = (days.lowerBound.ordinal...days.upperBound.ordinal).map {
            BoardKey(.day(Day(ordinal: $0)), game: number).number
        }
        let expired = try expiredStandings(on: boards, days, game: game)
        let places = try connection.fetch(
            """
            SELECT owner, CAST(SUM(minus_points) AS BIGINT), name
            FROM standings
            WHERE board IN \(list: boards) \(SQL.isNotHidden("owner", from: viewer)) \(expired.isCurrent)
            GROUP BY owner, name
            """, Place.init(standing:))
        return SummedBoard(expired.merged(with: places)) { people in
            try pointsByGame(of: people, in: periods, days)
        }
    }

    private func expiredStandings(
        on boards: [Int], _ days: ClosedRange<Day>?, game: Game.ID?
    ) throws -> StandingCorrections {
        hasExpired ? try StandingCorrections(on: boards, days, game: game, in: transaction) : .none
    }

    private func number(of game: Game.ID?) throws -> Int {
        try game.map { try transaction.gameNumbers.number(of: $0, on: connection) } ?? GameNumbers.allGames
    }

    /// The people's points on global boards, by game.
    private func pointsByGame(
        of people: [Person.ID], in periods: ClosedRange<BoardPeriod>, _ days: ClosedRange<Day>?
    ) throws -> [Person.ID: [String: Int]] {
        guard hasExpired else { return try connection.standingsByGame(of: people, in: periods) }
        return try connection.pointsByGame(
            """
            SELECT scores.owner, scores.game, CAST(SUM(scores.points) AS BIGINT)
            FROM scores
            WHERE scores.owner IN \(list: people) AND \(SQL.countsGlobally)
                \(days.map { "AND scores.day BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? .empty) \(isCounted)
            GROUP BY scores.owner, scores.game
            """)
    }
}

extension Transaction {
    /// The viewer, and their friends who have turned on `show_on_leaderboards`.
    var friendsOnBoards: SQL {
        """
        SELECT \(viewer.id) AS person
        UNION ALL
        SELECT edges.followee
        FROM edges
        JOIN settings ON settings.person = edges.followee
        WHERE edges.follower = \(viewer.id) AND edges.is_mutual = 1 AND settings.show_on_leaderboards = 1
        """
    }

    /// The members who share with the group and whose rows the viewer sees there.
    func membersOnBoard(of group: LeaderboardGroup.ID) throws -> SQL {
        try """
        SELECT person
        FROM group_members
        WHERE group_id = \(group) AND is_sharing = 1
            \(SQL.showsRow(of: "group_members.person", in: "\(group)", to: viewer))
        """
    }
}

extension Connection {
    /// The people's points by game, from their standings.
    fileprivate func standingsByGame(
        of people: [Person.ID], in periods: ClosedRange<BoardPeriod>
    ) throws -> [Person.ID: [String: Int]] {
        let boards = BoardKey.numbers(of: periods)
        return try pointsByGame(
            """
            SELECT owner, game_numbers.game, CAST(-SUM(minus_points) AS BIGINT)
            FROM standings
            JOIN game_numbers ON game_numbers.number = board % \(BoardKey.gameNumberCount)
            WHERE owner IN \(list: people) AND board BETWEEN \(boards.lowerBound) AND \(boards.upperBound)
            GROUP BY owner, game_numbers.game
            """)
    }

    /// - Parameter rows: a query for owner, game and points.
    fileprivate func pointsByGame(_ rows: SQL) throws -> [Person.ID: [String: Int]] {
        let rows = try fetch(rows) {
            (owner: $0[0] as Person.ID, game: $0[1] as String, points: $0[2] as Int)
        }
        return Dictionary(grouping: rows, by: \.owner).mapValues { rows in
            Dictionary(uniqueKeysWithValues: rows.map { ($0.game, $0.points) })
        }
    }
}

extension BoardPeriod {
    /// The period with standings for the range; nil for ranges that are computed on read.
    init?(_ range: LeaderboardRange, _ days: ClosedRange<Day>?) {
        switch range {
        case .today: self = days.map { .day($0.lowerBound) } ?? .all
        case .week: self = days.map { .week($0.lowerBound) } ?? .all
        case .month: self = days.map { .month($0.lowerBound) } ?? .all
        case .all: self = .all
        case .sevenDays, .custom: return nil
        }
    }
}
