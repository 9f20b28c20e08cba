import PacelineDatabase

extension EngineFeature {
    /// How much people may store and do.
    static let quotas = EngineFeature(
        steps: [
            SchemaStep(15, "quotas", quotasSchema),
            SchemaStep(45, "storage of workouts' details", detailsOfWorkouts),
        ],
        tables: [
            StoredTable(
                "counted_uses", people: ["subject": .expires],
                lifetime: .limited(RetentionRule(key: "name, subject", instant: "ends_at", lifetime: 0)),
                export: .operational)
        ],
        counters: [.storedBytes])

    private static let quotasSchema: [SQL] = [
        // The size of all pictures that the person's profile and workouts use: see `Storage`.
        """
        ALTER TABLE accounts
        ADD COLUMN stored_bytes \(type: .integer) NOT NULL DEFAULT 0 CHECK (stored_bytes >= 0)
        """,
        """
        UPDATE accounts
        SET stored_bytes = used.bytes
        FROM (
            SELECT uses.person, SUM(length(images.bytes)) AS bytes
            FROM (
                SELECT id AS person, avatar AS picture FROM people WHERE avatar IS NOT NULL
                UNION ALL
                SELECT id, header FROM people WHERE header IS NOT NULL
                UNION ALL
                SELECT items.owner, workouts.photo
                FROM workouts
                JOIN items ON items.id = workouts.id
                WHERE workouts.photo IS NOT NULL
            ) AS uses
            JOIN images ON images.hash = uses.picture
            GROUP BY uses.person
        ) AS used
        WHERE used.person = accounts.person
        """,
        // What people and addresses have done within a span of time: see `CountedUse`.
        """
        CREATE TABLE counted_uses (
            name \(type: .text) NOT NULL,
            subject \(type: .bytes) NOT NULL,
            uses \(type: .integer) NOT NULL,
            ends_at \(type: .integer) NOT NULL,
            PRIMARY KEY (name, subject)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX counted_uses_by_end ON counted_uses (ends_at)",
    ]

    private static let detailsOfWorkouts: [SQL] = [
        """
        UPDATE accounts
        SET stored_bytes = stored_bytes + details.bytes
        FROM (
            SELECT items.owner AS person,
                SUM(\(SQL.detailBytes))
                    AS bytes
            FROM workout_details
            JOIN items ON items.id = workout_details.workout
            GROUP BY items.owner
        ) AS details
        WHERE details.person = accounts.person
        """
    ]
}

extension Counter {
    fileprivate static let storedBytes = Counter(
        name: "accounts.stored_bytes",
        query: """
            SELECT accounts.person, accounts.stored_bytes, COALESCE(used.bytes, 0)
            FROM accounts
            LEFT JOIN (
                SELECT sizes.person, SUM(sizes.bytes) AS bytes
                FROM (\(Storage.sizes)) AS sizes
                GROUP BY sizes.person
            ) AS used ON used.person = accounts.person
            WHERE accounts.stored_bytes <> COALESCE(used.bytes, 0)
            """)
}
