import PacelineDatabase

/// The tables of a device's store: values from the server, queued commands, and refusals.
///
/// Values are stored as the API's JSON, with columns for what queries need. Rows of the truth have
/// - `serial`: the store's serial when the row was written, which commands compare with;
/// - `stamp`: the generation when the row was written: after a full load, rows with an older one are deleted;
/// - `read_at`: when the server sent the value, in milliseconds since 1970, for its lifetime.
///
/// The column `base` of the outbox is ``Command/serialAtSending``.
enum ReplicaSchema {
    static let migrations = [
        Migration(
            "replica",
            [
                """
                CREATE TABLE meta (
                    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
                    device BLOB NOT NULL,
                    token TEXT,
                    serial INTEGER NOT NULL,
                    generation INTEGER NOT NULL,
                    epoch INTEGER NOT NULL,
                    lease_holder BLOB,
                    lease_until INTEGER NOT NULL,
                    is_closed INTEGER NOT NULL,
                    outbox_revision INTEGER NOT NULL,
                    last_position INTEGER NOT NULL,
                    last_number INTEGER NOT NULL,
                    acknowledged INTEGER NOT NULL,
                    unread_count INTEGER,
                    version TEXT NOT NULL
                )\(.strict)
                """,
                """
                CREATE TABLE people (
                    id BLOB PRIMARY KEY NOT NULL,
                    serial INTEGER NOT NULL,
                    stamp INTEGER NOT NULL,
                    read_at INTEGER NOT NULL,
                    json BLOB NOT NULL
                )\(.strict)
                """,
                """
                CREATE TABLE items (
                    id BLOB PRIMARY KEY NOT NULL,
                    owner BLOB NOT NULL,
                    at INTEGER NOT NULL,
                    latest_author BLOB,
                    serial INTEGER NOT NULL,
                    stamp INTEGER NOT NULL,
                    read_at INTEGER NOT NULL,
                    json BLOB NOT NULL
                )\(.strict)
                """,
                "CREATE INDEX items_by_time ON items (at, id)",
                "CREATE INDEX items_by_owner ON items (owner, at, id)",
                """
                CREATE TABLE comments (
                    id BLOB PRIMARY KEY NOT NULL,
                    item BLOB NOT NULL REFERENCES items (id) ON DELETE CASCADE,
                    author BLOB,
                    created_at INTEGER NOT NULL,
                    serial INTEGER NOT NULL,
                    stamp INTEGER NOT NULL,
                    read_at INTEGER NOT NULL,
                    json BLOB NOT NULL
                )\(.strict)
                """,
                "CREATE INDEX comments_by_item ON comments (item, created_at, id)",
                """
                CREATE TABLE things (
                    kind TEXT NOT NULL,
                    id BLOB NOT NULL,
                    person BLOB,
                    stamp INTEGER NOT NULL,
                    read_at INTEGER NOT NULL,
                    json BLOB NOT NULL,
                    PRIMARY KEY (kind, id)
                )\(.strictByPrimaryKey)
                """,
                "CREATE INDEX things_by_person ON things (person)",
                """
                CREATE TABLE answers (
                    key TEXT PRIMARY KEY NOT NULL,
                    read_at INTEGER NOT NULL,
                    json BLOB NOT NULL
                )\(.strict)
                """,
                """
                CREATE TABLE answer_people (
                    key TEXT NOT NULL REFERENCES answers (key) ON DELETE CASCADE,
                    person BLOB NOT NULL,
                    PRIMARY KEY (key, person)
                )\(.strictByPrimaryKey)
                """,
                "CREATE INDEX answer_people_by_person ON answer_people (person)",
                """
                CREATE TABLE loads (
                    kind TEXT NOT NULL,
                    id BLOB NOT NULL,
                    cursor TEXT,
                    started INTEGER NOT NULL,
                    PRIMARY KEY (kind, id)
                )\(.strictByPrimaryKey)
                """,
                """
                CREATE TABLE outbox (
                    position INTEGER PRIMARY KEY NOT NULL,
                    lane INTEGER NOT NULL,
                    made_at INTEGER NOT NULL,
                    method TEXT NOT NULL,
                    path TEXT NOT NULL,
                    body TEXT NOT NULL,
                    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),
                    number INTEGER,
                    base INTEGER,
                    sent_at INTEGER,
                    failures INTEGER NOT NULL,
                    origin TEXT UNIQUE,
                    CHECK ((state = 0) = (number IS NULL))
                )\(.strict)
                """,
                """
                CREATE TABLE refusals (
                    position INTEGER PRIMARY KEY NOT NULL,
                    lane INTEGER NOT NULL,
                    method TEXT NOT NULL,
                    path TEXT NOT NULL,
                    body TEXT NOT NULL,
                    origin TEXT,
                    reason TEXT NOT NULL,
                    code TEXT NOT NULL,
                    message TEXT NOT NULL,
                    field TEXT
                )\(.strict)
                """,
            ]),
        Migration("the horizon of the feed", ["ALTER TABLE meta ADD COLUMN horizon INTEGER"]),
        Migration(
            "silent pushes",
            ["CREATE TABLE pushes (at INTEGER NOT NULL)\(.strict)"]),
        Migration(
            "the end of the last sync",
            [
                "ALTER TABLE meta ADD COLUMN synced_at INTEGER",
                "ALTER TABLE meta ADD COLUMN offline_since INTEGER",
            ]),
        Migration(
            "things of local communities",
            [
                """
                CREATE TABLE merged_things (
                    thing TEXT PRIMARY KEY NOT NULL,
                    origin TEXT NOT NULL,
                    outcome INTEGER
                )\(.strictByPrimaryKey)
                """,
                "CREATE INDEX merged_things_by_origin ON merged_things (origin)",
            ]),
        // What was queued before is queued again, which changes nothing on the server.
        Migration(
            "things by merge",
            [
                "DROP TABLE merged_things",
                """
                CREATE TABLE merged_things (
                    merge BLOB NOT NULL,
                    thing TEXT NOT NULL,
                    origin TEXT NOT NULL,
                    outcome INTEGER,
                    PRIMARY KEY (merge, thing)
                )\(.strictByPrimaryKey)
                """,
                "CREATE INDEX merged_things_by_origin ON merged_things (origin)",
            ]),
    ]
}
