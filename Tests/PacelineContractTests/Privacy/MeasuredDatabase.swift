import PacelineDatabase
import Synchronization

/// What a database did for a response, which its time depends on.
struct DatabaseCost: Equatable, Sendable {
    var statements = 0
    /// The rows that were read.
    var rows = 0
}

/// A database that counts statements and rows.
final class MeasuredDatabase: DatabaseDecorator {
    let database: any Database
    private let cost = Mutex(DatabaseCost())

    init(_ database: any Database) {
        self.database = database
    }

    /// The cost since the last call.
    func takeCost() -> DatabaseCost {
        cost.withLock { cost in
            defer { cost = DatabaseCost() }
            return cost
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await database.read { try self.measure($0, body) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await database.write { try self.measure($0, body) }
    }

    private func measure<Value>(
        _ connection: any Connection, _ body: (any Connection) throws -> Value
    ) throws -> Value {
        let measured = MeasuredConnection(connection)
        defer {
            cost.withLock {
                $0.statements += measured.cost.statements
                $0.rows += measured.cost.rows
            }
        }
        return try body(measured)
    }
}

private final class MeasuredConnection: Connection {
    private let connection: any Connection
    var cost = DatabaseCost()

    init(_ connection: any Connection) {
        self.connection = connection
    }

    var dialect: Dialect { connection.dialect }
    var changingStatements: Int { connection.changingStatements }

    var requirement: (() throws -> Void)? {
        get { connection.requirement }
        set { connection.requirement = newValue }
    }

    func beginReadCommitted() throws { try connection.beginReadCommitted() }
    func lockRow(_ row: @autoclosure () -> SQL) throws { try connection.lockRow(row()) }
    func touchRow(_ row: @autoclosure () -> SQL) throws { try connection.touchRow(row()) }

    func forEachRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws {
        cost.statements += 1
        try connection.forEachRow(of: sql) { row in
            cost.rows += 1
            return try body(&row)
        }
    }

    func forEachChangedRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws {
        cost.statements += 1
        try connection.forEachChangedRow(of: sql, body)
    }

    func enqueue(_ sql: SQL) throws -> (any PendingQuery)? { try connection.enqueue(sql) }

    func execute(_ sql: SQL) throws -> Int {
        cost.statements += 1
        return try connection.execute(sql)
    }

    func send(_ sql: SQL) throws {
        cost.statements += 1
        try connection.send(sql)
    }

    func send(_ insert: SQL, rows: SQLRows, ending: SQL) throws {
        cost.statements += 1
        try connection.send(insert, rows: rows, ending: ending)
    }

    func beginSavepoint() throws { try connection.beginSavepoint() }
    func releaseSavepoint() throws { try connection.releaseSavepoint() }
    func rollBackToSavepoint() throws { try connection.rollBackToSavepoint() }
    func notifyListeners() { connection.notifyListeners() }
}
