/// A SQLite or PostgreSQL database. All access goes through transactions.
///
/// ```swift
/// let database = try SQLiteDatabase(path: "community.sqlite")
/// try await database.write { try $0.execute("INSERT INTO people (name) VALUES (\(name))") }
/// let names = try await database.read { connection in
///     try connection.fetch("SELECT name FROM people ORDER BY name LIMIT 20") { $0[0] as String }
/// }
/// ```
public protocol Database: Sendable {
    /// The SQL dialect of this database.
    var dialect: Dialect { get }

    /// Reads one consistent snapshot. Concurrent writes are not visible.
    ///
    /// SQLite runs `body` on the calling thread, which belongs to Swift's task pool: `body` should read a page and
    /// never wait for anything else. Use ``readInBackground(_:)`` for longer reads.
    ///
    /// - Throws: any error of `body`, unchanged; ``DatabaseError`` if the database fails; `CancellationError` if the
    ///   task was cancelled before `body` began.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Reads one consistent snapshot on a background thread, for reads that take long.
    ///
    /// - Throws: the errors of ``read(_:)``.
    func readInBackground<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Changes the database in one transaction and returns when it is durable.
    ///
    /// `body` may run more than once if it conflicts with other writes, so its only side effects must go through its
    /// connection. If this throws, the write did not happen, except for ``DatabaseError/outcomeUnknown``. A write that
    /// has begun finishes even if its task is cancelled: otherwise the caller could not know the outcome.
    ///
    /// - Throws: any error of `body`, unchanged; ``DatabaseError`` if the database fails; `CancellationError` if the
    ///   task was cancelled before `body` began.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Applies pending migrations, in order, each in its own transaction.
    ///
    /// - Throws: ``DatabaseError/unknownMigration(_:)`` if a newer program has migrated the database;
    ///   ``DatabaseError/unavailable(_:)`` if it has unknown migrations but not the first of `migrations`.
    func migrate(_ migrations: [Migration]) async throws

    /// Returns a stream that yields after one or more writes called ``Connection/notifyListeners()``, on this server or
    /// on another server of the same database.
    ///
    /// An element means that the database may have changed; it does not say how. Nothing is delivered while the
    /// database is unreachable, so a listener that must not miss a change also polls. The stream ends when the database
    /// closes.
    func changes() -> AsyncStream<Void>

    /// Runs a trivial query, to check that the database responds.
    func ping() async throws

    /// The free space of the disk that the database is on, in bytes; nil if it is unknown: for a database in memory or
    /// on another machine.
    func freeDiskBytes() -> Int64?

    /// Finishes pending work, rejects new work and closes the connections.
    func close() async throws
}

extension Database {
    /// Calls ``read(_:)``. PostgreSQL runs every read on a thread of the connection.
    public func readInBackground<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await read(body)
    }

    public func freeDiskBytes() -> Int64? { nil }

    public func ping() async throws {
        _ = try await read { try $0.exists("SELECT 1") }
    }
}
