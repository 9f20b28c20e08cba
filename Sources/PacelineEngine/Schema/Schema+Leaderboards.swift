import PacelineDatabase

extension Schema {
    static let scores: [SQL] = [
        // One score for each person, day and game, kept in the order in which boards and streaks read them. Each is a
        // feed item of the same id. `week` is the Monday of the day's week, since SQL has no calendar that both
        // databases understand; `visibility` is the item's.
        """
        CREATE TABLE scores (
            id \(type: .id) NOT NULL UNIQUE REFERENCES items (id) ON DELETE CASCADE,
            owner \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            day \(type: .integer) NOT NULL,
            game \(type: .text) NOT NULL CHECK (game <> ''),
            week \(type: .integer) NOT NULL,
            visibility \(type: .integer) NOT NULL,
            points \(type: .integer) NOT NULL CHECK (points >= 0),
            score \(type: .integer),
            maximum \(type: .integer) NOT NULL,
            is_completed \(type: .integer) NOT NULL,
            is_hard_mode \(type: .integer),
            puzzle \(type: .integer),
            created_at \(type: .integer) NOT NULL,
            updated_at \(type: .integer) NOT NULL,
            PRIMARY KEY (owner, day, game)
        )\(.strictByPrimaryKey)
        """,
        // What everybody who is on the global boards has there: a row for each period and game played in it, and one
        // for all games together, whose game is empty. `period` is the first day of the period behind a digit that
        // tells days (1), weeks (2), months (3) and all time (4) apart. The points are kept with a minus and beside
        // the name, so that a board stands in the index in its own order, whole.
        """
        CREATE TABLE standings (
            owner \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            period \(type: .integer) NOT NULL,
            game \(type: .text) NOT NULL,
            minus_points \(type: .integer) NOT NULL CHECK (minus_points <= 0),
            name \(type: .text) NOT NULL,
            scores \(type: .integer) NOT NULL CHECK (scores > 0),
            PRIMARY KEY (owner, period, game)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX standings_by_rank ON standings (period, game, minus_points, name, owner)",
        // How many people stand at each number of points, and in each range of so many (`width`) that begins at
        // `step` times it: a rank is read from a few rows however many people are on the board.
        """
        CREATE TABLE standing_counts (
            period \(type: .integer) NOT NULL,
            game \(type: .text) NOT NULL,
            width \(type: .integer) NOT NULL,
            step \(type: .integer) NOT NULL,
            people \(type: .integer) NOT NULL,
            PRIMARY KEY (period, game, width, step)
        )\(.strictByPrimaryKey)
        """,
    ]

    /// Nobody's rank asks how many people are in the lowest range of 64 points, into which most publish.
    static let noLowestRange: [SQL] = ["DELETE FROM standing_counts WHERE width = 64 AND step = 0"]

    /// Standings refer to nobody, since a cascade that took somebody's would leave the counts as they were: whoever
    /// removes a person takes them off the boards first. A score spares eight looks at its owner.
    static let standingsReferToNobody: [SQL] = [
        .forDialect(
            sqlite: """
                CREATE TABLE standings_without_reference (
                    owner \(type: .id) NOT NULL,
                    period \(type: .integer) NOT NULL,
                    game \(type: .text) NOT NULL,
                    minus_points \(type: .integer) NOT NULL CHECK (minus_points <= 0),
                    name \(type: .text) NOT NULL,
                    scores \(type: .integer) NOT NULL CHECK (scores > 0),
                    PRIMARY KEY (owner, period, game)
                )\(.strictByPrimaryKey)
                """,
            postgres: "ALTER TABLE standings DROP CONSTRAINT IF EXISTS standings_owner_fkey"),
        .forDialect(
            sqlite: """
                INSERT INTO standings_without_reference (owner, period, game, minus_points, name, scores)
                SELECT owner, period, game, minus_points, name, scores
                FROM standings
                ORDER BY owner, period, game
                """,
            postgres: .empty),
        .forDialect(sqlite: "DROP TABLE standings", postgres: .empty),
        .forDialect(
            sqlite: "ALTER TABLE standings_without_reference RENAME TO standings", postgres: .empty),
        .forDialect(
            sqlite: "CREATE INDEX standings_by_rank ON standings (period, game, minus_points, name, owner)",
            postgres: .empty),
    ]
    /// A board is called by one number, `period * 100000 + number`, where the number is that of its game, or 0 for all
    /// games together: a shorter key than both in the three trees in which each score looks for its boards.
    static let boardsHaveNumbers: [SQL] = [
        """
        CREATE TABLE game_numbers (
            number \(type: .integer) NOT NULL PRIMARY KEY CHECK (number BETWEEN 1 AND 99999),
            game \(type: .text) NOT NULL UNIQUE
        )\(.strictByPrimaryKey)
        """,
        """
        INSERT INTO game_numbers (number, game)
        SELECT ROW_NUMBER() OVER (ORDER BY game), game
        FROM (SELECT DISTINCT game FROM scores) AS played
        """,
        """
        CREATE TABLE numbered_standings (
            owner \(type: .id) NOT NULL,
            board \(type: .integer) NOT NULL,
            minus_points \(type: .integer) NOT NULL CHECK (minus_points <= 0),
            name \(type: .text) NOT NULL,
            scores \(type: .integer) NOT NULL CHECK (scores > 0),
            PRIMARY KEY (owner, board)
        )\(.strictByPrimaryKey)
        """,
        """
        INSERT INTO numbered_standings (owner, board, minus_points, name, scores)
        SELECT owner, period * 100000 + COALESCE(number, 0), minus_points, name, standings.scores
        FROM standings
        LEFT JOIN game_numbers ON game_numbers.game = standings.game
        ORDER BY 1, 2
        """,
        "DROP TABLE standings",
        "ALTER TABLE numbered_standings RENAME TO standings",
        "CREATE INDEX standings_by_rank ON standings (board, minus_points, name, owner)",
        """
        CREATE TABLE numbered_counts (
            board \(type: .integer) NOT NULL,
            width \(type: .integer) NOT NULL,
            step \(type: .integer) NOT NULL,
            people \(type: .integer) NOT NULL,
            PRIMARY KEY (board, width, step)
        )\(.strictByPrimaryKey)
        """,
        """
        INSERT INTO numbered_counts (board, width, step, people)
        SELECT period * 100000 + COALESCE(number, 0), width, step, people
        FROM standing_counts
        LEFT JOIN game_numbers ON game_numbers.game = standing_counts.game
        ORDER BY 1, 2, 3
        """,
        "DROP TABLE standing_counts",
        "ALTER TABLE numbered_counts RENAME TO standing_counts",
        // The keys' own names would still be those of the tables that they were made with.
        .forDialect(
            sqlite: .empty,
            postgres: "ALTER INDEX numbered_standings_pkey RENAME TO standings_pkey"),
        .forDialect(
            sqlite: .empty,
            postgres: "ALTER INDEX numbered_counts_pkey RENAME TO standing_counts_pkey"),
    ]

    /// A board's number is short, and with it that of each of its counts.
    ///
    /// `board` is `(kind * 65536 + day) * 8192 + number`: 0 to 3 for days, weeks, months and all time; 372 for each year
    /// since 1999, 31 for each month and 1 for each day of the period's first day, or 0 for all time; the game's number.
    /// `slot` is the board's number times 2^32, and behind it either the points, up to 2^31 - 1, or 2^31 and a 64th of
    /// the points, for all in that range. As the table's one key it is found in half the time that three columns took.
    static let countsHaveOneNumber: [SQL] = [
        """
        CREATE TABLE short_standings (
            owner \(type: .id) NOT NULL,
            board \(type: .integer) NOT NULL,
            minus_points \(type: .integer) NOT NULL CHECK (minus_points <= 0),
            name \(type: .text) NOT NULL,
            scores \(type: .integer) NOT NULL CHECK (scores > 0),
            PRIMARY KEY (owner, board)
        )\(.strictByPrimaryKey)
        """,
        """
        INSERT INTO short_standings (owner, board, minus_points, name, scores)
        SELECT owner, CASE
                WHEN board >= 40000000000000 THEN 3 * 65536
                ELSE (board / 10000000000000 - 1) * 65536
                    + (board / 1000000000 % 10000 - 1999) * 372 + board / 10000000 % 100 * 31 + board / 100000 % 100
            END * 8192 + board % 100000, minus_points, name, scores
        FROM standings
        ORDER BY 1, 2
        """,
        "DROP TABLE standings",
        "ALTER TABLE short_standings RENAME TO standings",
        "CREATE INDEX standings_by_rank ON standings (board, minus_points, name, owner)",
        "DROP TABLE standing_counts",
        """
        CREATE TABLE standing_counts (
            slot \(type: .integer) NOT NULL PRIMARY KEY,
            people \(type: .integer) NOT NULL
        )\(.strict)
        """,
        """
        INSERT INTO standing_counts (slot, people)
        SELECT board * 4294967296 + first
                + CASE WHEN -minus_points > 2147483647 THEN 2147483647 ELSE -minus_points END / width AS slot, COUNT(*)
        FROM standings
        CROSS JOIN (
            SELECT 1 AS width, 0 AS first, 0 AS lowest
            UNION ALL
            SELECT 64, 2147483648, 64) AS widths
        WHERE -minus_points >= lowest
        GROUP BY 1
        """,
        .forDialect(
            sqlite: .empty,
            postgres: "ALTER INDEX short_standings_pkey RENAME TO standings_pkey"),
    ]
}
