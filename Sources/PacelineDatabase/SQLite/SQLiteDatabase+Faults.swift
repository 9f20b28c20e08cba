import Foundation
import GRDB

extension SQLiteDatabase {
    /// Removes a database that no process has open, with its log, if there is one.
    /// - Throws: ``DatabaseError/unavailable(_:)`` if it cannot be removed.
    package static func removeFile(at path: String) throws(DatabaseError) {
        // It goes first: without it, SQLite discards what is left of the log after a kill.
        try remove(path)
        try removeLog(at: path)
    }

    /// Removes the log of a database that no process has open, if there is one.
    /// - Throws: ``DatabaseError/unavailable(_:)`` if it cannot be removed.
    package static func removeLog(at path: String) throws(DatabaseError) {
        for suffix in ["-wal", "-shm"] { try remove(path + suffix) }
    }

    private static func remove(_ path: String) throws(DatabaseError) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw .unavailable("\(path) cannot be removed: \(error.localizedDescription)")
        }
    }

    /// Looks for damage of the file. It reads all of it, which takes about a millisecond for each megabyte.
    /// - Throws: ``DatabaseError/damaged(_:)`` with the first fault.
    package func checkForDamage() async throws {
        let found = try await readInBackground { connection in
            try connection.fetchFirst("PRAGMA quick_check(1)") { $0[0] as String }
        }
        if let found, found != "ok" { throw DatabaseError.damaged(found) }
    }

    /// Moves the write-ahead log into the file, so that later commits overwrite the log instead of extending it: when
    /// the disk is full, this is the only space left. It waits for other connections for at most the busy timeout, and
    /// leaves the log as it is if one of them still reads it then.
    package func reuseLog() async {
        await withCheckedContinuation { done in
            writer.runLater { [gate] database, _ in
                // A failure leaves the log as it was, and the next commit fails as the last one did.
                if !gate.isSuspended { _ = try? database.checkpoint(.restart) }
                done.resume()
            }
        }
    }
}
