import Foundation

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
        let applied = try fetch("SELECT name FROM migrations ORDER BY applied_at, name") { $0[0] as String }
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
        let milliseconds = Int64(now.timeIntervalSince1970 * 1000)
        try execute("INSERT INTO migrations (name, applied_at) VALUES (\(migration.name), \(milliseconds))")
    }
}
