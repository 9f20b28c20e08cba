import GRDB
import GRDBSQLite

/// A transaction on one of GRDB's connections to SQLite.
///
/// Binds values and reads rows through SQLite's C API, because GRDB's values and rows take several times as long.
final class SQLiteConnection: Connection {
    enum Access {
        case readOnly, readWrite
    }

    let database: GRDB.Database
    private let statements: SQLiteStatementCache
    private let access: Access
    /// Whether each write runs in a savepoint. SQLite then has to copy each page before changing it.
    private let usesSavepoints: Bool
    /// The error with which SQLite rolled back the transaction, or with which a statement such as `COMMIT` failed.
    private var fatalFailure: DatabaseError?
    /// The first error of a statement in the current write or read.
    private var statementFailure: DatabaseError?
    var requirement: (() throws -> Void)?
    /// The number of statements in the current write that changed data.
    private(set) var changingStatements = 0
    /// Whether a write threw after changing data without a savepoint, so that the transaction must not be committed.
    private(set) var needsRollback = false
    /// Whether to notify listeners after the commit.
    private(set) var notifiesListeners = false

    init(
        _ database: GRDB.Database, _ statements: SQLiteStatementCache, _ access: Access,
        usesSavepoints: Bool = false
    ) {
        self.database = database
        self.statements = statements
        self.access = access
        self.usesSavepoints = usesSavepoints
    }

    var dialect: Dialect { .sqlite }

    func beginReadCommitted() {}
    func lockRow(_ row: @autoclosure () -> SQL) {}
    func touchRow(_ row: @autoclosure () -> SQL) {}

    func forEachRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws {
        try run(sql) { columns in
            var row = Row(columns)
            return try body(&row)
        }
    }

    func forEachChangedRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws {
        try forEachRow(of: sql, body)
    }

    func enqueue(_ sql: SQL) throws -> (any PendingQuery)? { nil }

    @discardableResult
    func execute(_ sql: SQL) throws -> Int {
        try run(sql) { _ in .next }
    }

    func send(_ sql: SQL) throws {
        try execute(sql)
    }

    func send(_ insert: SQL, rows: SQLRows, ending: SQL) throws {
        guard !rows.isEmpty else { return }
        try recordingFailure {
            try rows.validate()
            let sql: SQL = "\(insert) VALUES (\(values: rows.first)) \(ending)"
            let statement = try statements.statement(of: sql.variant(for: .sqlite).template, on: database)
            try rows.forEach { try run(statement, binding: $0) { _ in .next } }
        }
    }

    func notifyListeners() {
        notifiesListeners = true
    }

    /// Runs a statement of the transaction's body.
    ///
    /// - Returns: the number of changed rows.
    @discardableResult
    private func run(_ sql: SQL, each: (SQLiteRow) throws -> RowStep) throws -> Int {
        try recordingFailure {
            let variant = sql.variant(for: .sqlite)
            return try run(
                statements.statement(of: variant.template, on: database), binding: variant.values[...],
                each: each)
        }
    }

    @discardableResult
    private func run(
        _ statement: Statement, binding values: ArraySlice<SQLValue>, each: (SQLiteRow) throws -> RowStep
    ) throws -> Int {
        guard !statement.isReadonly else {
            try step(statement, binding: values, each: each)
            return 0
        }
        guard access == .readWrite else {
            throw DatabaseError.writeInRead
        }
        try checkRequirement()
        let handle = database.sqliteConnection
        let before = sqlite3_total_changes(handle)
        defer {
            // SQLite rolls back a statement that fails, but not one whose rows were not read to the end.
            if sqlite3_total_changes(handle) != before { changingStatements += 1 }
        }
        try step(statement, binding: values, each: each)
        // A statement that changes no rows may change the schema, and then sqlite3_changes still has the old count.
        changingStatements += 1
        return sqlite3_total_changes(handle) == before ? 0 : Int(sqlite3_changes(handle))
    }

