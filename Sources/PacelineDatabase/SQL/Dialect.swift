/// The SQL that a database speaks.
public enum Dialect: Sendable {
    case sqlite, postgres
}

extension SQL {
    /// What the two databases say differently, side by side.
    public static func forDialect(sqlite: SQL, postgres: SQL) -> SQL {
        SQL(sqlite: sqlite.sqlite, postgres: postgres.form(for: .postgres))
    }

    /// Ends a query that takes hold of the rows of the table that it finds, as ``Connection/hold(_:)`` does.
    public static func holding(_ table: SQL) -> SQL {
        .forDialect(sqlite: .empty, postgres: "FOR NO KEY UPDATE OF \(table)")
    }

    /// Ends the definition of a table, and makes its columns hold only what they are declared to hold.
    public static let strict = SQL.forDialect(sqlite: " STRICT", postgres: "")

    /// Ends the definition of a strict table that is stored in the order of its primary key.
    public static let strictByPrimaryKey = SQL.forDialect(sqlite: " STRICT, WITHOUT ROWID", postgres: "")
}
