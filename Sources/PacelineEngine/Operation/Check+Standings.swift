import PacelineDatabase

extension Counter {
    /// What the scores say of the global boards, and what the boards say of their counts.
    static let standings = [
        standing("points", stored: "-minus_points", counted: "points"),
        standing("scores", stored: "scores", counted: "1"),
        Counter(
            name: "standing_counts.people",
            query: """
                SELECT CAST(period AS TEXT) || '/' || game || '/' || CAST(step * width AS TEXT),
                    CAST(SUM(stored) AS BIGINT), CAST(SUM(counted) AS BIGINT)
                FROM (
                    SELECT period, game, width, step, people AS stored, 0 AS counted FROM standing_counts
                    UNION ALL
                    SELECT period, game, width, -minus_points / width, 0, 1
                    FROM standings
                    CROSS JOIN (\(widths)) AS widths
                    WHERE width = 1 OR -minus_points >= width) AS compared
                GROUP BY period, game, width, step
                HAVING SUM(stored) <> SUM(counted)
                """,
            subject: { $0[0] as String }),
    ]

    private static func standing(_ name: String, stored: SQL, counted: SQL) -> Counter {
        Counter(
            name: "standings.\(name)",
            query: """
                SELECT owner, CAST(SUM(stored) AS BIGINT), CAST(SUM(counted) AS BIGINT)
                FROM (
                    SELECT owner, period, game, \(stored) AS stored, 0 AS counted FROM standings
                    UNION ALL
                    SELECT scores.owner, \(period), CASE is_total WHEN 1 THEN '' ELSE game END, 0, \(counted)
                    FROM scores
                    JOIN people ON people.id = scores.owner
                    JOIN settings ON settings.person = scores.owner
                    CROSS JOIN (SELECT 1 AS kind UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) AS kinds
                    CROSS JOIN (SELECT 0 AS is_total UNION ALL SELECT 1) AS totals
                    WHERE scores.visibility = 3 AND people.audience = 3 AND people.username IS NOT NULL
                        AND settings.show_on_leaderboards = 1) AS compared
                GROUP BY owner, period, game
                HAVING SUM(stored) <> SUM(counted)
                """)
    }

    private static let period: SQL = """
        CASE kind
            WHEN 1 THEN 100000000 + day
            WHEN 2 THEN 200000000 + week
            WHEN 3 THEN 300000000 + day / 100 * 100 + 1
            ELSE 400000000
        END
        """

    private static let widths: SQL = CountKey.widths.map { "SELECT \($0) AS width" as SQL }
        .joined(separator: " UNION ALL ")
}
