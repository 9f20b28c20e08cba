/// An error of either database.
public enum DatabaseError: Error, Sendable, Equatable {
    /// A row with the same values in these columns already exists.
    case unique(table: String, columns: [String])
    /// A row refers to a missing row, or a deleted row is still referred to.
    case foreignKey
    /// A row violates the check constraint of this name.
    case check(String)
    /// A row has no value for this column (`table.column`).
    case notNull(String)
    /// The database stayed locked for longer than the timeout, writes kept conflicting, or the work queue is full.
    /// Retry later.
    case busy
    /// The disk is full, or the database reached its maximum size. Nothing was changed.
    case full
    /// The database cannot be opened, read or written, for this reason.
    case unavailable(String)
    /// The file is not a database, or its content is damaged. SQLite's message says more.
    case damaged(String)
    /// The connection was lost during the commit, so the write may or may not have happened.
    case outcomeUnknown
    /// A column holds a value of a type other than the requested one.
    case decoding(column: Int, expected: String, found: String)
    /// The database has a migration that this program does not know, so a newer version created it.
    case unknownMigration(String)
    /// Any other error of a statement, with the database's message.
    case sql(message: String)
}

extension DatabaseError {
    /// The error of work on a closed database.
    package static let closed = DatabaseError.unavailable("The database is closed.")

    /// The error of work on a suspended database.
    package static let suspended = DatabaseError.unavailable("The database is suspended.")

    /// The error of a write in a read.
    package static let writeInRead = DatabaseError.sql(message: "A read cannot change the database.")

    /// The error of a transaction that one of its statements ended.
    package static let endedByStatement = DatabaseError.sql(
        message: "A statement ended the transaction that it was in.")
}
