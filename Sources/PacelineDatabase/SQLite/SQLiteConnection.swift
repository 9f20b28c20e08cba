import GRDB
import GRDBSQLite

/// SQLite through GRDB's connections.
///
/// Binding and reading go to SQLite directly: GRDB's own values and rows cost several times what SQLite itself does.
final class SQLiteConnection: Connection {
    enum Access {
        case readOnly, readWrite
    }

    let database: GRDB.Database
    private let statements: SQLiteStatementCache
    private let access: Access
    /// Whether a write that throws is undone by itself. SQLite then has to keep what each of its pages was before.
    private let usesSavepoints: Bool
    /// The failure with which SQLite gave up the transaction, or with which it could not be led any further.
    private var fatalFailure: DatabaseError?
    /// The first failure of a statement in the write or read that goes on.
    private var statementFailure: DatabaseError?
    var requirement: (() throws -> Void)?
    /// How many statements of the write that goes on have changed something.
    private(set) var changingStatements = 0
    /// Whether a write that threw has left something behind, so that nothing of the transaction may be committed.
    private(set) var needsRollback = false
    /// Whether a write has announced itself.
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
    /// - Returns: how many rows it changed.
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
            throw DatabaseError.sql(message: "A read cannot change the database.")
        }
        try checkRequirement()
        let handle = database.sqliteConnection
        let before = sqlite3_total_changes(handle)
        defer {
            // SQLite undoes a statement that fails, but not one whose rows could not be read to the end.
            if sqlite3_total_changes(handle) != before { changingStatements += 1 }
        }
        try step(statement, binding: values, each: each)
        // One that changes no rows may still change a table; SQLite then keeps the count of the statement before.
        changingStatements += 1
        return sqlite3_total_changes(handle) == before ? 0 : Int(sqlite3_changes(handle))
    }

    /// After the first failure no statement runs any more; whoever goes on is told of that one again.
    private func recordingFailure<Value>(_ body: () throws -> Value) throws -> Value {
        if let failure = failure ?? statementFailure { throw failure }
        do {
            return try body()
        } catch let error as DatabaseError {
            // SQLite would let the transaction go on, but not every database does.
            if !error.isDecodingError && statementFailure == nil { statementFailure = error }
            throw error
        }
    }
}

extension DatabaseError {
    /// Whether the statement was in order, and only what it gave was not what the program asked for.
    fileprivate var isDecodingError: Bool {
        if case .decoding = self { true } else { false }
    }
}

extension SQLiteConnection {
    /// Why the transaction cannot go on, when it cannot.
    var failure: DatabaseError? {
        if let fatalFailure { return fatalFailure }
        return isInTransaction ? nil : .sql(message: "A statement ended the transaction that it was in.")
    }

    /// Begins a transaction that may write.
    func begin() throws {
        try control("BEGIN IMMEDIATE")
    }

    /// Makes what was written durable.
    func commit() throws {
        try control("COMMIT")
    }

    /// Undoes what was written; for when something has failed already.
    func rollBack() {
        guard isInTransaction else { return }
        do {
            try control("ROLLBACK")
        } catch {
            // Whoever is told of the first failure needs no second one, and the next transaction will not begin.
            assertionFailure("SQLite could not roll back: \(error)")
        }
    }

    /// Runs the body so that all it reads is of one moment.
    func inSnapshot<Value>(_ body: () throws -> Value) throws -> Value {
        try control("BEGIN")
        let outcome = Result { try body() }
        if isInTransaction { try control("COMMIT") }
        defer { (fatalFailure, statementFailure) = (nil, nil) }
        if let failure = fatalFailure ?? statementFailure { throw failure }
        return try outcome.get()
    }

    /// Runs one write among others of the transaction. When it throws, what it changed is undone and nothing else is;
    /// or, unless the connection undoes each write, the transaction is spoiled if it changed anything.
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

    /// References that are checked at the end of the transaction are checked at the end of each write: the fault of one
    /// must not fail the commit of others.
    private func rejectDanglingReferences() throws {
        var count: Int32 = 0
        var highest: Int32 = 0
        sqlite3_db_status(database.sqliteConnection, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
        if count > 0 { throw DatabaseError.foreignKey }
    }

    private var isInTransaction: Bool { sqlite3_get_autocommit(database.sqliteConnection) == 0 }

    /// Runs a statement that leads the transaction.
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
                try SQLiteStatementRun(statement.sqliteStatement).callAsFunction(values, each)
            } catch let error as DatabaseError {
                if !isInTransaction && fatalFailure == nil { fatalFailure = error }
                throw error
            }
        }
    }
}
