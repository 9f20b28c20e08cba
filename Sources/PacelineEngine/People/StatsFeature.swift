import PacelineDatabase

extension EngineFeature {
    /// Totals over each person's workouts.
    static let stats = EngineFeature(
        baseline: statsSchema,
        tables: [
            StoredTable("stats", people: ["person": .cascade], export: .derived),
            StoredTable("stats_days", people: ["person": .cascade], export: .derived),
            StoredTable("stats_types", people: ["person": .cascade], export: .derived),
        ],
        counters: [
            .total("workouts", "1"),
            .total("millimetres", "CAST(ROUND(COALESCE(workouts.distance, 0) * 1000) AS BIGINT)"),
            .total("grams", "CAST(ROUND(COALESCE(workouts.volume, 0) * 1000) AS BIGINT)"),
            .total("milliseconds", summing: .millisecondsOfDay),
            .total("long_workouts", summing: .longWorkoutsOfDay),
            .total("counted_millimetres", summing: .millimetresOfDay),
            .xp,
            .grouped("day", column: "workouts.day", table: "stats_days"),
            .grouped(
                "day", column: "workouts.day", table: "stats_days", summing: "millimetres", .millimetresOfDay),
            .grouped("day", column: "workouts.day", table: "stats_days", summing: "grams", .gramsOfDay),
            .grouped(
                "day", column: "workouts.day", table: "stats_days", summing: "milliseconds",
                .millisecondsOfDay),
            .grouped(
                "day", column: "workouts.day", table: "stats_days", summing: "long_workouts",
                .longWorkoutsOfDay),
            .grouped("type", column: "workouts.type", table: "stats_types"),
        ])

    private static let statsSchema: [SQL] = [
        // One row per `Closeness` (`reach`; 0: all workouts, 3: only public ones), so that totals never reveal hidden
        // workouts. Integers, because sums of floating-point numbers drift.
        """
        CREATE TABLE stats (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            reach \(type: .integer) NOT NULL,
            workouts \(type: .integer) NOT NULL,
            millimetres \(type: .integer) NOT NULL,
            grams \(type: .integer) NOT NULL,
            milliseconds \(type: .integer) NOT NULL,
            xp \(type: .integer) NOT NULL,
            first_day \(type: .integer),
            last_day \(type: .integer),
            streak \(type: .integer) NOT NULL DEFAULT 0,
            longest_streak \(type: .integer) NOT NULL DEFAULT 0,
            PRIMARY KEY (person, reach)
        )\(.strictByPrimaryKey)
        """,
        """
        CREATE TABLE stats_days (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            reach \(type: .integer) NOT NULL,
            day \(type: .integer) NOT NULL,
            workouts \(type: .integer) NOT NULL CHECK (workouts >= 0),
            PRIMARY KEY (person, reach, day)
        )\(.strictByPrimaryKey)
        """,
        """
        CREATE TABLE stats_types (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            reach \(type: .integer) NOT NULL,
            type \(type: .text) NOT NULL,
            workouts \(type: .integer) NOT NULL CHECK (workouts >= 0),
            PRIMARY KEY (person, reach, type)
        )\(.strictByPrimaryKey)
        """,
    ]
}

extension Counter {
    /// Checks a total for every closeness.
    fileprivate static func total(_ name: String, _ share: String) -> Counter {
        total(name, summing: "SUM(\(raw: share))")
    }

    fileprivate static func total(_ name: String, summing sum: SQL) -> Counter {
        Counter(
            name: "stats.\(name)",
            query: """
                SELECT person, stored, counted
                FROM (
                    SELECT people.id AS person,
                        COALESCE((SELECT \(raw: name) FROM stats
                            WHERE person = people.id AND reach = reaches.reach), 0) AS stored,
                        COALESCE((SELECT \(sum)
                            FROM items
                            JOIN workouts ON workouts.id = items.id
                            LEFT JOIN awards ON awards.workout = items.id
                            WHERE items.owner = people.id AND items.visibility >= reaches.reach
                                AND \(SQL.isCounted)), 0) AS counted
                    FROM people
                    CROSS JOIN (\(reaches)) AS reaches) AS compared
                WHERE stored <> counted
                """)
    }

    /// Checks the XP for every closeness.
    fileprivate static let xp = sums(
        "stats.xp",
        of: """
            SELECT person, reach, xp AS stored, 0 AS counted FROM stats
            UNION ALL
            SELECT person, audience, 0, xp FROM experience_days
            """,
        by: "person, reach")

    private static let reaches: SQL =
        "SELECT 0 AS reach UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3"

    /// Checks the numbers of workouts, or another sum, by day or type for every closeness.
    fileprivate static func grouped(
        _ name: String, column: String, table: String, summing total: String = "workouts",
        _ sum: SQL = "COUNT(*)"
    ) -> Counter {
        let counted: SQL = """
            SELECT items.owner AS person, reaches.reach AS reach, \(raw: column) AS grouped, \(sum) AS total
            FROM items
            JOIN workouts ON workouts.id = items.id
            JOIN (\(reaches)) AS reaches ON items.visibility >= reaches.reach
            LEFT JOIN awards ON awards.workout = items.id
            WHERE \(SQL.isCounted)
            GROUP BY items.owner, reaches.reach, \(raw: column)
            """
        let stored: SQL =
            "SELECT person, reach, \(raw: name) AS grouped, \(raw: total) AS total FROM \(raw: table)"
        return Counter(
            name: "\(table).\(total)",
            query: """
                SELECT person, CAST(SUM(stored) AS BIGINT), CAST(SUM(counted) AS BIGINT)
                FROM (
                    SELECT person, reach, grouped, total AS stored, 0 AS counted FROM (\(stored)) AS stored
                    UNION ALL
                    SELECT person, reach, grouped, 0, total FROM (\(counted)) AS counted) AS compared
                GROUP BY person, reach, grouped
                HAVING SUM(stored) <> SUM(counted)
                """)
    }
}
