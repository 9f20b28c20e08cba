import PacelineDatabase

/// A PostgreSQL database, for communities that need more than one server.
///
/// Writes are serializable: their effect is as if they had run one at a time. A write that conflicts with another is
/// retried, so its only side effects must go through its connection.
///
/// ```swift
/// let database = try PostgresDatabase(address: "postgres://paceline@127.0.0.1/paceline")
/// try await database.migrate(migrations)
/// ```
public final class PostgresDatabase: Database {
    let options: PostgresOptions
    private let pool: ConnectionPool
    private let notifier: PostgresNotifier

    /// ``Dialect/postgres``.
    public var dialect: Dialect { .postgres }

    /// Creates a database with these options. Connections open on first use.
    ///
    /// - Throws: ``DatabaseError/unavailable(_:)`` if the address is invalid.
    public init(_ options: PostgresOptions) throws {
        try PostgresWire.check(options.address)
        self.options = options
        pool = ConnectionPool(options)
        notifier = PostgresNotifier(options)
    }

    /// Creates a database with default options.
    ///
    /// - Parameter address: such as `postgres://paceline@127.0.0.1/paceline`.
    /// - Throws: ``DatabaseError/unavailable(_:)`` if the address is invalid.
    public convenience init(address: String) throws {
        try self.init(PostgresOptions(address: address))
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await pool.run { connection in try connection.read(body, cancellation: cancellation) }
        } onCancel: {
            cancellation.request()
        }
    }

    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await pool.run { [notifier] connection in
            try connection.write(body) { notifier.notify() }
        }
    }

    public func changes() -> AsyncStream<Void> {
        notifier.listen()
    }

    public func close() async throws {
        await pool.close()
        await notifier.close()
    }
}
