import PacelineDatabase

extension EngineFeature {
    /// The merge of a local community into an account on a server, and friends who use another one. On servers, the
    /// tables stay empty, except `card_codes`, which is empty in embedded communities.
    static let merging = EngineFeature(
        steps: [
            SchemaStep(46, "merging into an account", mergingSchema),
            SchemaStep(48, "friend cards", cardSchema),
        ],
        tables: [
            StoredTable("merges", people: ["person": .cascade], export: .operational),
            StoredTable("merged_things", export: .operational),
            StoredTable("card_codes", people: ["person": .cascade], export: .exported(to: ["person"])),
            StoredTable("device_secrets", people: ["person": .cascade], export: .operational),
            StoredTable("local_friends", people: ["person": .cascade], export: .operational),
        ])

    private static let mergingSchema: [SQL] = [
        // At most one row. With it, the services of the community are read-only.
        """
        CREATE TABLE merges (
            id \(type: .id) NOT NULL PRIMARY KEY,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            server \(type: .text) NOT NULL,
            account \(type: .id) NOT NULL,
            visibility \(type: .integer) NOT NULL CHECK (visibility BETWEEN 0 AND 3),
            is_moved \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX merges_by_person ON merges (person)",
        // What has an outcome, and need not be sent again, even if the device's store is lost.
        """
        CREATE TABLE merged_things (
            thing \(type: .text) NOT NULL PRIMARY KEY,
            outcome \(type: .integer) NOT NULL CHECK (outcome BETWEEN 1 AND 3)
        )\(.strictByPrimaryKey)
        """,
    ]

    private static let cardSchema: [SQL] = [
        // The codes of cards that accounts have claimed.
        """
        CREATE TABLE card_codes (
            code \(type: .text) NOT NULL PRIMARY KEY,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            created_at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX card_codes_by_person ON card_codes (person)",
        // Whose hashes are the keys of cards.
        """
        CREATE TABLE device_secrets (
            person \(type: .id) NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
            secret \(type: .bytes) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        // People of this community who do not use it. Those whose code was typed have no key.
        """
        CREATE TABLE local_friends (
            person \(type: .id) NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
            code \(type: .text) NOT NULL,
            card_key \(type: .bytes)
        )\(.strictByPrimaryKey)
        """,
        "CREATE UNIQUE INDEX local_friends_by_code ON local_friends (code)",
    ]
}
