import PacelineDatabase

extension EngineFeature {
    /// Workouts. Each is also a feed item with the same id.
    static let workouts = EngineFeature(
        baseline: workoutsSchema,
        tables: [
            StoredTable("workouts", cascadesFrom: ["id": "items"], export: .exported(with: "items")),
            StoredTable(
                "workout_details", cascadesFrom: ["workout": "workouts"], export: .exported(with: "workouts")),
        ],
        itemContents: [.workout])

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
