import Paceline
import PacelineDatabase

extension StatsContribution {
    /// The millimetres that boards count: see ``BoardMetric/sportsWithDistance``.
    var countedMillimetres: Int64 { BoardMetric.sportsWithDistance.contains(type) ? millimetres : 0 }
    /// Whether the workout counts in numbers of workouts, days and streaks.
    var isLong: Bool { milliseconds >= BoardMetric.shortestWorkout }
}

/// A change to what the workouts of a day add up to, for one closeness.
struct DayChange: Equatable {
    var workouts = 0
    var millimetres: Int64 = 0
    var grams: Int64 = 0
    var milliseconds: Int64 = 0
    var longWorkouts = 0

    static let none = DayChange()

    /// Whether any sum becomes lower.
    var isLower: Bool {
        workouts < 0 || millimetres < 0 || grams < 0 || milliseconds < 0 || longWorkouts < 0
    }

    /// Whether a number of workouts changes, on which streaks depend.
    var changesNumbers: Bool { workouts != 0 || longWorkouts != 0 }

    /// Adds the contribution `count` times.
    mutating func add(_ contribution: StatsContribution, times count: Int) {
        workouts += count
        millimetres += contribution.countedMillimetres * Int64(count)
        grams += contribution.grams * Int64(count)
        milliseconds += contribution.milliseconds * Int64(count)
        longWorkouts += contribution.isLong ? count : 0
    }
}

extension [Day: DayChange] {
    /// The day on which there are more long workouts, if no other day's numbers of workouts change.
    fileprivate var onlyIncrease: Day? {
        let changed = filter(\.value.changesNumbers)
        guard changed.count == 1, let only = changed.first, only.value.longWorkouts > 0,
            only.value.workouts >= 0
        else { return nil }
        return only.key
    }
}

extension SQL {
    /// Sums over a day's workouts, in the order of the columns of `stats_days`. Require `workouts`.
    static let sumsOfDay: SQL = """
        COUNT(*), \(millimetresOfDay), \(gramsOfDay), \(millisecondsOfDay), \(longWorkoutsOfDay)
        """
    static let millimetresOfDay: SQL = """
        CAST(SUM(CASE WHEN workouts.type IN \(list: BoardMetric.sportsWithDistance)
            THEN ROUND(COALESCE(workouts.distance, 0) * 1000) ELSE 0 END) AS BIGINT)
        """
    static let gramsOfDay: SQL = "CAST(SUM(ROUND(COALESCE(workouts.volume, 0) * 1000)) AS BIGINT)"
    static let millisecondsOfDay: SQL = "CAST(SUM(\(countedMilliseconds)) AS BIGINT)"
    static let longWorkoutsOfDay: SQL = """
        CAST(SUM(CASE WHEN \(countedMilliseconds) >= \(BoardMetric.shortestWorkout) THEN 1 ELSE 0 END) AS BIGINT)
        """
    /// The active time of a workout, at most that from start to end. See ``StatsContribution``.
    private static let countedMilliseconds: SQL = """
        CASE WHEN workouts.ended_at < workouts.started_at THEN 0
            WHEN ROUND(workouts.duration * 1000) > workouts.ended_at - workouts.started_at
            THEN workouts.ended_at - workouts.started_at
            ELSE CAST(ROUND(workouts.duration * 1000) AS BIGINT) END
        """
}

extension Connection {
    func addDays(of person: Person.ID, _ closeness: Closeness, _ days: [Day: DayChange]) throws {
        let changed = days.filter { $0.value != .none }.sorted { $0.key < $1.key }
        for (day, change) in changed {
            if change.workouts > 0 {
                try insert(day, of: person, closeness, change)
            } else {
                try update(day, of: person, closeness, change)
            }
        }
        guard changed.contains(where: \.value.changesNumbers) else { return }
        try recountStreak(of: person, closeness, adding: days.onlyIncrease)
    }

    private func insert(
        _ day: Day, of person: Person.ID, _ closeness: Closeness, _ change: DayChange
    ) throws {
        try send(
            """
            INSERT INTO stats_days (person, reach, day, workouts, millimetres, grams, milliseconds, long_workouts)
            VALUES (\(person), \(closeness.rawValue), \(day), \(change.workouts), \(change.millimetres),
                \(change.grams), \(change.milliseconds), \(change.longWorkouts))
            ON CONFLICT (person, reach, day) DO UPDATE
            SET workouts = stats_days.workouts + excluded.workouts,
                millimetres = stats_days.millimetres + excluded.millimetres,
                grams = stats_days.grams + excluded.grams,
                milliseconds = stats_days.milliseconds + excluded.milliseconds,
                long_workouts = stats_days.long_workouts + excluded.long_workouts
            """)
    }

    private func update(
        _ day: Day, of person: Person.ID, _ closeness: Closeness, _ change: DayChange
    ) throws {
        let row: SQL = "person = \(person) AND reach = \(closeness.rawValue) AND day = \(day)"
        try send(
            """
            UPDATE stats_days
            SET workouts = workouts + \(change.workouts), millimetres = millimetres + \(change.millimetres),
                grams = grams + \(change.grams), milliseconds = milliseconds + \(change.milliseconds),
                long_workouts = long_workouts + \(change.longWorkouts)
            WHERE \(row)
            """)
        if change.workouts < 0 { try send("DELETE FROM stats_days WHERE \(row) AND workouts = 0") }
    }
}
