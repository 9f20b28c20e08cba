import Paceline
import PacelineDatabase

extension EngineFeature {
    /// Boards and seasons by XP, distance, duration, volume, workouts and days.
    static let training = EngineFeature(
        steps: [SchemaStep(30, "boards by training", trainingSchema)],
        tables: [StoredTable("training_backlog", people: ["person": .cascade], export: .operational)],
        counters: [.trainingStandings],
        jobs: [.rankingTraining])

    private static let trainingSchema: [SQL] = [
        // What boards add up. `millimetres` are those of sports whose distance earns XP; `long_workouts` last at least
        // ten minutes.
        "ALTER TABLE stats_days ADD COLUMN millimetres \(type: .integer) NOT NULL DEFAULT 0",
        "ALTER TABLE stats_days ADD COLUMN grams \(type: .integer) NOT NULL DEFAULT 0",
        "ALTER TABLE stats_days ADD COLUMN milliseconds \(type: .integer) NOT NULL DEFAULT 0",
        "ALTER TABLE stats_days ADD COLUMN long_workouts \(type: .integer) NOT NULL DEFAULT 0",
        """
        INSERT INTO stats_days (person, reach, day, workouts, millimetres, grams, milliseconds, long_workouts)
        SELECT items.owner, reaches.reach, workouts.day, COUNT(*),
            CAST(SUM(CASE
                    WHEN workouts.type IN (
                        'running', 'walking', 'hiking', 'cycling', 'rowing', 'skiing', 'swimming')
                    THEN ROUND(COALESCE(workouts.distance, 0) * 1000) ELSE 0 END) AS BIGINT),
            CAST(SUM(ROUND(COALESCE(workouts.volume, 0) * 1000)) AS BIGINT),
            CAST(SUM(ROUND(workouts.duration * 1000)) AS BIGINT),
            CAST(SUM(CASE WHEN ROUND(workouts.duration * 1000) >= 600000 THEN 1 ELSE 0 END) AS BIGINT)
        FROM items
        JOIN workouts ON workouts.id = items.id
        JOIN (SELECT 0 AS reach UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) AS reaches
            ON items.visibility >= reaches.reach
        LEFT JOIN awards ON awards.workout = items.id
        WHERE COALESCE(awards.status, 0) = 0
        GROUP BY items.owner, reaches.reach, workouts.day
        ON CONFLICT (person, reach, day) DO UPDATE
        SET millimetres = excluded.millimetres, grams = excluded.grams,
            milliseconds = excluded.milliseconds, long_workouts = excluded.long_workouts
        """,
        // People with workouts from before this step that everyone sees.
        """
        CREATE TABLE training_backlog (
            person \(type: .id) NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE
        )\(.strictByPrimaryKey)
        """,
        "INSERT INTO training_backlog (person) SELECT DISTINCT person FROM stats_days WHERE reach = 3",
        // What the seasons of a group rank by, separated by commas: see `BoardMetric`.
        "ALTER TABLE groups ADD COLUMN metrics \(type: .text) NOT NULL DEFAULT 'points'",
        "ALTER TABLE seasons ADD COLUMN metric \(type: .text) NOT NULL DEFAULT 'points'",
        "DROP INDEX seasons_by_span",
        "CREATE UNIQUE INDEX seasons_by_span ON seasons (group_id, kind, first_day, metric)",
    ]
}

extension Counter {
    /// Finds standings that are higher than what they add up, or of people who are not on the boards: what lowers an
    /// amount lowers the standings with it. Those that are lower still follow from the log. Weeks are left out, since
    /// the databases have no date functions in common, and so are tournaments.
    fileprivate static let trainingStandings = Counter(
        name: "standings.training",
        query: """
            SELECT owner, CAST(SUM(stored) AS BIGINT), CAST(SUM(counted) AS BIGINT)
            FROM (
                SELECT owner, board, -minus_points AS stored, 0 AS counted
                FROM standings
                WHERE NOT (\(SQL.isOfGame)) AND board / \(boardsPerKind) <> 1
                    AND board < \(BoardKey(.tournament(1), game: 0).number)
                UNION ALL
                SELECT person, (kind * \(BoardPeriod.dayNumberCount) + \(firstDay)) * \(BoardKey.gameNumberCount)
                    + number, 0, CAST(SUM(amount) AS BIGINT)
                FROM (\(amounts)) AS amounts
                CROSS JOIN (SELECT 0 AS kind UNION ALL SELECT 2 UNION ALL SELECT 3) AS kinds
                GROUP BY 1, 2
            ) AS compared
            GROUP BY owner, board
            HAVING SUM(stored) > SUM(counted)
            """)

    private static let boardsPerKind = BoardPeriod.dayNumberCount * BoardKey.gameNumberCount

    /// The first day of the period, as encoded in ``BoardPeriod/number``.
    private static let firstDay: SQL = """
        CASE kind
            WHEN 0 THEN \(SQL.boardNumber(of: "day"))
            WHEN 2 THEN \(SQL.boardNumber(of: "(day / 100 * 100 + 1)"))
            ELSE 0
        END
        """

    /// What everyone sees of people on the boards: person, day, number of the metric, and amount.
    private static var amounts: SQL {
        let all = BoardMetric.global.compactMap { metric -> SQL? in
            guard let days = TrainingDays(of: metric), let number = metric.boardNumber else { return nil }
            return """
                SELECT \(days.person) AS person, \(days.day) AS day, \(number) AS number, \(days.amount) AS amount
                FROM \(days.table)
                JOIN people ON people.id = \(days.person)
                JOIN settings ON settings.person = people.id
                WHERE \(days.closeness) = \(Closeness.stranger.rawValue) AND \(SQL.isOnTrainingBoards)
                    AND \(SQL.sharesTraining(metric))
                """
        }
        return all.dropFirst().reduce(all.first ?? .empty) { "\($0) UNION ALL \($1)" }
    }
}
