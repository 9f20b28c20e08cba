import PacelineDatabase

extension Schema {
    static let graph: [SQL] = [
        // Who follows whom. Friends are two edges, each marked mutual.
        """
        CREATE TABLE edges (
            follower \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            followee \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            is_mutual \(type: .integer) NOT NULL DEFAULT 0,
            notifications \(type: .integer) NOT NULL DEFAULT 1,
            created_at \(type: .integer) NOT NULL,
            PRIMARY KEY (follower, followee)\(.forDialect(sqlite: .empty, postgres: " INCLUDE (is_mutual)")),
            CHECK (follower <> followee)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX edges_by_follower ON edges (follower, created_at DESC, followee DESC, is_mutual)",
        "CREATE INDEX edges_by_followee ON edges (followee, created_at DESC, follower DESC, is_mutual)",
        // `rejected_at` outlives a cancellation, so that asking again does not get round a rejection.
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
