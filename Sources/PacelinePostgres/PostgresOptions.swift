import Foundation

/// Where a PostgreSQL is, and how it is used.
public struct PostgresOptions: Sendable {
    /// The address, as libpq reads it: `postgres://user:password@host:port/database?sslmode=verify-full`.
    public var address: String
    /// How many connections there may be, each of which does one thing at a time. They are opened when they are needed.
    public var connections: Int
    /// How many calls may wait for a connection; who comes then is told that the database is busy.
    public var queueCapacity: Int
    /// How long a statement may take.
    public var statementTimeout: Duration
    /// How long a statement waits for others who hold what it needs.
    public var lockTimeout: Duration
    /// How many statements each connection keeps prepared.
    public var preparedStatements: Int

    /// Four for each processor, and at least eight: who waits for the disk uses none, and more of them only take turns.
    public static let defaultConnections = max(8, 4 * ProcessInfo.processInfo.activeProcessorCount)

    /// - Parameters: see the properties of these names.
    public init(
        address: String, connections: Int = PostgresOptions.defaultConnections, queueCapacity: Int = 4096,
        statementTimeout: Duration = .seconds(30), lockTimeout: Duration = .seconds(5),
        preparedStatements: Int = 256
    ) {
        self.address = address
        self.connections = max(1, connections)
        self.queueCapacity = queueCapacity
        self.statementTimeout = statementTimeout
        self.lockTimeout = lockTimeout
        self.preparedStatements = preparedStatements
    }
}
