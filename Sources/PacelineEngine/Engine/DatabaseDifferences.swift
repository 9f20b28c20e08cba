import Paceline
import PacelineDatabase

// SQL that differs between SQLite and PostgreSQL, each fragment named for its purpose. No other file of the engine
// depends on the dialect; `Connection` reports capabilities that only one database has.

// MARK: - The log

extension SQL {
    /// The columns of a log position. SQLite orders events by sequence alone.
    static let logPosition = SQL.forDialect(sqlite: "0, sequence", postgres: "tx, sequence")
    static let logOrder = SQL.forDialect(sqlite: "sequence", postgres: "tx, sequence")
    static let logOrderBackwards = SQL.forDialect(sqlite: "sequence DESC", postgres: "tx DESC, sequence DESC")
    /// The transaction of a log position.
    static let logTransaction = SQL.forDialect(sqlite: "0", postgres: "tx")
    /// The log position as one row value, for comparisons.
    static let logOrderColumns = SQL.forDialect(sqlite: "(0, sequence)", postgres: "(tx, sequence)")

    /// Whether the row of `events` comes after the position and before any transaction that is still open, so that no
    /// event can later appear in front of it.
    static func isLogged(after start: LogPosition) -> SQL {
        .forDialect(
            sqlite: "sequence > \(start.sequence)",
            postgres: """
                (tx, sequence) > (\(start.transaction), \(start.sequence)) AND tx < \(logHorizon)
                """)
    }

    /// Whether the row of `events` comes after the position, even if others can still appear in front of it.
    static func isAppended(after start: LogPosition) -> SQL {
        .forDialect(
            sqlite: "sequence > \(start.sequence)",
            postgres: "(tx, sequence) > (\(start.transaction), \(start.sequence))")
    }

    /// Whether the row of `events` is at or before the position.
    static func isLogged(upTo end: LogPosition) -> SQL {
        .forDialect(
            sqlite: "sequence <= \(end.sequence)",
            postgres: "(tx, sequence) <= (\(end.transaction), \(end.sequence))")
    }

    /// Whether the rows of `parked_events` and `events` refer to the same event.
    static let isSameEvent = SQL.forDialect(
        sqlite: "parked_events.sequence = events.sequence",
        postgres: "parked_events.sequence = events.sequence AND parked_events.tx = events.tx")

    /// Whether the row of `events` cannot be read yet because an earlier transaction is still open.
    static let isPastLogHorizon = SQL.forDialect(sqlite: "1 = 0", postgres: "tx >= \(logHorizon)")

    /// The column that orders events for the cache: no event can later appear before the ``logMark``. SQLite commits
    /// transactions in the order in which they log; PostgreSQL does not.
    static let logMarkColumn = SQL.forDialect(sqlite: "sequence", postgres: "tx")
    static let logMark = SQL.forDialect(
        sqlite: "COALESCE((SELECT MAX(sequence) FROM events), \(logStartMark)) + 1", postgres: logHorizon)

    /// The oldest transaction that is still open, on PostgreSQL.
    private static let logHorizon: SQL =
        "(pg_snapshot_xmin(pg_current_snapshot())::text::bigint + log_offset())"

    /// Identifies the database that the log was written in, to detect a restore. A copied SQLite file cannot be told
    /// apart from its original. On PostgreSQL, the table ids change when a dump is restored, and the timeline changes
    /// after point-in-time recovery or a failover.
    static let logOrigin = SQL.forDialect(
        sqlite: "'file'",
        postgres: """
            (SELECT concat_ws('/', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
                (SELECT oid FROM pg_database WHERE datname = current_database()), 'events'::regclass::oid)
            FROM pg_control_system())
            """)
}

