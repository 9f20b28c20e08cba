import Foundation
import GRDB

/// SQLite in a file, or in memory: a server on one machine, and the database inside an app.
///
/// Readers work beside the writer on their own connections (WAL). Writes are committed in groups, see
/// ``GroupCommit``, and are durable when they return: `synchronous=FULL`.
public final class SQLiteDatabase: Database {
    private let writer: any DatabaseWriter
    private let groupCommit: GroupCommit

    public var dialect: Dialect { .sqlite }

    /// - Parameters:
    ///   - path: the file; it and its folder are made when missing, readable by their owner only.
    ///   - readerCount: how many reads may go on at once.
    public convenience init(path: String, readerCount: Int = 4) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if !FileManager.default.fileExists(atPath: path) {
            let isMade = FileManager.default.createFile(
                atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
            guard isMade else { throw DatabaseError.unavailable("\(path) cannot be created.") }
        }
        var configuration = Self.configuration
        configuration.maximumReaderCount = readerCount
        do {
            try self.init(writer: DatabasePool(path: path, configuration: configuration))
        } catch {
            throw DatabaseError.translated(error)
        }
    }

    /// A database that lives as long as this value.
    public static func inMemory() throws -> SQLiteDatabase {
        do {
            return try SQLiteDatabase(writer: DatabaseQueue(configuration: configuration))
        } catch {
            throw DatabaseError.translated(error)
        }
    }

    private init(writer: any DatabaseWriter) throws {
        self.writer = writer
        groupCommit = GroupCommit(writer)
        // GRDB asks for NORMAL as it opens the pool, which loses the last commits when the power fails.
        try writer.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA temp_store = MEMORY;
                    PRAGMA cache_size = -8192;
                    PRAGMA journal_size_limit = 67108864;
                    """)
        }
        return configuration
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            writer.asyncRead { result in
                continuation.resume(
                    with: Result {
                        try body(SQLiteConnection(try result.get()))
                    }.mapError(DatabaseError.translated))
            }
        }
    }

    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await groupCommit.write(body)
    }

    public func migrate(_ migrations: [Migration]) async throws {
        for migration in try await write({ try $0.missing(of: migrations) }) {
            try await write { try $0.apply(migration) }
        }
    }

    public func close() async throws {
        do {
            try writer.close()
        } catch {
            throw DatabaseError.translated(error)
        }
    }
}

extension SQLiteDatabase {
    /// Copies the whole database as it is at one moment into a new file, while it stays in use.
    /// - Parameter progress: told how much is done, 0 to 1.
    public func backup(to path: String, progress: @escaping @Sendable (Double) -> Void = { _ in })
        async throws
    {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw DatabaseError.unavailable("\(path) exists already; a backup never overwrites.")
        }
        let writer = writer
        try await Task {
            do {
                let destination = try DatabaseQueue(path: path)
                try writer.backup(to: destination, pagesPerStep: 4_096) { step in
                    progress(Double(step.completedPageCount) / Double(max(1, step.totalPageCount)))
                }
                try destination.close()
            } catch {
                throw DatabaseError.translated(error)
            }
        }.value
    }
}
