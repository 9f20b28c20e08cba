import PacelineDatabase

extension EngineFeature {
    /// Scores in daily games. Each is also a feed item with the same id.
    static let scores = EngineFeature(
        baseline: scoresSchema,
        steps: [
            SchemaStep(3, "grids of scores", ["ALTER TABLE scores ADD COLUMN grid \(type: .text)"]),
            SchemaStep(13, "visibility of scores", visibilityOfScores),
        ],
        tables: [
            StoredTable(
                "scores", people: ["owner": .byFeature], cascadesFrom: ["id": "items"],
                export: .exported(to: ["owner"]))
        ],
        itemContents: [.score])

    // `counts` says on which boards a score counts: 0 none; 1 those of groups, and of friends who see it; 2 global ones
    // too. Feeds treat a score that only groups count as private. Until this step only public scores counted globally,
    // and scores started as public, so most rows are right by default. The others stay off the global boards.
    //
    // People who signed up before this step have not chosen a default yet.
    private static let visibilityOfScores: [SQL] = [
        """
        ALTER TABLE scores ADD COLUMN counts \(type: .integer) NOT NULL DEFAULT 2
            CHECK (counts BETWEEN 0 AND 2)
        """,
        "UPDATE scores SET counts = CASE WHEN visibility = 0 THEN 0 ELSE 1 END WHERE visibility < 3",
        """
        ALTER TABLE settings ADD COLUMN score_visibility \(type: .text) NOT NULL DEFAULT 'friends'
            CHECK (score_visibility IN ('private', 'groups', 'friends', 'followers', 'public'))
        """,
        "ALTER TABLE settings ADD COLUMN has_chosen_score_visibility \(type: .integer) NOT NULL DEFAULT 0",
        // The points that the boards of groups counted at the last check; `points` are those of friends' boards.
        "ALTER TABLE overtaking_points ADD COLUMN group_points \(type: .integer) NOT NULL DEFAULT 0",
        "UPDATE overtaking_points SET group_points = points",
    ]

    private static let scoresSchema: [SQL] = [
        // One score per person, day and game, clustered in the order in which boards and streaks read. `week` is the
        // Monday of the day's week, stored because the databases have no date functions in common; `visibility` is that
        // of the item.
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
        """
    ]
}
