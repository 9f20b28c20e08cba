import Foundation
import GRDB

/// SQLite in a file, or in memory: a server on one machine, and the database inside an app.
///
/// Readers work beside the writer on their own connections (WAL). Writes are committed in groups and are durable
/// when they return: they survive the loss of power.
public final class SQLiteDatabase: Database {
    let writer: SQLiteQueue
    private let groupCommit: GroupCommit
    let checkpointer: Checkpointer?
    private let changeListeners: ChangeListeners
    let readers: ReaderPool

    /// ``Dialect/sqlite``.
    public var dialect: Dialect { .sqlite }

    /// As many reads at once as there are processors, and at least four: reads also wait for the disk.
    public static let defaultReaderCount = max(4, ProcessInfo.processInfo.activeProcessorCount)

    /// Opens a file, and makes it when there is none, readable by its owner only.
    ///
    /// - Parameters:
    ///   - path: where the file is; the folder is made, too.
    ///   - readerCount: how many reads may go on at once.
    /// - Throws: ``DatabaseError/unavailable(_:)`` when the file cannot be made, opened, or made durable.
    public convenience init(path: String, readerCount: Int = SQLiteDatabase.defaultReaderCount) throws {
        try Self.createFile(at: path)
        let writer = try Self.open(path)
        let readers = try (0..<max(1, readerCount)).map { _ in
            SQLiteQueue(try Self.open(path, isReader: true))
        }
        try self.init(
            writer: SQLiteQueue(writer), checkpointer: Checkpointer(of: path, writer: writer),
            readers: ReaderPool(readers, isShared: false))
    }

    /// A database that lives as long as this value. Reads and writes take turns.
    public static func inMemory() throws -> SQLiteDatabase {
        let queue = SQLiteQueue(try open(nil))
        return try SQLiteDatabase(
            writer: queue, checkpointer: nil, readers: ReaderPool([queue], isShared: true))
    }

    private init(writer: SQLiteQueue, checkpointer: Checkpointer?, readers: ReaderPool) throws {
        self.writer = writer
        self.checkpointer = checkpointer
        changeListeners = ChangeListeners()
        groupCommit = GroupCommit(writer, checkpointer, changeListeners)
        self.readers = readers
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
