import PacelineDatabase

extension EngineFeature {
    /// The items of all feeds.
    static let feed = EngineFeature(
        baseline: feedSchema,
        tables: [
            StoredTable(
                "items", people: ["owner": .byFeature],
                lifetime: .purged { try await $0.purgeExpiredItems(at: $1) },
                export: .exported(to: ["owner"]))
        ])

    private static let feedSchema: [SQL] = [
        // Clustered by owner and time, the order in which feeds read. `category` is the workout's type or the game, so
        // that filters need no join.
        """
        CREATE TABLE items (
            id \(type: .id) NOT NULL UNIQUE,
            kind \(type: .text) NOT NULL,
            owner \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            at \(type: .integer) NOT NULL,
            visibility \(type: .integer) NOT NULL CHECK (visibility BETWEEN 0 AND 3),
            category \(type: .text) NOT NULL,
            kudos_count \(type: .integer) NOT NULL DEFAULT 0 CHECK (kudos_count >= 0),
            comment_count \(type: .integer) NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
            expires_at \(type: .integer),
            xp \(type: .integer) NOT NULL DEFAULT 0,
            PRIMARY KEY (owner, at, id)\(.including("visibility, kind, category, expires_at"))
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX items_by_expiry ON items (expires_at) WHERE expires_at IS NOT NULL",
    ]
}
