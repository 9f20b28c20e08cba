import PacelineDatabase

extension EngineFeature {
    /// The weekly and monthly results of groups, the global ones, and tournaments.
    static let seasons = EngineFeature(
        baseline: seasonsSchema,
        steps: [
            SchemaStep(33, "tournaments", tournamentsSchema),
            SchemaStep(38, "authors of tournaments", tournamentAuthors),
        ],
        tables: [
            StoredTable(
                "seasons", people: ["author": .anonymized], cascadesFrom: ["group_id": "groups"],
                export: .exported(to: ["author"])),
            StoredTable(
                "season_results", people: ["person": .anonymized], cascadesFrom: ["season": "seasons"],
                export: .exported(to: ["person"])),
            StoredTable("season_closings", export: .operational),
        ],
        counters: [
            // Counts rows whose place or rank contradicts their points.
            Counter(
                name: "season_results.rank",
                query: """
                    SELECT season, 0, COUNT(*)
                    FROM (
                        SELECT season, rank, points, LAG(rank) OVER season_order AS rank_above,
                            LAG(points) OVER season_order AS points_above
                        FROM season_results
                        WINDOW season_order AS (PARTITION BY season ORDER BY place)) AS compared
                    WHERE points_above < points OR (points_above = points AND rank_above <> rank)
                        OR (points_above > points AND rank_above >= rank)
                    GROUP BY season
                    """)
        ],
        jobs: [.closingSeasons])

    private static let tournamentsSchema: [SQL] = [
        // `board` is the number of a global tournament's board, until its results are final.
        "ALTER TABLE seasons ADD COLUMN title \(type: .text)",
        "ALTER TABLE seasons ADD COLUMN board \(type: .integer)",
        "CREATE UNIQUE INDEX seasons_with_board ON seasons (board) WHERE board IS NOT NULL",
        // Tournaments of a group may begin on the same day.
        "DROP INDEX seasons_by_span",
        """
        CREATE UNIQUE INDEX seasons_by_span ON seasons (group_id, kind, first_day, metric)
        WHERE kind <> 'tournament'
        """,
        """
        CREATE UNIQUE INDEX seasons_of_everyone ON seasons (kind, first_day, metric)
        WHERE group_id IS NULL AND kind <> 'tournament'
        """,
    ]

    private static let tournamentAuthors: [SQL] = [
        // Who chose the title; null for seasons, and for tournaments from before this step.
        "ALTER TABLE seasons ADD COLUMN author \(type: .id) REFERENCES people (id) ON DELETE SET NULL",
        "CREATE INDEX seasons_by_author ON seasons (author) WHERE author IS NOT NULL",
    ]

    private static let seasonsSchema: [SQL] = [
        // A week or month of a group in which a member scored. `closed_at` is null if a late score created the season
        // before it was closed.
        """
        CREATE TABLE seasons (
            id \(type: .id) NOT NULL PRIMARY KEY,
            group_id \(type: .id) REFERENCES groups (id) ON DELETE CASCADE,
            kind \(type: .text) NOT NULL CHECK (kind IN ('week', 'month', 'tournament')),
            first_day \(type: .integer) NOT NULL,
            last_day \(type: .integer) NOT NULL,
            state \(type: .text) NOT NULL CHECK (state IN ('open', 'reopened', 'closed', 'final')),
            closed_at \(type: .integer),
            CHECK (first_day <= last_day)
        )\(.strictByPrimaryKey)
        """,
        "CREATE UNIQUE INDEX seasons_by_span ON seasons (group_id, kind, first_day)",
        "CREATE INDEX seasons_by_group ON seasons (group_id, last_day DESC, id DESC)",
        "CREATE INDEX seasons_not_final ON seasons (state, last_day) WHERE state <> 'final'",
        // The results at the time of closing. `breakdown` is JSON with the points by game. When a person is erased,
        // their row remains without a person.
        """
        CREATE TABLE season_results (
            season \(type: .id) NOT NULL REFERENCES seasons (id) ON DELETE CASCADE,
            place \(type: .integer) NOT NULL,
            rank \(type: .integer) NOT NULL CHECK (rank BETWEEN 1 AND place),
            person \(type: .id) REFERENCES people (id) ON DELETE SET NULL,
            points \(type: .integer) NOT NULL CHECK (points >= 0),
            breakdown \(type: .text) NOT NULL,
            PRIMARY KEY (season, place),
            UNIQUE (season, person)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX season_results_by_person ON season_results (person)",
        // The weeks and months that are closed for all groups.
        """
        CREATE TABLE season_closings (
            kind \(type: .text) NOT NULL,
            first_day \(type: .integer) NOT NULL,
            closed_at \(type: .integer) NOT NULL,
            PRIMARY KEY (kind, first_day)
        )\(.strictByPrimaryKey)
        """,
    ]
}

extension PeriodicJob {
    /// Closes and updates seasons every minute.
    package static let closingSeasons = PeriodicJob("closing seasons", pause: .seconds(60)) { engine in
        try await engine.closeSeasons()
        return Outcome()
    }
}
