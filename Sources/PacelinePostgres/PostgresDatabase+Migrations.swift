import CPostgreSQL
import Dispatch
import PacelineDatabase

extension PostgresDatabase {
    /// Applies those migrations that the database has not had. Servers that start together do so one after the other.
    ///
    /// - Throws: ``DatabaseError/unavailable(_:)`` when the extension `pg_trgm` is missing and cannot be made.
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

    /// Search looks for parts of names in an index of this extension.
    private func requireTrigrams() async throws {
        let isThere = try await read { try $0.exists("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'") }
        guard !isThere else { return }
        do {
            try await write { _ = try $0.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm") }
        } catch let DatabaseError.sql(reason) {
            throw DatabaseError.unavailable(
                """
                The database needs PostgreSQL's extension pg_trgm, which cannot be made: \(reason). Install \
                PostgreSQL's contrib package on its server, and run CREATE EXTENSION pg_trgm as its administrator.
                """)
        }
    }
}

/// The right to change the schema, which one program has at a time. It ends with its connection, whatever happens.
///
/// `@unchecked`: what changes is touched on the queue alone.
private final class MigrationLock: @unchecked Sendable {
    private let queue = DispatchQueue(label: "paceline.postgres.migrations")
    private var handle: OpaquePointer?

    /// Waits for as long as others take.
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
