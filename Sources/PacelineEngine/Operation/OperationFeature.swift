import PacelineDatabase

extension EngineFeature {
    /// What servers need to answer, independent of features.
    static let operation = EngineFeature(
        baseline: operationSchema,
        tables: [
            // Which steps of the schema the database has had: made before the first of them.
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
        // Answers to writes that may be sent again, for a day.
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
        // Keys that every server of a community shares.
        """
        CREATE TABLE secrets (
            name \(type: .text) NOT NULL PRIMARY KEY,
            value \(type: .bytes) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        // What callers have used of their rate limits, where several servers share a database. It is worth nothing after a
        // minute, so PostgreSQL need not keep it safe: a crash empties it. `until` is when all of it will have been used up
        // at an even pace, `changed_at` when a server last said so; both are milliseconds on the database's clock.
        .limitUses, .limitUsesByChange,
    ]
}

extension PeriodicJob {
    /// Removes rows whose retention has ended.
    package static let purging = PeriodicJob("trimming", pause: .seconds(300)) { engine in
        Outcome(
            notes: try await engine.purgeExpired().map { removed in
                Note(
                    text: "Purged expired rows",
                    details: ["what": removed.name, "rows": "\(removed.rows)"])
            })
    }
}
