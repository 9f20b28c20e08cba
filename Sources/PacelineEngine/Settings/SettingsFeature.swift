import PacelineDatabase

extension EngineFeature {
    /// Account settings.
    static let settings = EngineFeature(
        baseline: settingsSchema,
        steps: [SchemaStep(14, "details of workouts, and approval of followers", detailsAndApproval)],
        tables: [
            StoredTable("settings", people: ["person": .cascade], export: .exported(to: ["person"]))
        ])

    private static let detailsAndApproval: [SQL] = [
        // In `people`, a row of which is read with each workout anyway.
        "ALTER TABLE people ADD COLUMN shows_workout_details \(type: .integer) NOT NULL DEFAULT 1",
        "ALTER TABLE settings ADD COLUMN follow_approval \(type: .integer) NOT NULL DEFAULT 0",
    ]

    private static let settingsSchema: [SQL] = [
        // A weekly goal of 0 is not set.
        """
        CREATE TABLE settings (
            person \(type: .id) NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
            email_notifications \(type: .integer) NOT NULL,
            push_notifications \(type: .integer) NOT NULL,
            workout_visibility \(type: .integer) NOT NULL,
            allow_messages \(type: .text) NOT NULL,
            content_filter \(type: .text) NOT NULL,
            show_workout_stats \(type: .integer) NOT NULL,
            allow_friend_requests \(type: .integer) NOT NULL,
            show_on_leaderboards \(type: .integer) NOT NULL,
            weekly_distance \(type: .integer) NOT NULL DEFAULT 0,
            weekly_volume \(type: .integer) NOT NULL DEFAULT 0,
            weekly_minutes \(type: .integer) NOT NULL DEFAULT 0
        )\(.strictByPrimaryKey)
        """
    ]
}
