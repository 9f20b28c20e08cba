/// What a database can fail at, in words that do not depend on which one it is.
public enum DatabaseError: Error, Sendable, Equatable {
    /// A row that has these columns' values exists already.
    case unique(table: String, columns: [String])
    /// A row refers to one that does not exist, or would be left doing so.
    case foreignKey
    /// A row breaks the check of this name.
    case check(String)
    /// A row lacks a value for this column (`table.column`).
    case notNull(String)
    /// Another process has held the database for longer than we wait.
    case busy
    /// The disk, or the size that the database may have, is used up. Nothing was changed.
    case full
    /// The database cannot be opened, read or written.
    case unavailable(String)
    /// The connection was lost while the write was being made durable: whether it happened is not known.
    case outcomeUnknown
    /// A column held something other than what the program asked for.
    case decoding(column: Int, expected: String, found: String)
    /// The database has had a migration that this program does not know: a newer one has made it.
    case unknownMigration(String)
    /// Anything else that the database says about a statement.
    case sql(message: String)
}

extension DatabaseError {
    /// What work is refused with once the database has been closed.
    package static let closed = DatabaseError.unavailable("The database is closed.")
}
