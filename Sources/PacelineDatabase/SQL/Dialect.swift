/// The SQL dialect of a database.
public enum Dialect: Sendable {
    case sqlite, postgres
}

extension Dialect {
    /// Whether each statement costs a round trip, which takes longer than most statements.
    fileprivate var isRemote: Bool { self == .postgres }
    /// Whether writes run one at a time, and so commit in the order in which they began.
    fileprivate var hasOneWriter: Bool { self == .sqlite }
}

extension Connection {
    /// Whether the database supports `LATERAL` joins.
    public var canJoinLaterally: Bool { dialect == .postgres }
    /// Whether the database is remote, so that a round trip costs more than an extra query.
    public var isRemote: Bool { dialect.isRemote }
    /// Whether writes run one at a time, and so commit in the order in which they began.
    public var hasOneWriter: Bool { dialect.hasOneWriter }
}

extension Database {
    /// Whether the database is remote, so that several servers may share it.
    public var isRemote: Bool { dialect.isRemote }
    /// Whether writes run one at a time, and so commit in the order in which they began.
    public var hasOneWriter: Bool { dialect.hasOneWriter }
}

extension SQL {
    /// Creates SQL that differs between the two databases.
    public static func forDialect(sqlite: SQL, postgres: SQL) -> SQL {
        SQL(sqlite: sqlite.sqlite, postgres: postgres.variant(for: .postgres))
    }

    /// The end of a query that locks the rows it finds in the table, like ``Connection/lockRow(_:)``.
    public static func forNoKeyUpdate(of table: SQL) -> SQL {
        .forDialect(sqlite: .empty, postgres: "FOR NO KEY UPDATE OF \(table)")
    }

    /// The end of a query that locks the rows it finds until the transaction ends.
    public static let forUpdate = SQL.forDialect(sqlite: .empty, postgres: "FOR UPDATE")

    /// The end of a primary key that also stores these columns, for index-only scans. Empty on SQLite, whose
    /// `WITHOUT ROWID` tables store whole rows in the key's order.
    public static func including(_ columns: SQL) -> SQL {
        .forDialect(sqlite: .empty, postgres: " INCLUDE (\(columns))")
    }

    /// The end of a table definition whose columns reject values of another type.
    public static let strict = SQL.forDialect(sqlite: " STRICT", postgres: "")

    /// The end of a strict table definition that stores rows in the order of the primary key.
    public static let strictByPrimaryKey = SQL.forDialect(sqlite: " STRICT, WITHOUT ROWID", postgres: "")
}
