import PacelineDatabase

extension EngineFeature {
    /// The global boards, for people who want to be shown on them.
    static let standings = EngineFeature(
        baseline: standingsSchema,
        tables: [
            StoredTable("standings", people: ["owner": .byFeature], export: .derived),
            StoredTable("standing_counts", export: .derived),
            StoredTable("game_numbers", export: .operational, copying: .replaced),
        ],
        counters: Counter.standings)

    private static let standingsSchema: [SQL] = [
        // What each person on the global boards has there: a row for each period and game played in it, and one for
        // all games together. `board` is `(kind * 65536 + day) * 8192 + number`: 0 to 3 for days, weeks, months and all
        // time; 372 for each year since 1999, 31 for each month and 1 for each day of the period's first day, or 0 for all
        // time; the game's number, or 0 for all games together. The points are kept with a minus and beside the name, so
        // that a board stands in the index in its own order, whole.
        //
        // Standings have no foreign key: a cascade would leave the counts as they were, so a person is taken off the boards
        // before being removed. A score spares eight looks at its owner.
        """
        CREATE TABLE standings (
            owner \(type: .id) NOT NULL,
            board \(type: .integer) NOT NULL,
            minus_points \(type: .integer) NOT NULL CHECK (minus_points <= 0),
            name \(type: .text) NOT NULL,
            scores \(type: .integer) NOT NULL CHECK (scores > 0),
            PRIMARY KEY (owner, board)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX standings_by_rank ON standings (board, minus_points, name, owner)",
        // How many people stand at each number of points, and in each range of 64 but the lowest, into which most publish:
        // a rank is read from a few rows however many people are on the board. `slot` is the board's number times 2^32, and
        // behind it either the points, up to 2^31 - 1, or 2^31 and a 64th of the points, for all in that range. As the
        // table's one key it is found in half the time that three columns took.
        """
        CREATE TABLE standing_counts (
            slot \(type: .integer) NOT NULL PRIMARY KEY,
            people \(type: .integer) NOT NULL
        )\(.strict)
        """,
        // The numbers that stand for games in `board`, a shorter key than their names in the three trees in which each
        // score looks for its boards: below 8192, and 0 is for all games together.
        """
        CREATE TABLE game_numbers (
            number \(type: .integer) NOT NULL PRIMARY KEY CHECK (number BETWEEN 1 AND 8191),
            game \(type: .text) NOT NULL UNIQUE
        )\(.strictByPrimaryKey)
        """,
    ]
}
extension Counter {
    /// What the scores say of the global boards, and what the boards say of their counts.
    fileprivate static let standings = [
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
