import Paceline
import PacelineDatabase

/// What a person's days of training add up to, for everyone.
struct TrainingSum: Equatable {
    var xp = 0
    var distance = 0
    var duration = 0
    var volume = 0
    var workouts = 0
    var activeDays = 0

    /// In the metric's unit.
    subscript(metric: BoardMetric) -> Int {
        switch metric {
        case .xp: xp
        case .distance: distance
        case .duration: duration
        case .volume: volume
        case .workouts: workouts
        case .activeDays: activeDays
        case .points, .currentStreak: 0
        }
    }

    static func + (left: Self, right: Self) -> Self {
        TrainingSum(
            xp: left.xp + right.xp, distance: left.distance + right.distance,
            duration: left.duration + right.duration, volume: left.volume + right.volume,
            workouts: left.workouts + right.workouts, activeDays: left.activeDays + right.activeDays)
    }
}

/// The training of a person that everyone sees.
struct PublicTraining {
    private let days: [(day: Day, sum: TrainingSum)]
    private let all: TrainingSum

    /// - Parameter days: the days to read, besides the sum of all days.
    init(of person: Person.ID, on days: ClosedRange<Day>, _ connection: any Connection) throws {
        let xp = try connection.publicXP(of: person, on: days)
        let stats = try connection.publicStats(of: person, on: days)
        let (allXP, allStats) = (try connection.allXP(of: person), try connection.allStats(of: person))
        self.days = try xp.get() + stats.get()
        all = (try allXP.get() ?? TrainingSum()) + (try allStats.get() ?? TrainingSum())
    }

    /// - Parameter days: nil for all time, otherwise among those that were read.
    func sum(of days: ClosedRange<Day>?) -> TrainingSum {
        guard let days else { return all }
        return self.days.lazy.filter { days.contains($0.day) }.reduce(TrainingSum()) { $0 + $1.sum }
    }
}

extension Connection {
    fileprivate typealias DaySum = (day: Day, sum: TrainingSum)

    fileprivate func publicXP(of person: Person.ID, on days: ClosedRange<Day>) throws -> Deferred<[DaySum]> {
        try fetchAllLater(
            """
            SELECT day, xp
            FROM experience_days
            WHERE person = \(person) AND audience = \(Closeness.stranger.rawValue)
                AND day BETWEEN \(days.lowerBound) AND \(days.upperBound)
            """
        ) { (day: $0[0] as Day, sum: TrainingSum(xp: $0[1])) }
    }

    fileprivate func allXP(of person: Person.ID) throws -> Deferred<TrainingSum?> {
        try fetchLater(
            """
            SELECT CAST(COALESCE(SUM(xp), 0) AS BIGINT)
            FROM experience_days
            WHERE person = \(person) AND audience = \(Closeness.stranger.rawValue)
            """
        ) { TrainingSum(xp: $0[0]) }
    }

    fileprivate func publicStats(of person: Person.ID, on days: ClosedRange<Day>) throws -> Deferred<[DaySum]> {
        try fetchAllLater(
            """
            SELECT day, \(SQL.joined(TrainingDays.inStats.map(\.amount)))
            FROM stats_days
            WHERE person = \(person) AND reach = \(Closeness.stranger.rawValue)
                AND day BETWEEN \(days.lowerBound) AND \(days.upperBound)
            """
        ) { (day: $0.next() as Day, sum: TrainingSum(stats: &$0)) }
    }

    fileprivate func allStats(of person: Person.ID) throws -> Deferred<TrainingSum?> {
        try fetchLater(
            """
            SELECT \(SQL.joined(TrainingDays.inStats.map { "COALESCE(\($0.sum), 0)" }))
            FROM stats_days
            WHERE person = \(person) AND reach = \(Closeness.stranger.rawValue)
            """
        ) { TrainingSum(stats: &$0) }
    }
}

extension TrainingDays {
    /// The amounts in `stats_days`, in the order of ``TrainingSum/init(stats:)``.
    fileprivate static let inStats = [BoardMetric.distance, .duration, .volume, .workouts, .activeDays]
        .compactMap(TrainingDays.init)
}

extension TrainingSum {
    fileprivate init(stats row: inout Row) {
        self.init(
            distance: row.next(), duration: row.next(), volume: row.next(), workouts: row.next(),
            activeDays: row.next())
    }
}

extension SQL {
    /// The parts, separated by commas.
    fileprivate static func joined(_ parts: [SQL]) -> SQL {
        parts.dropFirst().reduce(parts.first ?? .empty) { "\($0), \($1)" }
    }
}
