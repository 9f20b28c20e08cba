import PacelineDatabase

extension EngineFeature {
    /// Profiles, accounts, sign-in and search.
    static let people = EngineFeature(
        baseline: peopleSchema,
        steps: [
            SchemaStep(2, "later words of names", [laterWordsOfNames]),
            SchemaStep(5, "origins of sessions, and guesses", originsAndGuesses),
            SchemaStep(8, "names that stay with their owners", heldNames),
            SchemaStep(12, "ages", ages + agesOfEarlierPeople),
            SchemaStep(17, "credentials presented in sessions", presentedCredentials),
            SchemaStep(18, "changes of usernames", usernameChanges),
            SchemaStep(
                20, "choices before the birth date",
                // See `EarlyChoices`.
                ["ALTER TABLE accounts ADD COLUMN early_choices \(type: .integer) NOT NULL DEFAULT 0"]),
            SchemaStep(39, "changes of time zones", timeZoneChanges),
        ],
        tables: [
            StoredTable("people", people: ["id": .isPerson], export: .exported(to: ["id"])),
            StoredTable("accounts", people: ["person": .cascade], export: .exported(to: ["person"])),
            StoredTable("identities", people: ["person": .cascade], export: .exported(to: ["person"])),
            StoredTable(
                "sessions", people: ["person": .cascade],
                lifetime: .limited(RetentionRule(key: "id", instant: "expires_at", lifetime: 0)),
                export: .exported(to: ["person"])),
            StoredTable(
                "guesses",
                lifetime: .limited(RetentionRule(key: "subject", instant: "expires_at", lifetime: 0)),
                export: .operational),
            StoredTable("held_names", people: ["owner": .anonymized], export: .operational),
            StoredTable(
                "username_changes", people: ["person": .cascade],
                lifetime: .limited(
                    RetentionRule(
                        key: "person, changed_at, hash", instant: "changed_at",
                        lifetime: HeldName.formerLifetime)),
                export: .operational),
            StoredTable(
                "time_zone_changes", people: ["person": .cascade], export: .exported(to: ["person"])),
            StoredTable(
                "search_names", people: ["person": .cascade], export: .derived, copying: .rebuilt),
            // A virtual table of SQLite cannot have foreign keys.
            StoredTable(
                "search_parts", people: ["person": .byFeature], export: .derived, copying: .rebuilt,
                in: [.sqlite]),
            StoredTable(
                "search_parts", people: ["person": .cascade], export: .derived, copying: .rebuilt,
                in: [.postgres]),
            StoredTable(
                "search_rows", people: ["person": .cascade], export: .derived, copying: .rebuilt,
                in: [.sqlite]),
            // Images are deleted with their last use: see `deleteImageIfUnused`.
            StoredTable("images", export: .whereShown),
        ],
        consumers: [ActivityConsumer()],
        jobs: [.announcingAges])

