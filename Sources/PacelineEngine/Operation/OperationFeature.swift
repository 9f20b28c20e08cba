import PacelineDatabase

extension EngineFeature {
    /// Tables and jobs that operate the server itself.
    static let operation = EngineFeature(
        baseline: operationSchema,
        tables: [
            // The migrations that have run. Created before the first of them.
            StoredTable("migrations", export: .operational, copying: .excluded),
            StoredTable(
                "idempotency_keys", people: ["person": .cascade],
                lifetime: .limited(
                    RetentionRule(
                        key: "person, key", instant: "created_at", lifetime: IdempotencyKey.lifetime)),
                export: .operational),
            StoredTable("secrets", export: .secret, copying: .replaced),
            StoredTable(
                "limit_uses", people: ["caller": .expires], lifetime: .replaced, export: .operational,
                copying: .excluded, in: [.postgres]),
        ],
        jobs: [.purging])

    private static let operationSchema: [SQL] = [
        // Responses to idempotent writes, kept for a day.
        """
        CREATE TABLE idempotency_keys (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            key \(type: .text) NOT NULL,
            fingerprint \(type: .bytes) NOT NULL,
            answer \(type: .text) NOT NULL,
            created_at \(type: .integer) NOT NULL,
            PRIMARY KEY (person, key)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at)",
        // Keys shared by all servers of a community.
        """
        CREATE TABLE secrets (
            name \(type: .text) NOT NULL PRIMARY KEY,
            value \(type: .bytes) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        // Usage of rate limits, shared by several servers. Worthless after a minute, so the table is unlogged: a crash
        // empties it. `until` is when the usage will have drained at an even pace, `changed_at` is when a server last
        // updated it; both in milliseconds on the database's clock.
        .limitUses, .limitUsesByChange,
    ]
}

extension PeriodicJob {
    /// Purges expired rows.
    package static let purging = PeriodicJob("purging expired rows", pause: .seconds(300)) { engine in
        Outcome(
            notes: try await engine.purgeExpired().map { removed in
                Note(
                    text: "Purged expired rows",
                    details: ["what": removed.name, "rows": "\(removed.rows)"])
            })
    }
}
