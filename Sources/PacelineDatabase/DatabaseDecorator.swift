/// A database that does something beside what another does, such as to measure it, or to fail on purpose. All reads go
/// through ``read(_:)``, however long they take.
package protocol DatabaseDecorator: Database {
    /// The one that does all else.
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
    package func close() async throws { try await database.close() }
}
