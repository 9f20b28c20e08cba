import Foundation
import Paceline
import PacelineDatabase

/// The leaderboards by a metric of training, as the viewer sees them.
///
/// Boards of friends and groups add up what friends see of each person's days, so they show everyone the same, also the
/// person. Global boards read standings; the viewer's own row is added up at once.
struct TrainingBoards {
    private let transaction: Transaction
    private let metric: BoardMetric
    private let periods: TrainingPeriods

    private var connection: any Connection { transaction.connection }
    private var viewer: Viewer { transaction.viewer }

    init(of metric: BoardMetric, _ transaction: Transaction) {
        self.transaction = transaction
        self.metric = metric
        periods = TrainingPeriods(at: transaction.now)
    }

    /// - Parameter days: the days of the range; nil for all time.
    /// - Throws: ``SocialError/Code/groupNotFound``, or ``SocialError/Code/invalidValue`` for a range that a global
    ///   board does not have.
    func board(
        _ scope: LeaderboardScope, _ range: LeaderboardRange, _ days: ClosedRange<Day>?
    ) throws -> any Board {
        switch scope {
        case .friends: return try board(of: transaction.friendsOnBoards, days)
        case .group(let id):
            try Groups(transaction).role(in: id)
            return try board(of: transaction.membersOnBoard(of: id), days)
        case .global:
            try check(range, days)
            guard let training = TrainingDays(of: metric), let number = metric.boardNumber else {
                throw SocialError.streaksHaveNoGlobalBoard
            }
            guard let period = BoardPeriod(range, days) else { return try globalSum(days, number, training) }
            return GlobalBoard(
                connection: connection, viewer: viewer, period: period, game: number,
                corrections: try ownCorrection(on: [BoardKey(period, game: number).number], days, training)
            ) { _ in [:] }
        }
    }

    /// Whether there is a board of the day.
    func hasBoard(_ scope: LeaderboardScope, of day: Day) -> Bool {
        scope != .global || day >= periods.firstDay
    }

    /// - Throws: ``SocialError/Code/invalidValue``.
    private func check(_ range: LeaderboardRange, _ days: ClosedRange<Day>?) throws(SocialError) {
        guard periods.keep(range, days) else {
            throw SocialError(
                .invalidValue,
                """
                Global boards by training go back \(TrainingPeriods.days) days, and \(TrainingPeriods.months) \
                months for weeks and months.
                """,
                field: range.isCustom ? "from" : "day")
        }
        guard range.isCustom, let days else { return }
        guard days.upperBound.ordinal - days.lowerBound.ordinal < BoardMetric.maxGlobalDays else {
            throw SocialError(
                .invalidValue,
                "Global boards by training have ranges of at most \(BoardMetric.maxGlobalDays) days.",
                field: "to")
        }
    }
}

// MARK: - Friends and groups

extension TrainingBoards {
    /// - Parameter people: a query for the people, as `person`.
    private func board(of people: SQL, _ days: ClosedRange<Day>?) throws -> SummedBoard {
        guard let training = TrainingDays(of: metric) else { return try streaks(of: people) }
        let places = try connection.fetch(
            """
            SELECT people.id, people.name_folded, \(training.sum)
            FROM (\(people)) AS shown
            CROSS JOIN \(training.table)
            JOIN people ON people.id = shown.person
            WHERE \(training.isSeen(of: "shown.person", from: .friend, on: days)) AND \(isShared)
            GROUP BY people.id, people.name_folded
            HAVING SUM(\(training.amount)) > 0
            """
        ) { Place(owner: $0[0], points: $0[2], name: $0[1]) }
        return SummedBoard(places) { _ in [:] }
    }

    /// The current streaks, each as of the person's day.
    private func streaks(of people: SQL) throws -> SummedBoard {
        let changed = try connection.changedTimeZones(of: people)
        var days: [String?: Day] = [:]
        let places = try connection.fetch(
            """
            SELECT people.id, people.name_folded, stats.streak, stats.last_day, accounts.time_zone
            FROM (\(people)) AS shown
            JOIN stats ON stats.person = shown.person AND stats.reach = \(Closeness.friend.rawValue)
            JOIN people ON people.id = shown.person
            LEFT JOIN accounts ON accounts.person = shown.person
            WHERE stats.last_day IS NOT NULL AND \(isShared)
            """
        ) { row -> Place in
            let (owner, name) = (row.next() as Person.ID, row.next() as String)
            let streak = Streak(length: row.next(), lastDay: row.next())
            let zone = row.next() as String?
            let today =
                changed[owner]?.day(of: transaction.now) ?? days[zone]
                ?? Day(of: transaction.now, in: zone.flatMap(TimeZone.init(identifier:)) ?? .gmt)
            days[zone] = today
            return Place(owner: owner, points: streak.length(on: today), name: name)
        }
        return SummedBoard(places.filter { $0.points > 0 }) { _ in [:] }
    }

    /// Whether the viewer sees a person's row. Needs `people`.
    private var isShared: SQL { "(people.id = \(viewer.id) OR \(SQL.sharesTraining(metric)))" }
}

// MARK: - Global boards

extension TrainingBoards {
    /// Adds up the daily standings. Used for moving and custom ranges, which have no standings of their own.
    private func globalSum(
        _ days: ClosedRange<Day>?, _ number: Int, _ training: TrainingDays
    ) throws -> SummedBoard {
        guard let days else { return SummedBoard([]) { _ in [:] } }
        let boards = (days.lowerBound.ordinal...days.upperBound.ordinal).map {
            BoardKey(.day(Day(ordinal: $0)), game: number).number
        }
        let correction = try ownCorrection(on: boards, days, training)
        let places = try connection.fetch(
            """
            SELECT owner, CAST(SUM(minus_points) AS BIGINT), name
            FROM standings
            WHERE board IN \(list: boards) \(SQL.isNotHidden("owner", from: viewer)) \(correction.isCurrent)
            GROUP BY owner, name
            """, Place.init(standing:))
        return SummedBoard(correction.merged(with: places)) { _ in [:] }
    }

    /// Replaces the viewer's standings by what their days add up to.
    /// - Parameter boards: the numbers of the boards whose standings are added up.
    private func ownCorrection(
        on boards: [Int], _ days: ClosedRange<Day>?, _ training: TrainingDays
    ) throws -> StandingCorrections {
        let stored = try connection.standings(of: viewer.id, where: "board IN \(list: boards)")
        let entry = try connection.entryOnTrainingBoards(of: viewer.id)
        let points = try entry?.shares(metric) == true ? ownPoints(on: days, training) : 0
        return StandingCorrections(
            of: viewer.id, replacing: stored.isEmpty ? nil : stored.map(\.points).reduce(0, +),
            by: entry.flatMap { points > 0 ? Place(owner: viewer.id, points: points, name: $0.name) : nil })
    }

    private func ownPoints(on days: ClosedRange<Day>?, _ training: TrainingDays) throws -> Int {
        try connection.fetchFirst(
            """
            SELECT COALESCE(\(training.sum), 0)
            FROM \(training.table)
            WHERE \(training.isSeen(of: "\(viewer.id)", from: .stranger, on: days))
            """
        ) { $0[0] as Int } ?? 0
    }
}

extension LeaderboardRange {
    fileprivate var isCustom: Bool {
        if case .custom = self { true } else { false }
    }
}
