import Foundation

/// The address of a PostgreSQL database, and limits for using it.
///
/// ```swift
/// var options = PostgresOptions(address: "postgres://paceline@db.example/paceline?sslmode=verify-full")
/// options.connections = 16
/// ```
public struct PostgresOptions: Sendable {
    /// The address in libpq's format: `postgres://user:password@host:port/database?sslmode=verify-full`.
    public var address: String
    /// The maximum number of connections, at least 1. Each runs one transaction at a time and opens on first use.
    public var connections: Int
    /// How many transactions may wait for a connection. Further ones fail with ``DatabaseError/busy``.
    public var queueCapacity: Int
    /// The maximum duration of a statement. A write that conflicts with others is retried for as long.
    public var statementTimeout: Duration
    /// How long a statement waits for a lock.
    public var lockTimeout: Duration
    /// How many prepared statements each connection caches.
    public var preparedStatements: Int

    /// The default number of connections: four for each processor, since transactions also wait for the disk, and at
    /// least eight.
    public static let defaultConnections = max(8, 4 * ProcessInfo.processInfo.activeProcessorCount)

    /// Creates options. The parameters are documented at the properties of the same name.
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