    /// Runs the body unless a statement has failed already; then throws that error again.
    private func recordingFailure<Value>(_ body: () throws -> Value) throws -> Value {
        if let failure = failure ?? statementFailure { throw failure }
        do {
            return try body()
        } catch let error as DatabaseError {
            // SQLite would continue the transaction, but PostgreSQL does not, and both must behave alike.
            if !error.isDecodingError && statementFailure == nil { statementFailure = error }
            throw error
        }
    }
}

extension DatabaseError {
    /// Whether the statement succeeded and only its result could not be decoded.
    fileprivate var isDecodingError: Bool {
        if case .decoding = self { true } else { false }
    }
}

extension SQLiteConnection {
    /// The error that ended the transaction, if it ended.
    var failure: DatabaseError? {
        if let fatalFailure { return fatalFailure }
        return isInTransaction ? nil : DatabaseError.endedByStatement
    }

    /// Begins a write transaction.
    func begin() throws {
        try control("BEGIN IMMEDIATE")
    }

    /// Commits the transaction durably.
    func commit() throws {
        try control("COMMIT")
    }

    /// Rolls back the transaction after a failure.
    func rollBack() {
        guard isInTransaction else { return }
        do {
            try control("ROLLBACK")
        } catch {
            // The caller throws the first error anyway, and the next transaction will fail to begin.
            assertionFailure("SQLite could not roll back: \(error)")
        }
    }

    /// Runs the body in a read transaction, so that it reads one snapshot.
    func inSnapshot<Value>(_ body: () throws -> Value) throws -> Value {
        try control("BEGIN")
        let outcome = Result { try body() }
        if isInTransaction { try control("COMMIT") }
        defer { (fatalFailure, statementFailure) = (nil, nil) }
        if let failure = fatalFailure ?? statementFailure { throw failure }
        return try outcome.get()
    }

    /// Runs one of several writes in the transaction. If it throws, its changes are rolled back to its savepoint.
    /// Without savepoints, ``needsRollback`` becomes true if it changed data.
    func runWrite<Value>(_ body: () throws -> Value) throws -> Value {
        changingStatements = 0
        defer { statementFailure = nil }
        do {
            if usesSavepoints { try control("SAVEPOINT one_write") }
            let outcome = Result { try body() }
            if let failure = failure ?? statementFailure { throw failure }
            let value = try outcome.get()
            try rejectDanglingReferences()
            if usesSavepoints { try control("RELEASE one_write") }
            return value
        } catch {
            if !usesSavepoints {
                needsRollback = needsRollback || changingStatements > 0
            } else if isInTransaction {
                try control("ROLLBACK TO one_write")
                try control("RELEASE one_write")
            }
            throw error
        }
    }

    func beginSavepoint() throws {
        try control("SAVEPOINT part")
    }

    func releaseSavepoint() throws {
        if let failure = failure ?? statementFailure { throw failure }
        try rejectDanglingReferences()
        try control("RELEASE part")
    }

    func rollBackToSavepoint() throws {
        if let failure { throw failure }
        statementFailure = nil
        try control("ROLLBACK TO part")
        try control("RELEASE part")
    }

    /// Checks deferred foreign keys at the end of each write, so that one write cannot fail the commit of the others.
    private func rejectDanglingReferences() throws {
        var count: Int32 = 0
        var highest: Int32 = 0
        sqlite3_db_status(database.sqliteConnection, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
        if count > 0 { throw DatabaseError.foreignKey }
    }

    private var isInTransaction: Bool { sqlite3_get_autocommit(database.sqliteConnection) == 0 }

    /// Runs a statement that controls the transaction, such as `COMMIT`.
    private func control(_ text: StaticString) throws {
        do {
            try step(statements.statement(of: SQLTemplate(text), on: database), binding: []) { _ in .next }
        } catch let error as DatabaseError {
            fatalFailure = error
            throw error
        }
    }

    private func step(
        _ statement: Statement, binding values: ArraySlice<SQLValue>, each: (SQLiteRow) throws -> RowStep
    ) throws {
        try withExtendedLifetime(statement) {
            do {
                try SQLiteStatementRun(statement.sqliteStatement).execute(values, each)
            } catch let error as DatabaseError {
                if !isInTransaction && fatalFailure == nil { fatalFailure = error }
                throw error
            }
        }
    }
}
