import PacelineDatabase
import PacelineTestSupport
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

private final class MeasuredConnection: ConnectionDecorator {
    let connection: any Connection
    private(set) var cost = DatabaseCost()

    init(_ connection: any Connection) {
        self.connection = connection
    }

    func willRunStatement() { cost.statements += 1 }

    func forEachRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws {
        willRunStatement()
        try connection.forEachRow(of: sql) { row in
            cost.rows += 1
            return try body(&row)
        }
    }

    /// SQLite does not enqueue, but runs the query next, which counts it.
    func enqueue(_ sql: SQL) throws -> (any PendingQuery)? { try connection.enqueue(sql) }
}
