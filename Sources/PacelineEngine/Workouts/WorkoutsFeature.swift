import PacelineDatabase

extension EngineFeature {
    /// Workouts. Each is also a feed item with the same id.
    static let workouts = EngineFeature(
        baseline: workoutsSchema,
        steps: [SchemaStep(10, "ids chosen by clients", clientIDsSchema)],
        tables: [
            StoredTable("workouts", cascadesFrom: ["id": "items"], export: .exported(with: "items")),
            StoredTable(
                "workout_details", cascadesFrom: ["workout": "workouts"], export: .exported(with: "workouts")),
            StoredTable(
                "client_ids", people: ["owner": .cascade], cascadesFrom: ["item": "items"],
                export: .exported(to: ["owner"])),
            StoredTable("spent_ids", export: .operational),
        ],
        itemContents: [.workout])

    private static let clientIDsSchema: [SQL] = [
        // The ids that clients chose for workouts which have another id: see `ClientIDLookup`.
        """
        CREATE TABLE client_ids (
            owner \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            client_id \(type: .id) NOT NULL,
            item \(type: .id) NOT NULL REFERENCES items (id) ON DELETE CASCADE,
            PRIMARY KEY (owner, client_id)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX client_ids_by_item ON client_ids (item, client_id)",
        // Keyed hashes of deleted items' ids, each alone and together with its owner. They stay when the owner is
        // erased.
        """
        CREATE TABLE spent_ids (
            hash \(type: .bytes) NOT NULL PRIMARY KEY,
            owner_hash \(type: .bytes) NOT NULL
        )\(.strictByPrimaryKey)
        """,
    ]

    private static let workoutsSchema: [SQL] = [
        """
        CREATE TABLE workouts (
            id \(type: .id) NOT NULL PRIMARY KEY REFERENCES items (id) ON DELETE CASCADE,
            type \(type: .text) NOT NULL,
            title \(type: .text) NOT NULL,
            started_at \(type: .integer) NOT NULL,
            ended_at \(type: .integer) NOT NULL,
            duration \(type: .real) NOT NULL,
            distance \(type: .real),
            energy \(type: .real),
            average_heart_rate \(type: .real),
            average_power \(type: .real),
            average_split \(type: .real),
            stroke_rate \(type: .real),
            intensity_zone \(type: .integer),
            is_erg_test \(type: .integer) NOT NULL,
            volume \(type: .real),
            exercise_count \(type: .integer),
            is_completed \(type: .integer) NOT NULL,
            source \(type: .text),
            photo \(type: .bytes),
            day \(type: .integer) NOT NULL,
            created_at \(type: .integer) NOT NULL,
            updated_at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX workouts_by_photo ON workouts (photo) WHERE photo IS NOT NULL",
        // Intervals and sets as JSON, because they are always read and written as a whole.
        """
        CREATE TABLE workout_details (
            workout \(type: .id) NOT NULL PRIMARY KEY REFERENCES workouts (id) ON DELETE CASCADE,
            body \(type: .text) NOT NULL
        )\(.strictByPrimaryKey)
        """,
    ]
}