// Logs that were restored from another database.
extension Connection {
    /// Makes new events sort after those of a log that was restored from another PostgreSQL server, whose transaction
    /// ids were higher.
    func continueLog() throws {
        guard dialect == .postgres else { return }
        let offset = try fetchFirst(
            """
            SELECT last.tx + 1 - pg_snapshot_xmax(pg_current_snapshot())::text::bigint
            FROM (
                SELECT GREATEST((SELECT MAX(tx) FROM events), (SELECT MAX(tx) FROM log_positions)) AS tx) AS last
            WHERE last.tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + log_offset()
            """
        ) { $0[0] as Int64 }
        guard let offset else { return }
        try execute(
            """
            CREATE OR REPLACE FUNCTION log_offset() RETURNS BIGINT LANGUAGE SQL STABLE
            AS 'SELECT \(raw: String(offset))::BIGINT'
            """)
    }
}

extension SQL {
    /// Continues the sequence of event numbers after the last event. SQLite does this itself.
    static let continuingEventNumbers = SQL.forDialect(
        sqlite: "SELECT 1",
        postgres: """
            SELECT setval(pg_get_serial_sequence('events', 'sequence'), MAX(sequence))
            FROM events
            HAVING MAX(sequence) IS NOT NULL
            """)
}

// The log's tables.
extension SQL {
    /// The offset that is added to PostgreSQL's transaction ids in a restored community.
    static let logOffset = SQL.forDialect(
        sqlite: .empty,
        postgres: "CREATE FUNCTION log_offset() RETURNS BIGINT LANGUAGE SQL STABLE AS 'SELECT 0::BIGINT'")

    static let eventNumber = SQL.forDialect(
        sqlite: "INTEGER PRIMARY KEY AUTOINCREMENT", postgres: "BIGINT GENERATED BY DEFAULT AS IDENTITY")
    static let eventTransaction = SQL.forDialect(
        sqlite: "0", postgres: "(pg_current_xact_id()::text::bigint + log_offset())")
    static let eventKey = SQL.forDialect(sqlite: .empty, postgres: ", PRIMARY KEY (tx, sequence)")
}

// MARK: - Kudos

extension KudosCount {
    /// The number of kudos. Requires `items` in the query.
    static let sql = SQL.forDialect(
        sqlite: """
            CASE items.kudos_count
                WHEN 0 THEN (SELECT COUNT(*) FROM kudos WHERE item = items.id)
                ELSE items.kudos_count
            END
            """,
        postgres: "items.kudos_count")

    /// Whether the item may have kudos at all; skips a lookup. Requires `items` in the query.
    static let mayHaveKudos = SQL.forDialect(sqlite: "1", postgres: "items.kudos_count > 0")

    /// The value to store in `items.kudos_count` for that number of kudos.
    static func stored(_ count: SQL) -> SQL {
        .forDialect(
            sqlite: stored(count, byOneWriter: true), postgres: stored(count, byOneWriter: false))
    }
}

// MARK: - Search

extension SQL {
    /// Whether the row of `search_parts` contains the text, which has at least three characters.
    static func containsPart(_ text: String) -> SQL {
        let phrase = "\"" + text.replacing("\"", with: "\"\"") + "\""
        let escaped = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%")
            .replacing("_", with: "\\_")
        let pattern = "%\(escaped)%"
        return .forDialect(sqlite: "search_parts MATCH \(phrase)", postgres: "names LIKE \(pattern)")
    }

    /// Whether a text contains another, without an index.
    static func contains(_ text: SQL, _ part: String) -> SQL {
        .forDialect(sqlite: "instr(\(text), \(part)) > 0", postgres: "strpos(\(text), \(part)) > 0")
    }

    /// The rows of `search_names` that satisfy the condition, of the people whom a query of `followee` returns.
    static func searchNames(ofFollowees people: SQL, where condition: SQL) -> SQL {
        .forDialect(
            sqlite: "(SELECT person, name FROM search_names WHERE person IN (\(people)) AND \(condition))",
            // Without LATERAL and OFFSET, PostgreSQL may read the whole table for some hundred people.
            postgres: """
                (
                    SELECT matching.person, matching.name
                    FROM (SELECT DISTINCT followee FROM (\(people)) AS followees) AS people
                    CROSS JOIN LATERAL (
                        SELECT person, name FROM search_names WHERE person = followee AND \(condition) OFFSET 0
                    ) AS matching
                )
                """)
    }

