import CPostgreSQL
import Dispatch
import PacelineDatabase

extension PostgresDatabase {
    /// Applies pending migrations under a lock, so that servers that start together take turns.
    ///
    /// - Throws: ``DatabaseError/unavailable(_:)`` if the extension `pg_trgm` is missing and cannot be created.
    public func migrate(_ migrations: [Migration]) async throws {
        let lock = try await MigrationLock.acquire(options)
        do {
            try await requireTrigrams()
            try await apply(migrations)
        } catch {
            await lock.release()
            throw error
        }
        await lock.release()
    }

    /// Creates the extension whose trigram index finds parts of names.
    private func requireTrigrams() async throws {
        let isInstalled = try await read {
            try $0.exists("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
        }
        guard !isInstalled else { return }
        do {
            try await write { _ = try $0.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm") }
        } catch let DatabaseError.sql(reason) {
            throw DatabaseError.unavailable(
                """
                The database needs PostgreSQL's extension pg_trgm, which can't be created: \(reason). Install \
                PostgreSQL's contrib package on its server, and run CREATE EXTENSION pg_trgm as its administrator.
                """)
        }
    }
}

/// An advisory lock that only one migrating server holds at a time. Closing its connection releases it.
///
/// `@unchecked Sendable` because mutable state is used only on the queue.
private final class MigrationLock: @unchecked Sendable {
    private let queue = DispatchQueue(label: "paceline.postgres.migrations")
    private var handle: OpaquePointer?

    /// Waits for the lock without a timeout.
    static func acquire(_ options: PostgresOptions) async throws -> MigrationLock {
        let lock = MigrationLock()
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            lock.queue.async { continuation.resume(with: Result { try lock.acquire(options) }) }
        }
        return lock
    }

    func release() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                PQfinish(handle)
                handle = nil
                continuation.resume()
            }
        }
    }

    private func acquire(_ options: PostgresOptions) throws {
        do {
            let handle = try PostgresWire.connect(options)
            self.handle = handle
            let result = PQexec(
                handle,
                """
                SET statement_timeout = 0; SET lock_timeout = 0;
                SELECT pg_advisory_lock(hashtextextended('paceline migrations ' || current_schema(), 0))
                """)
            defer { PQclear(result) }
            guard let result, PQresultStatus(result) == PGRES_TUPLES_OK else {
                throw PostgresFailure.lost(String(cString: PQerrorMessage(handle)).trimmingLineEnd)
            }
        } catch let failure as PostgresFailure {
            PQfinish(handle)
            handle = nil
            throw failure.error
        }
    }
}
