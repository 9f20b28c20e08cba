import PacelineDatabase

extension EngineFeature {
    /// The tables of friend cards. On servers, only `card_codes` has rows; in embedded communities, only the others.
    static let friendCards: [SQL] = [
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
