import PacelineDatabase

extension EngineFeature {
    /// Levels and badges: what people earned, and its items in feeds.
    static let achievements = EngineFeature(
        steps: [SchemaStep(29, "achievements", achievementsSchema)],
        tables: [
            StoredTable("achievements", people: ["person": .cascade], export: .exported(to: ["person"])),
            StoredTable(
                "achievement_evidence", people: ["person": .cascade], cascadesFrom: ["workout": "items"],
                export: .derived),
            StoredTable(
                "posted_achievements", people: ["person": .cascade], export: .exported(to: ["person"])),
            StoredTable("achievement_backlog", people: ["person": .cascade], export: .operational),
        ],
        itemContents: [.levelUp, .achievement, .milestone],
        counters: [.achievements],
        consumers: [ExperienceConsumer()],
        jobs: [.findingPastAchievements])

    private static let achievementsSchema: [SQL] = [
        // See `StoredAchievement`. The dates are those of the owner, friends, followers and everyone; `visibility` says
        // who may see it now, `most_open` is the widest for its item. `posted` has a bit for each closeness.
        // The item is not referenced, so that its row need not be read when one is deleted.
        """
        CREATE TABLE achievements (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            id \(type: .text) NOT NULL,
            visibility \(type: .integer) NOT NULL CHECK (visibility BETWEEN 0 AND 3),
            at \(type: .integer) NOT NULL,
            at_friends \(type: .integer),
            at_followers \(type: .integer),
            at_public \(type: .integer),
            posted \(type: .integer) NOT NULL CHECK (posted BETWEEN 0 AND 15),
            most_open \(type: .integer) NOT NULL CHECK (most_open BETWEEN 0 AND 3),
            item \(type: .id),
            PRIMARY KEY (person, id)
        )\(.strictByPrimaryKey)
        """,
        // The workouts that earned something. Hiding, editing or deleting one makes private at once what it earned.
        """
        CREATE TABLE achievement_evidence (
            workout \(type: .id) NOT NULL REFERENCES items (id) ON DELETE CASCADE,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            id \(type: .text) NOT NULL,
            PRIMARY KEY (workout, person, id)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX achievement_evidence_by_person ON achievement_evidence (person, id)",
        // People with workouts from before this step.
        """
        CREATE TABLE achievement_backlog (
            person \(type: .id) NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE
        )\(.strictByPrimaryKey)
        """,
        "INSERT INTO achievement_backlog (person) SELECT DISTINCT owner FROM items WHERE kind = 'workout'",
    ]
}
