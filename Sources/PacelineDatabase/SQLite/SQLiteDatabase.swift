import Foundation
import GRDB

/// A SQLite database in a file or in memory, for a single server or inside an app.
///
/// Readers run concurrently with the writer on their own connections (WAL). Writes are committed in groups and are
/// durable when they return: they survive a power failure.
///
/// ```swift
/// let database = try SQLiteDatabase(path: "community.sqlite")
/// try await database.migrate(migrations)
/// ```
public final class SQLiteDatabase: Database {
    let writer: SQLiteQueue
    private let groupCommit: GroupCommit
    let checkpointer: Checkpointer?
    private let changeListeners: ChangeListeners
    let readers: ReaderPool
    let gate: SuspensionGate
    /// The path of the file; nil in memory.
    private let path: String?

    /// ``Dialect/sqlite``.
    public var dialect: Dialect { .sqlite }

    /// Opens a database file. Creates it if it does not exist, readable only by its owner.
    ///
    /// - Parameters:
    ///   - path: the path of the file. Missing folders are created.
    ///   - profile: how much of the machine it uses.
    /// - Throws: ``DatabaseError/unavailable(_:)`` if the file cannot be created, opened, or set to durable commits,
    ///   ``DatabaseError/damaged(_:)`` if it is not a database.
    public convenience init(path: String, profile: SQLiteProfile = .server) throws {
        try Self.createFile(at: path)
        do {
            let writer = try Self.open(path, profile)
            let readers = try (0..<max(1, profile.readerCount)).map { _ in
                SQLiteQueue(try Self.open(path, profile, isReader: true))
            }
            let gate = SuspensionGate()
            try self.init(
                path: path, writer: SQLiteQueue(writer),
                checkpointer: Checkpointer(of: path, profile, writer: writer, gate),
                readers: ReaderPool(readers, isShared: false, gate), gate: gate)
        } catch {
            throw DatabaseError.translated(error)
        }
    }

    /// Creates a database in memory, which lives as long as this value. Reads and writes take turns.
    public static func inMemory(profile: SQLiteProfile = .server) throws -> SQLiteDatabase {
        let queue = SQLiteQueue(try open(nil, profile))
        let gate = SuspensionGate()
        return try SQLiteDatabase(
            path: nil, writer: queue, checkpointer: nil, readers: ReaderPool([queue], isShared: true, gate),
            gate: gate)
    }

    private init(
        path: String?, writer: SQLiteQueue, checkpointer: Checkpointer?, readers: ReaderPool,
        gate: SuspensionGate
    ) throws {
        self.path = path
        self.writer = writer
        self.checkpointer = checkpointer
        changeListeners = ChangeListeners()
        groupCommit = GroupCommit(writer, checkpointer, changeListeners, gate)
        self.readers = readers
        self.gate = gate
        try Self.makeDurable(writer.queue)
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await readers.read(body)
    }

    public func readInBackground<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await readers.readInBackground(body)
    }

    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await groupCommit.write(body)
    }

    public func changes() -> AsyncStream<Void> {
        changeListeners.listen()
    }

    public func freeDiskBytes() -> Int64? {
        guard let path else { return nil }
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return nil }
        return Int64(clamping: disk.f_bavail) * Int64(clamping: disk.f_frsize)
    }

    public func close() async throws {
        await groupCommit.close()
        changeListeners.close()
        do {
            try await readers.close()
            checkpointer?.waitUntilIdle()
            try writer.close()
        } catch {
            throw DatabaseError.translated(error)
        }
    }
}
