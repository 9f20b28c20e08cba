import GRDB

/// A SQLite connection with its prepared statements, used by one thread at a time.
final class SQLiteQueue: Sendable {
    let queue: DatabaseQueue
    private let statements = SQLiteStatementCache()

    init(_ queue: DatabaseQueue) {
        self.queue = queue
    }

    /// Runs the body on the calling thread, after waiting for exclusive use of the connection.
    func run<Value>(
        _ access: SQLiteConnection.Access, _ body: (SQLiteConnection) throws -> Value
    ) rethrows -> Value {
        try queue.writeWithoutTransaction { try body(SQLiteConnection($0, statements, access)) }
    }

    /// Schedules the body on the queue's own thread.
    func runLater(_ body: @escaping @Sendable (GRDB.Database, SQLiteStatementCache) -> Void) {
        queue.asyncWriteWithoutTransaction { [statements] in body($0, statements) }
    }

    func close() throws {
        queue.writeWithoutTransaction { _ in statements.removeAll() }
        try queue.close()
    }
}
