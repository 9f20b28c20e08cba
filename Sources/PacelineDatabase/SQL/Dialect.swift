/// The SQL that a database speaks.
public enum Dialect: Sendable {
    case sqlite, postgres
}

extension Dialect {
    /// Whether the database is elsewhere, where waiting for it costs more than most statements do.
    fileprivate var isRemote: Bool { self == .postgres }
    /// Whether writes run one after the other, each whole, and so are committed in the order in which they began.
    fileprivate var hasOneWriter: Bool { self == .sqlite }
}

extension Connection {
    /// Whether a join may take a few rows of each row that it joins: `LATERAL`.
    public var canJoinLaterally: Bool { dialect == .postgres }
    /// Whether the database is elsewhere: a question more then costs less than a wait more.
    public var isRemote: Bool { dialect.isRemote }
    /// Whether writes run one after the other, each whole, and so are committed in the order in which they began.
    public var hasOneWriter: Bool { dialect.hasOneWriter }
}

extension Database {
    /// Whether the database is elsewhere, where several programs may be at work on it.
    public var isRemote: Bool { dialect.isRemote }
    /// Whether writes run one after the other, each whole, and so are committed in the order in which they began.
    public var hasOneWriter: Bool { dialect.hasOneWriter }
}

extension SQL {
    /// What the two databases say differently, side by side.
    public static func forDialect(sqlite: SQL, postgres: SQL) -> SQL {
        SQL(sqlite: sqlite.sqlite, postgres: postgres.variant(for: .postgres))
    }

    /// Ends a query that takes hold of the rows of the table that it finds, as ``Connection/lockRow(_:)`` does.
    public static func forNoKeyUpdate(of table: SQL) -> SQL {
        .forDialect(sqlite: .empty, postgres: "FOR NO KEY UPDATE OF \(table)")
    }

    /// Ends a query that locks the rows that it finds, so that no one else changes them before this transaction ends.
    public static let forUpdate = SQL.forDialect(sqlite: .empty, postgres: "FOR UPDATE")

    /// Ends a primary key, and keeps columns beside it that are read with it. Where rows are stored in the key's order
    /// they stand there anyway.
    public static func including(_ columns: SQL) -> SQL {
        .forDialect(sqlite: .empty, postgres: " INCLUDE (\(columns))")
    }

    /// Ends the definition of a table, and makes its columns hold only what they are declared to hold.
    public static let strict = SQL.forDialect(sqlite: " STRICT", postgres: "")

    /// Ends the definition of a strict table that is stored in the order of its primary key.
    public static let strictByPrimaryKey = SQL.forDialect(sqlite: " STRICT, WITHOUT ROWID", postgres: "")
}
