/// A database of either kind. Values come out of transactions, and nothing else does.
public protocol Database: Sendable {
    /// The SQL that this database speaks.
    var dialect: Dialect { get }

    /// Reads one consistent state; what others write meanwhile is not seen.
    ///
    /// A database that is near does so on the thread that asks, which runs tasks: `body` reads a page, and waits for
    /// nothing else. What takes longer is for ``readInBackground(_:)``.
    ///
    /// - Throws: what `body` throws, unchanged; ``DatabaseError`` when the database fails; `CancellationError` when
    ///   the task was cancelled before `body` began.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Reads one consistent state, however long that takes, on a thread that runs no tasks.
    ///
    /// - Throws: as ``read(_:)`` does.
    func readInBackground<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Changes the database in one transaction, and returns when that is durable.
    ///
    /// `body` may be run more than once, when other writes were in the way: all that it does goes through its
    /// connection. When this throws, nothing of the write has happened, unless it is
    /// ``DatabaseError/outcomeUnknown``. A write that has begun is finished even when its task is
    /// cancelled meanwhile: its caller could not tell otherwise what became of it.
    ///
    /// - Throws: what `body` throws, unchanged; ``DatabaseError`` when the database fails; `CancellationError` when
    ///   the task was cancelled before `body` began.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Applies those migrations that the database has not had, in order, each in a transaction of its own.
    ///
    /// - Throws: ``DatabaseError/unknownMigration(_:)`` when the database has had one that is not among them;
    ///   ``DatabaseError/unavailable(_:)`` when it has had such ones without the first of them.
    func migrate(_ migrations: [Migration]) async throws

    /// Tells when there may be more to see: an element for one or more writes that announced themselves, on this or
    /// another server of the same database.
    ///
    /// It says when to look, not what there is. While the database is away nothing is told, so whoever must miss
    /// nothing also looks now and then. The stream ends when the database is closed.
    func changes() -> AsyncStream<Void>

    /// Returns when the database has answered a trivial question.
    func ping() async throws

    /// Finishes what was asked for and lets go of the connections. Whatever is asked afterwards is refused.
    func close() async throws
}

extension Database {
    /// A database that is elsewhere has threads for all reads.
    public func readInBackground<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await read(body)
    }

    public func ping() async throws {
        _ = try await read { try $0.exists("SELECT 1") }
    }
}
