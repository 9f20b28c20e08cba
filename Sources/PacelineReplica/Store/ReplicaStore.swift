import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase
import Synchronization

/// A device's store for one person on one server: values from the server, and the commands in the outbox.
///
/// Several processes, such as an app and its extension, may open the same file. All of them read and queue commands;
/// the one with the lease syncs.
package struct ReplicaStore: Sendable {
    let database: SQLiteDatabase
    /// The holder of the lease, if this process takes it.
    let process: UUID
    /// Nil in memory.
    let path: String?
    private let cache = OutboxCache()
    let signOutState = SignOutState()
    let failures = LoadFailures()

    /// Opens the store in a file, and creates the file if it does not exist. Replaces a damaged file: commands and
    /// refusals are kept as far as they can be read, and the truth is loaded anew.
    /// - Throws: ``DatabaseError/unavailable(_:)`` if the file cannot be opened, ``DatabaseError/busy`` while another
    ///   process locks or replaces it, ``DatabaseError/unknownMigration(_:)`` if a newer version of the app made it.
    package static func open(at path: String, process: UUID = .storeProcess()) async throws -> ReplicaStore {
        let damaged = DamagedStore(path: path)
        do {
            // Without a folder there is no store yet, and some file systems have no locks.
            let lock = try await ReplicaFileLock.ifPossible(of: path, for: .shared)
            defer { lock?.release() }
            if damaged.hasReplacement { throw DatabaseError.damaged("The file is being replaced.") }
            return try await openIntact(at: path, process: process)
        } catch DatabaseError.damaged {
            return try await damaged.replace(process: process)
        }
    }

    /// - Throws: ``DatabaseError/damaged(_:)`` for a damaged file, besides the errors of ``open(at:process:)``.
    static func openIntact(at path: String, process: UUID) async throws -> ReplicaStore {
        let database = try SQLiteDatabase(path: path, profile: .device)
        do {
            let store = try await ReplicaStore(database, process: process, path: path)
            try await database.checkForDamage()
            _ = (try await store.outbox(), try await store.refusals())
            // A process that was killed while it replaced the file left it like this.
            if try await store.read({ $0.meta.ending }) == .replaced {
                throw DatabaseError.damaged("The file is being replaced.")
            }
            try await store.beginAnewAfterSignOut()
            do {
                try store.removeDamagedFile(olderThan: DamagedStore.keptFor)
            } catch {
                // The store works nevertheless, and the next opening tries again.
            }
            return store
        } catch {
            try await database.close()
            throw error
        }
    }

    /// Creates a store in memory, for tests and previews.
    package static func inMemory(process: UUID = .storeProcess()) async throws -> ReplicaStore {
        try await ReplicaStore(try SQLiteDatabase.inMemory(profile: .device), process: process)
    }

    /// - Parameters:
    ///   - database: may be shared with other stores, each of which stands for a process.
    ///   - device: the id of a new store.
    ///   - path: the database's file.
    package init(
        _ database: SQLiteDatabase, process: UUID, device: UUID = UUID(), path: String? = nil
    ) async throws {
        self.database = database
        self.process = process
        self.path = path
        try await database.migrate(ReplicaSchema.migrations)
        try await database.write { connection in
            guard try !connection.exists("SELECT 1 FROM meta") else { return }
            try ReplicaMeta(device: device).write(connection)
        }
        try await dropTruthOfOtherVersion()
    }

    package func close() async throws { try await database.close() }

    /// Takes no more locks on the file until ``resume()``. Transactions that have begun finish first; later ones throw
    /// ``DatabaseError/suspended``.
    package func suspend() async { await database.suspend() }

    package func resume() { database.resume() }

    /// A number that changes when another process has written to the file.
    package func dataVersion() async throws -> Int64 { try await database.dataVersion() }
}

extension ReplicaStore {
    /// Removes the truth of another app version, which may lack fields or have another form. Commands stay.
    private func dropTruthOfOtherVersion() async throws {
        guard try await read({ $0.meta.version }) != PacelineVersion.current else { return }
        try await write { transaction in
            try transaction.dropTruth()
            transaction.meta.version = PacelineVersion.current
        }
    }

    /// Changes the store in one transaction. When the disk is full, makes room, and tries once more.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (inout ReplicaTransaction) throws -> Value
    ) async throws -> Value {
        do {
            return try await attemptWrite(body)
        } catch DatabaseError.full {
            await makeRoom()
        } catch is UnreadableTruth {
            try await attemptWrite { try $0.dropTruth() }
        } catch let answer as UnreadableAnswer {
            try await attemptWrite { try $0.forget(answer.key) }
        }
        return try await attemptWrite(body)
    }

    /// Reads the store in one snapshot.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (ReplicaTransaction) throws -> Value
    ) async throws -> Value {
        do {
            return try await attemptRead(body)
        } catch is UnreadableTruth {
            try await write { try $0.dropTruth() }
        } catch let answer as UnreadableAnswer {
            try await forget(answer.key)
        }
        return try await attemptRead(body)
    }

    func attemptWrite<Value: Sendable>(
        _ body: @escaping @Sendable (inout ReplicaTransaction) throws -> Value
    ) async throws -> Value {
        let (value, revision, outbox) = try await namingSignOut {
            try await database.write { [process, cache] connection in
                var transaction = try ReplicaTransaction(connection, process: process, cached: cache.current)
                let value = try body(&transaction)
                try transaction.save()
                return (value, transaction.meta.outboxRevision, transaction.outbox)
            }
        }
        cache.set(revision, outbox)
        return value
    }

    private func attemptRead<Value: Sendable>(
        _ body: @escaping @Sendable (ReplicaTransaction) throws -> Value
    ) async throws -> Value {
        let (value, revision, outbox) = try await namingSignOut {
            try await database.read { [process, cache] connection in
                let transaction = try ReplicaTransaction(connection, process: process, cached: cache.current)
                return (try body(transaction), transaction.meta.outboxRevision, transaction.outbox)
            }
        }
        cache.set(revision, outbox)
        return value
    }
}

/// The outbox as last read, so that commands are decoded once.
private final class OutboxCache: Sendable {
    private let state = Mutex<(revision: Int64, outbox: Outbox)?>(nil)

    var current: (revision: Int64, outbox: Outbox)? { state.withLock { $0 } }

    func set(_ revision: Int64, _ outbox: Outbox) {
        state.withLock { state in
            if state.map({ $0.revision < revision }) ?? true { state = (revision, outbox) }
        }
    }
}
