import Paceline
import PacelineDatabase

// What is said to SQLite and to PostgreSQL differently, each thing under the name of what it is for. Nothing else of the
// engine knows which of the two it talks to; what only one of them can do, `Connection` says.

// MARK: - The log

extension SQL {
    /// The columns of a position. SQLite's events are ordered by their number alone.
    static let logPosition = SQL.forDialect(sqlite: "0, sequence", postgres: "tx, sequence")
    static let logOrder = SQL.forDialect(sqlite: "sequence", postgres: "tx, sequence")
    static let logOrderBackwards = SQL.forDialect(sqlite: "sequence DESC", postgres: "tx DESC, sequence DESC")
    /// The transaction of a position.
    static let logTransaction = SQL.forDialect(sqlite: "0", postgres: "tx")
    /// What a position is compared with, as one value.
    static let logOrderColumns = SQL.forDialect(sqlite: "(0, sequence)", postgres: "(tx, sequence)")

    /// Whether the row of `events` is behind the position, and nothing can appear before it any more.
    static func isLogged(after start: LogPosition) -> SQL {
        .forDialect(
            sqlite: "sequence > \(start.sequence)",
            postgres: """
                (tx, sequence) > (\(start.transaction), \(start.sequence)) AND tx < \(logHorizon)
                """)
    }

    /// Whether the row of `events` is not behind the position.
    static func isLogged(upTo end: LogPosition) -> SQL {
        .forDialect(
            sqlite: "sequence <= \(end.sequence)",
            postgres: "(tx, sequence) <= (\(end.transaction), \(end.sequence))")
    }

    /// Whether the rows of `parked_events` and `events` are of one event.
    static let isSameEvent = SQL.forDialect(
        sqlite: "parked_events.sequence = events.sequence",
        postgres: "parked_events.sequence = events.sequence AND parked_events.tx = events.tx")

    /// Whether the row of `events` cannot be read yet, because something that began before it has not ended.
    static let isPastLogHorizon = SQL.forDialect(sqlite: "1 = 0", postgres: "tx >= \(logHorizon)")

    /// What orders events so that nothing can appear before the ``logMark``: SQLite ends transactions in the order in
    /// which they log, PostgreSQL does not.
    static let logMarkColumn = SQL.forDialect(sqlite: "sequence", postgres: "tx")
    static let logMark = SQL.forDialect(
        sqlite: "COALESCE((SELECT MAX(sequence) FROM events), \(logBeginning)) + 1", postgres: logHorizon)

    /// The first transaction that has not ended, on PostgreSQL.
    private static let logHorizon: SQL =
        "(pg_snapshot_xmin(pg_current_snapshot())::text::bigint + log_offset())"

    /// Which database this is. A file that was copied does not know. PostgreSQL's tables are others after a dump was
    /// restored, and its timeline is another one after it went back to an archived state or a standby took over.
    static let logOrigin = SQL.forDialect(
        sqlite: "'file'",
        postgres: """
            (SELECT concat_ws('/', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
                (SELECT oid FROM pg_database WHERE datname = current_database()), 'events'::regclass::oid)
            FROM pg_control_system())
            """)
}

// A log that was written elsewhere.
extension Connection {
    /// Has new events stand behind those of a log that was written on another PostgreSQL, whose transactions had higher
    /// numbers: one that was restored from a dump, or copied.
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
    /// Has the next event get the number after the last one. SQLite sees to that by itself.
    static let continuingEventNumbers = SQL.forDialect(
        sqlite: "SELECT 1",
        postgres: """
            SELECT setval(pg_get_serial_sequence('events', 'sequence'), MAX(sequence))
            FROM events
            HAVING MAX(sequence) IS NOT NULL
            """)
}

// The tables of the log.
extension SQL {
    /// What the number of PostgreSQL's transactions is counted from in a community that was brought from elsewhere.
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
    /// How many they are. Needs `items`.
    static let sql = SQL.forDialect(
        sqlite: """
            CASE items.kudos_count
                WHEN 0 THEN (SELECT COUNT(*) FROM kudos WHERE item = items.id)
                ELSE items.kudos_count
            END
            """,
        postgres: "items.kudos_count")

    /// Whether it is worth looking for kudos at all. Needs `items`.
    static let mayBeSome = SQL.forDialect(sqlite: "1", postgres: "items.kudos_count > 0")

    /// The value of `items.kudos_count` for that many kudos.
    static func kept(_ count: SQL) -> SQL {
        .forDialect(
            sqlite: kept(count, byOneWriter: true), postgres: kept(count, byOneWriter: false))
    }
}

// MARK: - Search

extension SQL {
    /// Whether the row of `search_parts` holds the text, of three letters or more.
    static func holdsPart(_ text: String) -> SQL {
        let phrase = "\"" + text.replacing("\"", with: "\"\"") + "\""
        let escaped = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%")
            .replacing("_", with: "\\_")
        return .forDialect(sqlite: "search_parts MATCH \(phrase)", postgres: "names LIKE \("%\(escaped)%")")
    }
}

// Its tables.
extension SQL {
    /// The names by what they hold. PostgreSQL has an index for that; SQLite has a table of its own kind.
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
    /// Inserts into the index by which parts of names are found. SQLite's has no key but its row numbers, which are kept
    /// beside it.
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

// MARK: - What several servers share

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
    /// The tables of every feature that the database has.
    static func tables(in database: any Database) -> [StoredTable] {
        all.flatMap(\.tables).filter { $0.databases.contains(database.dialect) }
    }
}
