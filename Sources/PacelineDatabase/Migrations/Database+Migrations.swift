import Foundation

extension Database {
    public func migrate(_ migrations: [Migration]) async throws {
        try await apply(migrations)
    }

    /// Applies those that are new, each in a transaction of its own.
    package func apply(_ migrations: [Migration]) async throws {
        let known = migrations.map(\.name)
        try await write { try $0.rejectUnknownMigrations(known: known) }
        for migration in migrations {
            try await write { try $0.applyOnce(migration, at: Date()) }
        }
    }
}

extension Connection {
    /// A database that a newer program has changed may no longer mean what this one believes; one that has had other
    /// migrations without the first never did.
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
                The database was made by a version of Paceline from before its first release (it has had “\(unknown)” \
                but not “\(known.first ?? "")”), and cannot be used. Start with a new database.
                """)
        }
        throw DatabaseError.unknownMigration(unknown)
    }

    /// Looks in the same transaction that applies it, so that two programs which start together apply it once.
    fileprivate func applyOnce(_ migration: Migration, at now: Date) throws {
        guard try !exists("SELECT 1 FROM migrations WHERE name = \(migration.name)") else { return }
        // An index on a large table takes longer than any request may.
        if dialect == .postgres { try execute("SET LOCAL statement_timeout = 0") }
        for statement in migration.statements where !statement.variant(for: dialect).template.isEmpty {
            try execute(statement)
        }
        let milliseconds = Int64(now.timeIntervalSince1970 * 1000)
        try execute("INSERT INTO migrations (name, applied_at) VALUES (\(migration.name), \(milliseconds))")
    }
}
