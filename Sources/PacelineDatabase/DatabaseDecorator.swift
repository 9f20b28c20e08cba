/// A database that wraps another one, for example to measure it or to inject failures. All reads, including background
/// reads, go through ``read(_:)``.
package protocol DatabaseDecorator: Database {
    /// The wrapped database.
    var database: any Database { get }
}

extension DatabaseDecorator {
    package var dialect: Dialect { database.dialect }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await database.read(body)
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await database.write(body)
    }

    package func migrate(_ migrations: [Migration]) async throws { try await database.migrate(migrations) }
    package func changes() -> AsyncStream<Void> { database.changes() }
    package func freeDiskBytes() -> Int64? { database.freeDiskBytes() }
    package func close() async throws { try await database.close() }
}
