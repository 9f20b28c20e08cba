import PacelineDatabase

extension EngineFeature {
    /// The global boards of people who have turned on `show_on_leaderboards`. Those by training are another feature's.
    static let standings = EngineFeature(
        baseline: standingsSchema,
        tables: [
            StoredTable("standings", people: ["owner": .byFeature], export: .derived),
            StoredTable("standing_counts", export: .derived),
            StoredTable("game_numbers", export: .operational, copying: .replaced),
        ],
        counters: Counter.standings)

    private static let standingsSchema: [SQL] = [
        // One row per person, period and game, and one for all games together. `board` is
        // `(kind * 65536 + day) * 8192 + number`:
        //
        // - `kind`: 0 to 3 for day, week, month and all time;
        // - `day`: the period's first day as 372 per year since 1999, 31 per month and 1 per day; 0 for all time;
        // - `number`: the game's number; 0 for all games together, from 8176 a metric of training.
        //
        // The points are negated so that the index holds a whole board in ascending order.
        //
        // There is no foreign key to `people`: a cascade would not update the counts, so people are removed from the
        // boards before they are deleted. It also saves eight key checks per score.
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
        // The number of people for each number of points and for each range of 64 points, so that a rank takes only a
        // few rows. The lowest range is not stored, because most scores would update it. `slot` is the board's number
        // times 2^32, plus either the points, up to 2^31 - 1, or 2^31 plus a 64th of the points. One integer key is
        // twice as fast as three columns.
        """
        CREATE TABLE standing_counts (
            slot \(type: .integer) NOT NULL PRIMARY KEY,
            people \(type: .integer) NOT NULL
        )\(.strict)
        """,
        // The numbers of games in `board`, which keep the keys shorter than names would. 0 is reserved for all games
        // together.
        """
        CREATE TABLE game_numbers (
            number \(type: .integer) NOT NULL PRIMARY KEY CHECK (number BETWEEN 1 AND 8191),
            game \(type: .text) NOT NULL UNIQUE
        )\(.strictByPrimaryKey)
        """,
    ]
}

extension Counter {
    /// Checks standings against scores, and counts against standings.
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
                    SELECT owner, board, \(value) AS stored, 0 AS counted FROM standings WHERE \(SQL.isOfGame)
                    UNION ALL
                    SELECT owner, board, 0, \(value) FROM (\(SQL.standings(ofPeople: "1 = 1"))) AS anew
                ) AS compared
                GROUP BY owner, board
                HAVING SUM(stored) <> SUM(counted)
                """)
    }
}
