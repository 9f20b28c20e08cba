/// A database of either kind. Values come out of transactions and nothing else does.
public protocol Database: Sendable {
    var dialect: Dialect { get }

    /// Reads one consistent state.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Changes the database in one transaction, and returns when that is durable. When the body throws, nothing of
    /// it has happened.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Applies what has not been applied yet, each in a transaction of its own.
    /// - Throws: ``DatabaseError/unknownMigration(_:)`` when the database knows more than this program.
    func migrate(_ migrations: [Migration]) async throws

    func close() async throws
}

/// A connection inside a transaction.
public protocol Connection: AnyObject {
    var dialect: Dialect { get }

    /// Every row of the result, in order.
    func fetch<Value>(_ sql: SQL, _ decode: (any Row) throws -> Value) throws -> [Value]

    /// The first row of the result; the rest is not computed.
    func fetchFirst<Value>(_ sql: SQL, _ decode: (any Row) throws -> Value) throws -> Value?

    /// - Returns: how many rows were changed.
    @discardableResult
    func execute(_ sql: SQL) throws -> Int
}

extension Connection {
    /// Whether the result has a row.
    public func exists(_ sql: SQL) throws -> Bool {
        try fetchFirst(sql) { _ in true } ?? false
    }
}

/// One named step of the schema. Steps only go forward, and never change once they have been released.
public struct Migration: Sendable {
    public let name: String
    public let statements: [SQL]

    public init(_ name: String, _ statements: [SQL]) {
        self.name = name
        self.statements = statements
    }
}

extension Connection {
    /// The migrations that the database has not had, in order.
    func missing(of migrations: [Migration]) throws -> [Migration] {
        try execute(
            "CREATE TABLE IF NOT EXISTS migrations (position \(type: .sequence), name \(type: .text) NOT NULL UNIQUE)"
        )
        let applied = try fetch("SELECT name FROM migrations ORDER BY position") { $0[0] as String }
        if let unknown = applied.first(where: { name in !migrations.contains { $0.name == name } }) {
            throw DatabaseError.unknownMigration(unknown)
        }
        return migrations.filter { !applied.contains($0.name) }
    }

    func apply(_ migration: Migration) throws {
        for statement in migration.statements { try execute(statement) }
        try execute("INSERT INTO migrations (name) VALUES (\(migration.name))")
    }
}
