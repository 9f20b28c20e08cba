import GRDB
import GRDBSQLite

/// The prepared statements of a connection.
///
/// `@unchecked Sendable` because it is used only on the connection's queue.
final class SQLiteStatementCache: @unchecked Sendable {
    private var statements: [SQLTemplate: Statement] = [:]

    /// Returns the cached statement, or prepares a new one.
    ///
    /// - Throws: ``DatabaseError`` if SQLite cannot prepare the text.
    func statement(of template: SQLTemplate, on database: GRDB.Database) throws -> Statement {
        let known = statements[template]
        // A statement is busy if the closure that reads its rows runs the same statement again.
        if let known, sqlite3_stmt_busy(known.sqliteStatement) == 0 { return known }
        do {
            let statement = try database.makeStatement(sql: template.rendered)
            if known == nil { statements[template] = statement }
            return statement
        } catch {
            throw DatabaseError.translated(error)
        }
    }

    /// Finalizes all statements. A connection with open statements cannot be closed.
    func removeAll() {
        statements = [:]
    }
}