    private static let peopleSchema: [SQL] = [
        // The public part of a person. `audience` is `Audience.of(privacy_level)`, stored to make the visibility rule
        // one comparison. 0 hides the person from everyone.
        """
        CREATE TABLE people (
            id \(type: .id) NOT NULL PRIMARY KEY,
            username \(type: .text) UNIQUE,
            display_name \(type: .text) NOT NULL,
            name_folded \(type: .text) NOT NULL,
            bio \(type: .text),
            avatar \(type: .bytes),
            header \(type: .bytes),
            is_verified \(type: .integer) NOT NULL DEFAULT 0,
            privacy_level \(type: .text) NOT NULL CHECK (privacy_level IN ('public', 'friends', 'private')),
            audience \(type: .integer) NOT NULL CHECK (audience IN (0, 2, 3)),
            friend_code \(type: .text) NOT NULL UNIQUE,
            friend_count \(type: .integer) NOT NULL DEFAULT 0 CHECK (friend_count >= 0),
            follower_count \(type: .integer) NOT NULL DEFAULT 0 CHECK (follower_count >= 0),
            following_count \(type: .integer) NOT NULL DEFAULT 0 CHECK (following_count >= 0),
            active_at \(type: .integer) NOT NULL,
            joined_at \(type: .integer) NOT NULL,
            updated_at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX people_by_activity ON people (active_at DESC, id) WHERE privacy_level = 'public'",
        "CREATE INDEX people_by_avatar ON people (avatar) WHERE avatar IS NOT NULL",
        "CREATE INDEX people_by_header ON people (header) WHERE header IS NOT NULL",
        // The private part of a person.
        """
        CREATE TABLE accounts (
            person \(type: .id) NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
            email \(type: .text),
            full_name \(type: .text),
            birth_date \(type: .integer),
            time_zone \(type: .text) NOT NULL,
            created_at \(type: .integer) NOT NULL,
            last_sign_in_at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        // `subject` is the person's id for a password, the hash of the secret for a device, otherwise the provider's
        // identifier of the person. `secret` is the hash of a password.
        """
        CREATE TABLE identities (
            id \(type: .id) NOT NULL PRIMARY KEY,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            provider \(type: .text) NOT NULL,
            subject \(type: .text) NOT NULL,
            secret \(type: .text),
            created_at \(type: .integer) NOT NULL,
            UNIQUE (provider, subject),
            UNIQUE (person, provider)
        )\(.strictByPrimaryKey)
        """,
        """
        CREATE TABLE sessions (
            id \(type: .id) NOT NULL PRIMARY KEY,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            token_hash \(type: .bytes) NOT NULL UNIQUE,
            provider \(type: .text) NOT NULL,
            created_at \(type: .integer) NOT NULL,
            expires_at \(type: .integer) NOT NULL,
            last_used_at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX sessions_by_person ON sessions (person, created_at DESC, id DESC)",
        "CREATE INDEX sessions_by_expiry ON sessions (expires_at)",
        // The names of people who can be found, for prefix search: see `SearchIndex`.
        """
        CREATE TABLE search_names (
            name \(type: .text) NOT NULL,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            username \(type: .text) NOT NULL,
            PRIMARY KEY (name, person)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX search_names_by_person ON search_names (person)",
        // The same names for substring search: a trigram index on PostgreSQL, an FTS table on SQLite.
        .searchParts, .searchPartsByTrigram,
        // The row of each person in SQLite's FTS table, which has no other index.
        .searchRows,
        // Images by SHA-256, so that equal uploads are stored once.
        """
        CREATE TABLE images (
            hash \(type: .bytes) NOT NULL PRIMARY KEY,
            media_type \(type: .text) NOT NULL,
            bytes \(type: .bytes) NOT NULL
        )\(.strict)
        """,
    ]
}

extension EngineFeature {
    private static let originsAndGuesses: [SQL] = [
        // When the session's owner last presented a credential.
        "ALTER TABLE sessions ADD COLUMN authenticated_at \(type: .integer) NOT NULL DEFAULT 0",
        "ALTER TABLE sessions ADD COLUMN client_name \(type: .text)",
        "ALTER TABLE sessions ADD COLUMN network \(type: .text)",
        // Clients that signed in up to this instant are no longer trusted.
        "ALTER TABLE accounts ADD COLUMN clients_revoked_at \(type: .integer) NOT NULL DEFAULT 0",
        // Passwords tried by username or client: see `GuessCount`. The subject is a keyed hash.
        """
        CREATE TABLE guesses (
            subject \(type: .bytes) NOT NULL PRIMARY KEY,
            guesses \(type: .integer) NOT NULL,
            allowed_at \(type: .integer) NOT NULL,
            expires_at \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX guesses_by_expiry ON guesses (expires_at)",
    ]

    private static let heldNames: [SQL] = [
        // Usernames as keyed hashes: see `HeldName`. They stay when their owner is erased.
        """
        CREATE TABLE held_names (
            hash \(type: .bytes) NOT NULL PRIMARY KEY,
            owner \(type: .id) REFERENCES people (id) ON DELETE SET NULL
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX held_names_by_owner ON held_names (owner) WHERE owner IS NOT NULL",
    ]

    private static let presentedCredentials: [SQL] = [
        // When the session's owner last presented a credential, also one that is not the strongest, and when that was
        // linked.
        "ALTER TABLE sessions ADD COLUMN presented_at \(type: .integer) NOT NULL DEFAULT 0",
        "ALTER TABLE sessions ADD COLUMN presented_since \(type: .integer)",
    ]

    private static let usernameChanges: [SQL] = [
        // The usernames that people left lately, as keyed hashes: see `HeldName`.
        """
        CREATE TABLE username_changes (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            changed_at \(type: .integer) NOT NULL,
            hash \(type: .bytes) NOT NULL,
            PRIMARY KEY (person, changed_at, hash)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX username_changes_by_hash ON username_changes (hash, changed_at)",
        "CREATE INDEX username_changes_by_time ON username_changes (changed_at)",
    ]

    private static let timeZoneChanges: [SQL] = [
        // The time zones of people who changed theirs: see `TimeZoneHistory`. Others have no rows.
        """
        CREATE TABLE time_zone_changes (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            at \(type: .integer) NOT NULL,
            zone \(type: .text) NOT NULL,
            PRIMARY KEY (person, at)
        )\(.strictByPrimaryKey)
        """
    ]

    private static let ages: [SQL] = [
        // See `Birthdays`. Null without a birth date.
        "ALTER TABLE accounts ADD COLUMN child_until \(type: .integer)",
        "ALTER TABLE accounts ADD COLUMN minor_until \(type: .integer)",
        // When the person is next notified about their age; null for never.
        "ALTER TABLE accounts ADD COLUMN age_notice_at \(type: .integer)",
        "CREATE INDEX accounts_by_child_until ON accounts (child_until) WHERE child_until IS NOT NULL",
        "CREATE INDEX accounts_by_age_notice ON accounts (age_notice_at) WHERE age_notice_at IS NOT NULL",
        "DROP INDEX accounts_by_birth_date",
    ]

    /// Fills the columns for people who signed up before they existed, and takes those without a birth date off search
    /// and the global boards. ``Engine/announceAges()`` corrects the instants, which are up to 12 hours late, and
    /// notifies people without a birth date.
    static let agesOfEarlierPeople: [SQL] = [
        "UPDATE accounts SET child_until = \(birthday("13")), minor_until = \(birthday("18")), age_notice_at = 0",
        """
        INSERT INTO standing_counts (slot, people)
        SELECT slot, -COUNT(*)
        FROM (
            SELECT board * 4294967296 + first + CASE
                    WHEN -minus_points > 2147483647 THEN 2147483647 ELSE -minus_points
                END / width AS slot
            FROM standings
            CROSS JOIN (
                SELECT 1 AS width, 0 AS first, 0 AS lowest
                UNION ALL
                SELECT 64, 2147483648, 64) AS widths
            WHERE owner IN (\(peopleOfUnknownAge)) AND -minus_points >= lowest) AS counted
        GROUP BY slot
        ON CONFLICT (slot) DO UPDATE
        SET people = standing_counts.people + excluded.people
        """,
        "DELETE FROM standings WHERE owner IN (\(peopleOfUnknownAge))",
        "DELETE FROM search_names WHERE person IN (\(peopleOfUnknownAge))",
        .deletingSearchParts(of: peopleOfUnknownAge), .deletingSearchRows(of: peopleOfUnknownAge),
    ]

    private static let peopleOfUnknownAge: SQL = "SELECT person FROM accounts WHERE birth_date IS NULL"

    /// The birthday at noon UTC, when the day has begun in every time zone: the days since 1970 of a calendar whose
    /// years begin in March, so that 29 February is followed by 1 March in each year.
    private static func birthday(_ years: SQL) -> SQL {
        let year: SQL = "(birth_date / 10000 + \(years) - 1 + (birth_date / 100 % 100 + 9) / 12)"
        return """
            (365 * \(year) + \(year) / 4 - \(year) / 100 + \(year) / 400
                + (153 * ((birth_date / 100 % 100 + 9) % 12) + 2) / 5 + birth_date % 100 - 719469) * 86400000
                + 43200000
            """
    }

    /// Adds the rows of later words for people who signed up before search found them: see ``SearchIndex``.
    ///
    /// Separates words at the usual characters only. Words after others are found once the person edits the name.
    private static let laterWordsOfNames: SQL = """
        INSERT INTO search_names (name, person, username)
        WITH RECURSIVE words (person, username, is_later, name, separated) AS (
            SELECT person, username, 0, name,
                replace(replace(replace(replace(replace(replace(name,
                    '-', ' '), '_', ' '), '.', ' '), '(', ' '), '''', ' '), '’', ' ')
            FROM search_names
            UNION ALL
            SELECT person, username, 1, substr(name, \(.firstSpaceInSeparated) + 1),
                substr(separated, \(.firstSpaceInSeparated) + 1)
            FROM words
            WHERE \(.firstSpaceInSeparated) > 0
        )
        SELECT DISTINCT '\n' || name, person, username
        FROM words
        WHERE is_later = 1 AND separated <> '' AND substr(separated, 1, 1) <> ' '
        """
}

/// The operations on the viewer's account in a transaction: profile, pictures, passwords and sign-ins.
struct Accounts: FeatureStore {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }
}
