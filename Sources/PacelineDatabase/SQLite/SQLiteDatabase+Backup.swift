import Foundation
import GRDB
import Synchronization

extension SQLiteDatabase {
    /// Copies the database as it is at one moment into a new file, while it stays in use.
    ///
    /// The file appears when it is complete, readable by its owner only. Open it as a database to go back to it.
    ///
    /// - Parameters:
    ///   - path: where the copy goes; nothing may be there.
    ///   - progress: told now and then how much is done, from 0 to 1.
    /// - Throws: ``DatabaseError``, or `CancellationError` when the task is cancelled meanwhile; nothing is left then.
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

    private final class Cancellation: Sendable {
        let isRequested = Atomic(false)
    }
}

extension SQLiteConnection {
    /// 16 MB: small beside the whole, large beside the cost of asking.
    private static let pagesPerStep: Int32 = 4096

    fileprivate func copy(to path: String, progress: @escaping (Double) throws -> Void) throws {
        // The moment is that of the first read. Without one each step would have its own, and begin anew after a write.
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

/// A file that appears under its name only when it is complete.
private struct BackupFile {
    let path: String
    private var partialPath: String { path + ".partial" }

    func fill(_ write: (String) throws -> Void) throws {
        let files = FileManager.default
        guard !files.fileExists(atPath: path) else {
            throw DatabaseError.unavailable("\(path) exists already; a backup replaces nothing.")
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

    /// Also one that was left behind when the power failed.
    private func removePartial() throws {
        guard FileManager.default.fileExists(atPath: partialPath) else { return }
        try FileManager.default.removeItem(atPath: partialPath)
    }
}