    /// The position of the first space in `separated`; 0 without one.
    static let firstSpaceInSeparated = SQL.forDialect(
        sqlite: "instr(separated, ' ')", postgres: "strpos(separated, ' ')")
}

// The search index's tables.
extension SQL {
    /// Names for substring search. PostgreSQL uses a trigram index; SQLite uses an FTS5 table.
    static let searchParts = SQL.forDialect(
        sqlite: """
            CREATE VIRTUAL TABLE search_parts USING fts5(
                person UNINDEXED, username UNINDEXED, names, tokenize = 'trigram', columnsize = 0)
            """,
        postgres: """
            CREATE TABLE search_parts (
                person BYTEA NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
                username TEXT COLLATE "C" NOT NULL,
                names TEXT COLLATE "C" NOT NULL)
            """)
    static let searchPartsByTrigram = SQL.forDialect(
        sqlite: .empty,
        postgres: "CREATE INDEX search_parts_by_trigram ON search_parts USING gin (names gin_trgm_ops)")
    static let searchRows = SQL.forDialect(
        sqlite: """
            CREATE TABLE search_rows (
                person BLOB NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
                position INTEGER NOT NULL UNIQUE
            ) STRICT, WITHOUT ROWID
            """,
        postgres: .empty)
}

extension Connection {
    /// Adds a person to the substring index. SQLite's FTS5 table has no key but the row id, so `search_rows` maps
    /// people to row ids.
    func insertSearchParts(_ names: String, of person: Person.ID, username: String) throws {
        try send(
            "INSERT INTO search_parts (person, username, names) VALUES (\(person), \(username), \(names))")
        guard dialect == .sqlite else { return }
        try send("INSERT INTO search_rows (person, position) VALUES (\(person), last_insert_rowid())")
    }

    func deleteSearchParts(of person: Person.ID) throws {
        switch dialect {
        case .sqlite:
            try send(
                "DELETE FROM search_parts WHERE rowid = (SELECT position FROM search_rows WHERE person = \(person))"
            )
            try send("DELETE FROM search_rows WHERE person = \(person)")
        case .postgres:
            try send("DELETE FROM search_parts WHERE person = \(person)")
        }
    }
}

extension SQL {
    /// - Parameter people: a query of people.
    static func deletingSearchParts(of people: SQL) -> SQL {
        .forDialect(
            sqlite: """
                DELETE FROM search_parts
                WHERE rowid IN (SELECT position FROM search_rows WHERE person IN (\(people)))
                """,
            postgres: "DELETE FROM search_parts WHERE person IN (\(people))")
    }

    /// - Parameter people: a query of people.
    static func deletingSearchRows(of people: SQL) -> SQL {
        .forDialect(sqlite: "DELETE FROM search_rows WHERE person IN (\(people))", postgres: .empty)
    }
}

// MARK: - Storage

extension SQL {
    /// The size of a row of `workout_details`, in bytes.
    static let detailBytes = SQL.forDialect(
        sqlite: "length(CAST(body AS BLOB))", postgres: "octet_length(body)")
}

// MARK: - Limits shared by several servers

extension SQL {
    static let limitUses = SQL.forDialect(
        sqlite: .empty,
        postgres: """
            CREATE UNLOGGED TABLE limit_uses (
                name TEXT COLLATE "C" NOT NULL,
                caller BYTEA NOT NULL,
                until BIGINT NOT NULL,
                changed_at BIGINT NOT NULL,
                PRIMARY KEY (name, caller))
            """)
    static let limitUsesByChange = SQL.forDialect(
        sqlite: .empty, postgres: "CREATE INDEX limit_uses_by_change ON limit_uses (changed_at)")
}

// MARK: - Tables

extension EngineFeature {
    /// The tables of all features that exist in the database.
    static func tables(in database: any Database) -> [StoredTable] {
        all.flatMap(\.tables).filter { $0.databases.contains(database.dialect) }
    }
}
