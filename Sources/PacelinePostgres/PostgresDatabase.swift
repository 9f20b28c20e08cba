import PacelineDatabase

/// PostgreSQL: the database of a community that one machine does not carry, or that several servers share.
///
/// Writes are serializable: their outcome is that of one after the other. A write that collides with another is run
/// again, so its body must not do anything but read and write through its connection.
public final class PostgresDatabase: Database {
    let options: PostgresOptions
    private let pool: ConnectionPool
    private let notifier: PostgresNotifier

    /// ``Dialect/postgres``.
    public var dialect: Dialect { .postgres }

    /// Makes a database of the server at the address. Connections are opened when they are needed.
    ///
    /// - Throws: ``DatabaseError/unavailable(_:)`` when the address cannot be understood.
    public init(_ options: PostgresOptions) throws {
        try PostgresWire.check(options.address)
        self.options = options
        pool = ConnectionPool(options)
        notifier = PostgresNotifier(options)
    }

    /// Makes a database of the server at the address, such as `postgres://paceline@127.0.0.1/paceline`.
    public convenience init(address: String) throws {
        try self.init(PostgresOptions(address: address))
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await pool.run { connection in try connection.read(body, until: cancellation) }
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
