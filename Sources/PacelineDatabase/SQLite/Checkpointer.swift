import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Brings what the log holds into the file, beside the writer. Unless it is told otherwise SQLite does so within a
/// commit, and everybody who writes waits for the file's pages as well.
final class Checkpointer: Sendable {
    /// As many pages as SQLite itself lets come together.
    private static let pagesPerCheckpoint = 1_000
    /// Pages (16 MB) at which the log has to begin anew, which takes a moment in which nothing is written. Whoever reads a
    /// page looks for it in one table of the log's first 4,062 pages, and in another for each 4,096 more.
    private static let maxLogPages = 4_000

    private let path: String
    private let writer: DatabaseQueue
    private let queue = DispatchQueue(label: "paceline.checkpointer")
    private let isRunning = Atomic(false)

    /// - Throws: ``DatabaseError`` when SQLite would go on doing it by itself.
    init(of path: String, writer: DatabaseQueue) throws {
        self.path = path
        self.writer = writer
        try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    }

    /// Begins one when enough was written since the last one; for the writer, after each commit.
    func checkpointIfNeeded(_ database: GRDB.Database) {
        guard database.pagesWritten(resetting: false) >= Self.pagesPerCheckpoint,
            !isRunning.exchange(true, ordering: .acquiringAndReleasing)
        else { return }
        database.pagesWritten(resetting: true)
        queue.async { [self] in
            guard runCheckpoint() else { return checkpointEnded() }
            writer.asyncWriteWithoutTransaction { [self] database in
                _ = try? database.checkpoint()
                checkpointEnded()
            }
        }
    }

    /// Returns when none is under way.
    func waitUntilIdle() {
        queue.sync {}
    }

    /// Brings the log into the file; when it is too long, nearly all of it. A checkpoint that fails loses nothing, since
    /// the log has it all; the next one tries again.
    ///
    /// - Returns: whether the log is too long.
    private func runCheckpoint() -> Bool {
        guard let connection = try? SQLiteDatabase.open(path) else { return false }
        func checkpoint() -> Int {
            (try? connection.writeWithoutTransaction { try $0.checkpoint().walFrameCount }) ?? 0
        }
        guard checkpoint() >= Self.maxLogPages else { return false }
        // Each brings what was written during the one before, so that ever less is left for the writer.
        for _ in 0..<2 { _ = checkpoint() }
        return true
    }

    private func checkpointEnded() {
        isRunning.store(false, ordering: .releasing)
    }
}

extension GRDB.Database {
    @discardableResult
    fileprivate func pagesWritten(resetting: Bool) -> Int {
        var count: Int32 = 0
        var highest: Int32 = 0
        sqlite3_db_status(
            sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, resetting ? 1 : 0)
        return Int(count)
    }
}
