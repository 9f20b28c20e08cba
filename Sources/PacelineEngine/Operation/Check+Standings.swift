import PacelineDatabase

extension Counter {
    /// What the scores say of the global boards, and what the boards say of their counts.
    static let standings = [
        standing("points", "-minus_points"),
        standing("scores", "scores"),
        Counter(
            name: "standing_counts.people",
            query: """
                SELECT CAST(slot AS TEXT), CAST(SUM(stored) AS BIGINT), CAST(SUM(counted) AS BIGINT)
                FROM (
                    SELECT slot, people AS stored, 0 AS counted FROM standing_counts
                    UNION ALL
                    SELECT slot, 0, 1
                    FROM (\(SQL.counted("SELECT board, minus_points FROM standings"))) AS counted
                ) AS compared
                GROUP BY slot
                HAVING SUM(stored) <> SUM(counted)
                """,
            subject: { $0[0] as String }),
    ]

    private static func standing(_ name: String, _ value: SQL) -> Counter {
        Counter(
            name: "standings.\(name)",
            query: """
                SELECT owner, CAST(SUM(stored) AS BIGINT), CAST(SUM(counted) AS BIGINT)
                FROM (
                    SELECT owner, board, \(value) AS stored, 0 AS counted FROM standings
                    UNION ALL
                    SELECT owner, board, 0, \(value) FROM (\(SQL.standings(ofPeople: "1 = 1"))) AS anew
                ) AS compared
                GROUP BY owner, board
                HAVING SUM(stored) <> SUM(counted)
                """)
    }
}
