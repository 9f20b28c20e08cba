import PacelineDatabase

extension EngineFeature {
    /// Follows, friendships, requests, blocks and mutes.
    static let graph = EngineFeature(
        baseline: graphSchema,
        steps: [
            SchemaStep(19, "requests with a friend code", requestsWithCode),
            SchemaStep(37, "children among strangers", childrenAmongStrangers),
            SchemaStep(44, "short friend codes of children", shortCodesOfChildren),
            SchemaStep(48, "friend cards", friendCards),
        ],
        tables: [
            StoredTable(
                "edges", people: ["follower": .byFeature, "followee": .byFeature],
                export: .exported(to: ["follower", "followee"])),
            StoredTable(
                "requests", people: ["sender": .cascade, "receiver": .cascade],
                // By then, each request has been decided or has expired, and declined ones no longer count.
                lifetime: .limited(
                    RetentionRule(key: "id", instant: "expires_at", lifetime: 90 * RetentionRule.day)),
                export: .exported(to: ["sender", "receiver"])),
            StoredTable(
                "blocks", people: ["blocker": .cascade, "blocked": .cascade],
                export: .exported(to: ["blocker"])),
            StoredTable(
                "mutes", people: ["muter": .cascade, "muted": .cascade], export: .exported(to: ["muter"])),
            StoredTable("child_backlog", people: ["person": .cascade], export: .operational),
            StoredTable("card_codes", people: ["person": .cascade], export: .exported(to: ["person"])),
            StoredTable("device_secrets", people: ["person": .cascade], export: .operational),
            StoredTable("local_friends", people: ["person": .cascade], export: .operational),
        ],
        counters: [
            .column(
                "friend_count", of: "people", counting: "edges WHERE follower = people.id AND is_mutual = 1"),
            .column("follower_count", of: "people", counting: "edges WHERE followee = people.id"),
            .column("following_count", of: "people", counting: "edges WHERE follower = people.id"),
            Counter(
                name: "edges.is_mutual",
                query: """
                    SELECT follower, is_mutual, is_back
                    FROM (
                        SELECT follower, is_mutual, CASE WHEN EXISTS (
                            SELECT 1 FROM edges AS back
                            WHERE back.follower = edges.followee AND back.followee = edges.follower)
                            THEN 1 ELSE 0 END AS is_back
                        FROM edges) AS compared
                    WHERE is_mutual <> is_back
                    """),
        ],
        jobs: [.separatingChildren])

    private static let requestsWithCode: [SQL] = [
        "ALTER TABLE requests ADD COLUMN has_code \(type: .integer) NOT NULL DEFAULT 0",
        // Earlier requests to children could be sent only with the code.
        """
        UPDATE requests
        SET has_code = 1
        WHERE kind = 'friend' AND EXISTS (
            SELECT 1
            FROM accounts
            WHERE accounts.person = requests.receiver AND accounts.child_until > requests.created_at)
        """,
    ]

    private static let childrenAmongStrangers: [SQL] = [
        // People who may be children, from before children shared groups, followers and requests with friends only.
        """
        CREATE TABLE child_backlog (
            person \(type: .id) NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE
        )\(.strictByPrimaryKey)
        """,
        // People who turned 13 before 2026 are no children when the step runs. Index: `accounts_by_child_until`.
        "INSERT INTO child_backlog (person) SELECT person FROM accounts WHERE child_until > 1767225600000",
    ]

    // Others can find a code of six characters by trying many.
    private static let shortCodesOfChildren: [SQL] = [
        """
        INSERT INTO child_backlog (person)
        SELECT accounts.person
        FROM accounts
        JOIN people ON people.id = accounts.person
        WHERE accounts.child_until > 1767225600000 AND LENGTH(people.friend_code) < 8
        ON CONFLICT (person) DO NOTHING
        """
    ]

    private static let graphSchema: [SQL] = [
        // A friendship is two edges, each marked mutual. `notifications` means that the follower wants to be notified
        // when the followee publishes.
        """
        CREATE TABLE edges (
            follower \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            followee \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            is_mutual \(type: .integer) NOT NULL DEFAULT 0,
            notifications \(type: .integer) NOT NULL DEFAULT 0,
            created_at \(type: .integer) NOT NULL,
            PRIMARY KEY (follower, followee)\(.including("is_mutual")),
            CHECK (follower <> followee)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX edges_by_follower ON edges (follower, created_at DESC, followee DESC, is_mutual)",
        "CREATE INDEX edges_by_followee ON edges (followee, created_at DESC, follower DESC, is_mutual)",
        "CREATE INDEX edges_by_listening ON edges (followee, created_at, follower) WHERE notifications = 1",
        // `rejected_at` survives a cancellation. Otherwise a declined sender could cancel and send again.
        """
        CREATE TABLE requests (
            id \(type: .id) NOT NULL PRIMARY KEY,
            kind \(type: .text) NOT NULL CHECK (kind IN ('friend', 'follow')),
            sender \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            receiver \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            message \(type: .text),
            state \(type: .text) NOT NULL,
            rejected_at \(type: .integer),
            created_at \(type: .integer) NOT NULL,
            expires_at \(type: .integer) NOT NULL,
            CHECK (sender <> receiver)
        )\(.strictByPrimaryKey)
        """,
        """
        CREATE UNIQUE INDEX requests_open ON requests (sender, receiver, kind)
        WHERE state IN ('pending', 'rejected')
        """,
        "CREATE INDEX requests_by_sender ON requests (sender, created_at DESC, id DESC)",
        "CREATE INDEX requests_by_receiver ON requests (receiver, created_at DESC, id DESC)",
        "CREATE INDEX requests_by_expiry ON requests (expires_at)",
        """
        CREATE TABLE blocks (
            blocker \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            blocked \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            created_at \(type: .integer) NOT NULL,
            PRIMARY KEY (blocker, blocked)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX blocks_by_blocked ON blocks (blocked, blocker)",
        """
        CREATE TABLE mutes (
            muter \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            muted \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            created_at \(type: .integer) NOT NULL,
            PRIMARY KEY (muter, muted)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX mutes_by_muted ON mutes (muted)",
    ]
}

/// The operations on edges in a transaction: requests, follows, friendships, blocks and mutes.
struct Graph: FeatureStore {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }
}
