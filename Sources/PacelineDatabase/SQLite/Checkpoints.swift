import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Brings what the log holds into the file, beside the writer. Unless it is told otherwise SQLite does so within a
/// commit, and everybody who writes waits for the file's pages as well.
final class Checkpoints: Sendable {
    /// As many pages as SQLite itself lets come together.
    private static let interval = 1_000
    /// Pages (64 MB) at which the log has to begin anew, which takes a moment in which nothing is written.
    private static let longestLog = 16_384

    private let path: String
    private let writer: DatabaseQueue
    private let queue = DispatchQueue(label: "paceline.checkpoints")
    private let isUnderWay = Atomic(false)

    /// - Throws: ``DatabaseError`` when SQLite would go on doing it by itself.
    init(of path: String, writer: DatabaseQueue) throws {
        self.path = path
        self.writer = writer
        try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    }

    /// Begins one when enough was written since the last one; for the writer, after each commit.
    func follow(_ database: GRDB.Database) {
        guard database.pagesWritten(startingAnew: false) >= Self.interval,
            !isUnderWay.exchange(true, ordering: .acquiringAndReleasing)
        else { return }
        database.pagesWritten(startingAnew: true)
        queue.async { [self] in
            guard logLength() >= Self.longestLog else { return end() }
            // Most of it is in the file already; what came meanwhile is not much.
            writer.asyncWriteWithoutTransaction { [self] database in
                _ = try? database.checkpoint()
                end()
            }
        }
    }

    /// Returns when none is under way.
    func finish() {
        queue.sync {}
    }

    /// Pages in the log, after a checkpoint. One that fails loses nothing, since the log has it all; the next one tries
    /// again.
    private func logLength() -> Int {
        guard let connection = try? SQLiteDatabase.open(path) else { return 0 }
        return (try? connection.writeWithoutTransaction { try $0.checkpoint().walFrameCount }) ?? 0
    }

    private func end() {
        isUnderWay.store(false, ordering: .releasing)
    }
}

extension GRDB.Database {
    @discardableResult
    fileprivate func pagesWritten(startingAnew: Bool) -> Int {
        var count: Int32 = 0
        var highest: Int32 = 0
        sqlite3_db_status(
            sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, startingAnew ? 1 : 0)
        return Int(count)
    }
}
