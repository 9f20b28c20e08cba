import PacelineDatabase

extension EngineFeature {
    /// Scores in daily games. Each is also a feed item with the same id.
    static let scores = EngineFeature(
        baseline: scoresSchema,
        steps: [SchemaStep(3, "grids of scores", ["ALTER TABLE scores ADD COLUMN grid \(type: .text)"])],
        tables: [
            StoredTable(
                "scores", people: ["owner": .byFeature], cascadesFrom: ["id": "items"],
                export: .exported(to: ["owner"]))
        ],
        itemContents: [.score])

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
