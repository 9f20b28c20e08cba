import Foundation
import GRDB
import Synchronization

extension SQLiteDatabase {
    /// Copies a snapshot of the database into a new file. Reads and writes continue meanwhile.
    ///
    /// The file appears once it is complete, readable only by its owner. It is an ordinary database file.
    ///
    /// - Parameters:
    ///   - path: the path of the new file. No file may exist there.
    ///   - progress: called repeatedly with the completed fraction, from 0 to 1.
    /// - Throws: ``DatabaseError``, or `CancellationError` if the task is cancelled. Either way no file is left behind.
    public func backup(
        to path: String, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws {
        let cancellation = Cancellation()
        try await withTaskCancellationHandler {
            try await readers.readInBackground { connection in
                try BackupFile(path: path).fill { file in
                    try connection.copy(to: file) { done in
                        if cancellation.isRequested.load(ordering: .relaxed) { throw CancellationError() }
                        progress(done)
                    }
                }
            }
        } onCancel: {
            cancellation.isRequested.store(true, ordering: .relaxed)
        }
    }

    /// Copies the database into a new one in memory. The database must not be in use meanwhile.
    ///
    /// Opening a copy of a community is much cheaper than creating it again.
    /// - Throws: ``DatabaseError``.
    package func copyInMemory(profile: SQLiteProfile = .server) throws -> SQLiteDatabase {
        let copy = try Self.inMemory(profile: profile)
        do {
            try writer.queue.backup(to: copy.writer.queue)
        } catch {
            throw DatabaseError.translated(error)
        }
        return copy
    }

    private final class Cancellation: Sendable {
        let isRequested = Atomic(false)
    }
}

extension SQLiteConnection {
    /// 16 MB: large enough that the cost of a step is negligible.
    private static let pagesPerStep: Int32 = 4096

    fileprivate func copy(to path: String, progress: @escaping (Double) throws -> Void) throws {
        // This read pins the snapshot. Without it every write between two steps would restart the backup.
        _ = try exists("SELECT 1 FROM sqlite_schema")
        do {
            let copy = try DatabaseQueue(path: path)
            try copy.writeWithoutTransaction { destination in
                try database.backup(to: destination, pagesPerStep: Self.pagesPerStep) { step in
                    try progress(Double(step.completedPageCount) / Double(max(1, step.totalPageCount)))
                }
            }
            try copy.close()
        } catch {
            throw DatabaseError.translated(error)
        }
    }
}

/// A file that gets its name only once it is complete.
private struct BackupFile {
    let path: String
    private var partialPath: String { path + ".partial" }

    func fill(_ write: (String) throws -> Void) throws {
        let files = FileManager.default
        guard !files.fileExists(atPath: path) else {
            throw DatabaseError.unavailable("\(path) already exists. A backup never overwrites a file.")
        }
        try removePartial()
        do {
            try SQLiteDatabase.createFile(at: partialPath)
            try write(partialPath)
            try files.moveItem(atPath: partialPath, toPath: path)
        } catch {
            try removePartial()
            throw error
        }
    }

    /// Also removes the remains of a backup that was interrupted by a crash.
    private func removePartial() throws {
        guard FileManager.default.fileExists(atPath: partialPath) else { return }
        try FileManager.default.removeItem(atPath: partialPath)
    }
}
