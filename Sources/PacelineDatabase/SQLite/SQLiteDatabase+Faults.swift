import GRDB

extension SQLiteDatabase {
    /// Looks for damage of the file. It reads all of it, which takes about a millisecond for each megabyte.
    /// - Throws: ``DatabaseError/damaged(_:)`` with the first fault.
    package func checkForDamage() async throws {
        let found = try await readInBackground { connection in
            try connection.fetchFirst("PRAGMA quick_check(1)") { $0[0] as String }
        }
        if let found, found != "ok" { throw DatabaseError.damaged(found) }
    }

    /// Moves the write-ahead log into the file, so that later commits overwrite the log instead of extending it: when
    /// the disk is full, this is the only space left. It does what it can, and nothing while others read or write.
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
