import GRDB
import GRDBSQLite

/// The statements that a connection has prepared.
///
/// `@unchecked`: they are touched on the connection's queue alone.
final class SQLiteStatementCache: @unchecked Sendable {
    private var statements: [SQLTemplate: Statement] = [:]

    /// - Throws: ``DatabaseError`` when SQLite does not understand the text.
    func statement(of template: SQLTemplate, on database: GRDB.Database) throws -> Statement {
        let known = statements[template]
        // The closure that reads a statement's rows may run the same statement again.
        if let known, sqlite3_stmt_busy(known.sqliteStatement) == 0 { return known }
        do {
            let statement = try database.makeStatement(sql: template.rendered)
            if known == nil { statements[template] = statement }
            return statement
        } catch {
            throw DatabaseError.translated(error)
        }
    }

    /// To be done before the connection is closed, which statements would keep open.
    func removeAll() {
        statements = [:]
    }
}
