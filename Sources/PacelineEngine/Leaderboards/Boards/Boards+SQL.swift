import Paceline
import PacelineDatabase

extension Transaction {
    /// The board of the scope, range and game.
    /// - Parameter days: nil for all time.
    /// - Throws: ``SocialError/Code/groupNotFound``.
    func board(
        _ scope: LeaderboardScope, _ range: LeaderboardRange, _ days: ClosedRange<Day>?, game: Game.ID?
    ) throws -> any Board {
        switch scope {
        case .friends: return try summedBoard(of: friendsOnBoards, days, game: game)
        case .group(let id):
            try role(in: id)
            return try summedBoard(of: members(of: id), days, game: game)
        case .global:
            guard let period = BoardPeriod(range, days) else { return try globalSum(days, game: game) }
            return GlobalBoard(connection: connection, viewer: viewer, key: BoardKey(period, game))
        }
    }

    /// The viewer and their friends who want to be shown.
    private var friendsOnBoards: SQL {
        """
        SELECT \(viewer.id) AS person
        UNION ALL
        SELECT edges.followee
        FROM edges
        JOIN settings ON settings.person = edges.followee
        WHERE edges.follower = \(viewer.id) AND edges.is_mutual = 1 AND settings.show_on_leaderboards = 1
        """
    }

    private func members(of group: LeaderboardGroup.ID) -> SQL {
        """
        SELECT person
        FROM group_members
        WHERE group_id = \(group) \(SQL.isNotHidden("person", from: viewer))
        """
    }

    /// The people's scores added up, except the private ones: a board is the same for everybody whom it shows.
    private func summedBoard(of people: SQL, _ days: ClosedRange<Day>?, game: Game.ID?) throws -> SummedBoard
    {
        let counted: SQL = """
            scores.owner = shown.person AND scores.visibility >= \(Visibility.friends)
            \(days.map { "AND scores.day BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? .empty)
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
                WITH shown (person) AS (VALUES \(rows: people.map { "\($0)" }))
                SELECT scores.owner, scores.game, CAST(SUM(scores.points) AS BIGINT)
                FROM shown
                CROSS JOIN scores
                WHERE \(counted)
                GROUP BY scores.owner, scores.game
                """)
        }
    }

    /// Everybody's standings of each of the days, added up: no order is kept for days that move or are chosen.
    private func globalSum(_ days: ClosedRange<Day>?, game: Game.ID?) throws -> SummedBoard {
        let periods = days.map { days in
            (days.lowerBound.ordinal...days.upperBound.ordinal).map {
                BoardPeriod.day(Day(ordinal: $0)).number
            }
        }
        let isInPeriod: SQL = "period IN \(list: periods ?? [])"
        let places = try connection.fetch(
            """
            SELECT owner, CAST(SUM(minus_points) AS BIGINT), name
            FROM standings
            WHERE \(isInPeriod) AND game = \(game?.description ?? "") \(SQL.isNotHidden("owner", from: viewer))
            GROUP BY owner, name
            """, Place.init(standing:))
        return SummedBoard(places) { [connection] people in
            try connection.pointsByGame(
                """
                SELECT owner, game, CAST(-SUM(minus_points) AS BIGINT)
                FROM standings
                WHERE owner IN \(list: people) AND \(isInPeriod) AND game <> ''
                GROUP BY owner, game
                """)
        }
    }
}

extension Connection {
    /// - Parameter rows: rows of owner, game and points.
    func pointsByGame(_ rows: SQL) throws -> [Person.ID: [String: Int]] {
        let rows = try fetch(rows) {
            (owner: $0[0] as Person.ID, game: $0[1] as String, points: $0[2] as Int)
        }
        return Dictionary(grouping: rows, by: \.owner).mapValues { rows in
            Dictionary(uniqueKeysWithValues: rows.map { ($0.game, $0.points) })
        }
    }
}

extension BoardPeriod {
    /// The kept period of the range; nil for one that is added up when it is asked for.
    fileprivate init?(_ range: LeaderboardRange, _ days: ClosedRange<Day>?) {
        switch range {
        case .today: self = days.map { .day($0.lowerBound) } ?? .all
        case .week: self = days.map { .week($0.lowerBound) } ?? .all
        case .month: self = days.map { .month($0.lowerBound) } ?? .all
        case .all: self = .all
        case .sevenDays, .custom: return nil
        }
    }
}
