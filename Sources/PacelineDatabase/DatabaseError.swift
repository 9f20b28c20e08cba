/// What a database can fail at, in words that do not depend on which one it is.
public enum DatabaseError: Error, Sendable, Equatable {
    /// A row with these values exists already.
    case unique(table: String, columns: [String])
    case foreignKey
    case check(String)
    case notNull(String)
    /// Another process holds the database for longer than we wait.
    case busy
    /// The disk, or the size that the database may have, is used up. Nothing was changed.
    case full
    /// The database cannot be read or written.
    case unavailable(String)
    case decoding(column: Int, expected: String, found: String)
    /// The database was made by a newer program.
    case unknownMigration(String)
    case sql(String)
}
