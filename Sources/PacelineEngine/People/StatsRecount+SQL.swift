import Paceline
import PacelineDatabase

extension Connection {
    /// Recounts all totals of a person from their workouts and the XP of their days. The person must be locked.
    func recountStats(of person: Person.ID) throws {
        for table in ["stats", "stats_types"] {
            try send("DELETE FROM \(raw: table) WHERE person = \(person)")
        }
        for closeness in Closeness.counted.reversed() {
            try send(
                """
                INSERT INTO stats (person, reach, workouts, millimetres, grams, milliseconds, long_workouts,
                    counted_millimetres, xp)
                SELECT \(person), \(closeness.rawValue), COUNT(*), COALESCE(\(SQL.allMillimetres), 0),
                    COALESCE(\(SQL.gramsOfDay), 0), COALESCE(\(SQL.millisecondsOfDay), 0),
                    COALESCE(\(SQL.longWorkoutsOfDay), 0), COALESCE(\(SQL.millimetresOfDay), 0), COALESCE((
                        SELECT CAST(SUM(experience_days.xp) AS BIGINT)
                        FROM experience_days
                        WHERE experience_days.person = \(person)
                            AND experience_days.audience = \(closeness.rawValue)), 0)
                \(SQL.countedWorkouts(of: person, seenFrom: closeness))
                """)
            try send(
                """
                INSERT INTO stats_types (person, reach, type, workouts)
                SELECT \(person), \(closeness.rawValue), workouts.type, COUNT(*)
                \(SQL.countedWorkouts(of: person, seenFrom: closeness))
                GROUP BY workouts.type
                """)
        }
        try recountStatsDays(of: person)
    }

    /// Recounts the days of a person, and the streaks that follow from them.
    func recountStatsDays(of person: Person.ID) throws {
        try send("DELETE FROM stats_days WHERE person = \(person)")
        for closeness in Closeness.counted.reversed() {
            try send(
                """
                INSERT INTO stats_days (person, reach, day, workouts, millimetres, grams, milliseconds,
                    long_workouts)
                SELECT \(person), \(closeness.rawValue), workouts.day, \(SQL.sumsOfDay)
                \(SQL.countedWorkouts(of: person, seenFrom: closeness))
                GROUP BY workouts.day
                """)
            try recountStreak(of: person, closeness, adding: nil)
        }
    }
}

extension SQL {
    /// The distance in all sports, also in those whose distance no board counts.
    fileprivate static let allMillimetres: SQL =
        "CAST(SUM(ROUND(COALESCE(workouts.distance, 0) * 1000)) AS BIGINT)"

    /// The tables and the condition of a query for the workouts that a person's totals count.
    fileprivate static func countedWorkouts(of person: Person.ID, seenFrom closeness: Closeness) -> SQL {
        """
        FROM items
        JOIN workouts ON workouts.id = items.id
        LEFT JOIN awards ON awards.workout = items.id
        WHERE items.owner = \(person) AND items.visibility >= \(closeness.rawValue) AND \(SQL.isCounted)
        """
    }
}
