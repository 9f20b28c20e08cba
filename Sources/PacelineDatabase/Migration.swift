import Foundation

/// A named schema change. Migrations only go forward, and never change once released.
///
/// ```swift
/// Migration("cities", ["CREATE TABLE cities (name \(type: .text) PRIMARY KEY NOT NULL)\(.strict)"])
/// ```
public struct Migration: Sendable {
    /// The unique name under which the database records the migration.
    public let name: String
    /// The statements, which run in order and in one transaction.
    public let statements: [SQL]

    /// Creates a migration that runs the statements in order.
    public init(_ name: String, _ statements: [SQL]) {
        self.name = name
        self.statements = statements
    }
}

extension Database {
    public func migrate(_ migrations: [Migration]) async throws {
        try await apply(migrations)
    }

    /// Applies pending migrations, each in its own transaction.
    package func apply(_ migrations: [Migration]) async throws {
        let known = migrations.map(\.name)
        try await write { try $0.rejectUnknownMigrations(known: known) }
        for migration in migrations {
            try await write { try $0.applyOnce(migration, at: Date()) }
        }
    }
}

extension Connection {
    /// Rejects a database that a newer program has migrated, or that another program created: it has migrations, but
    /// not the first one.
    fileprivate func rejectUnknownMigrations(known: [String]) throws {
        try execute(
            """
            CREATE TABLE IF NOT EXISTS migrations (
                name \(type: .text) PRIMARY KEY NOT NULL,
                applied_at \(type: .integer) NOT NULL
            )\(.strict)
            """)
        let applied = try fetch("SELECT name FROM migrations ORDER BY applied_at") { $0[0] as String }
        guard let unknown = applied.first(where: { !known.contains($0) }) else { return }
        guard let first = known.first, applied.contains(first) else {
            throw DatabaseError.unavailable(
                """
                A version of Paceline from before the first release created this database (it has “\(unknown)” but \
                not “\(known.first ?? "")”), so it can't be used. Start with a new database.
                """)
        }
        throw DatabaseError.unknownMigration(unknown)
    }

    /// Checks and applies in one transaction, so that two programs that start together apply the migration once.
    fileprivate func applyOnce(_ migration: Migration, at now: Date) throws {
        guard try !exists("SELECT 1 FROM migrations WHERE name = \(migration.name)") else { return }
        // Creating an index on a large table takes longer than the timeout of requests.
        if dialect == .postgres { try execute("SET LOCAL statement_timeout = 0") }
        for statement in migration.statements where !statement.variant(for: dialect).template.isEmpty {
            try execute(statement)
        }
        // At least a millisecond after the previous one, so that the times show the order.
        let latest = try fetchFirst("SELECT MAX(applied_at) FROM migrations") { $0[0] as Int64? } ?? nil
        let instant = max(Int64(now.timeIntervalSince1970 * 1000), (latest ?? 0) + 1)
        try execute("INSERT INTO migrations (name, applied_at) VALUES (\(migration.name), \(instant))")
    }
}
