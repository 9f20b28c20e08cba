import GRDB

/// One of SQLite's connections with the statements that it has prepared, for one thread at a time.
final class SQLiteQueue: Sendable {
    let queue: DatabaseQueue
    private let statements = SQLiteStatementCache()

    init(_ queue: DatabaseQueue) {
        self.queue = queue
    }

    /// Runs the body on the thread that calls, when nobody else has the connection any more.
    func run<Value>(
        _ access: SQLiteConnection.Access, _ body: (SQLiteConnection) throws -> Value
    ) rethrows -> Value {
        try queue.writeWithoutTransaction { try body(SQLiteConnection($0, statements, access)) }
    }

    /// Runs the body later, on a thread of the queue's own.
    func runLater(_ body: @escaping @Sendable (GRDB.Database, SQLiteStatementCache) -> Void) {
        queue.asyncWriteWithoutTransaction { [statements] in body($0, statements) }
    }

    func close() throws {
        queue.writeWithoutTransaction { _ in statements.removeAll() }
        try queue.close()
    }
}
