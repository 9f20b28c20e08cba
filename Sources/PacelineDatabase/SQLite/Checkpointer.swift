import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Checkpoints the write-ahead log (WAL) concurrently with the writer. By default SQLite checkpoints during a commit,
/// which makes all writers wait.
final class Checkpointer: Sendable {
    private let path: String
    private let profile: SQLiteProfile
    private let writer: DatabaseQueue
    private let gate: SuspensionGate
    private let queue = DispatchQueue(label: "paceline.checkpointer")
    /// The number of pages written after which a checkpoint runs: SQLite's default, or a quarter of the length at which
    /// the log is reset.
    private let pagesPerCheckpoint: Int
    private let isRunning = Atomic(false)

    /// - Throws: `GRDB.DatabaseError` if SQLite's automatic checkpoints cannot be turned off.
    init(
        of path: String, _ profile: SQLiteProfile, writer: DatabaseQueue,
        _ gate: SuspensionGate = SuspensionGate()
    ) throws {
        self.path = path
        self.profile = profile
        self.writer = writer
        self.gate = gate
        pagesPerCheckpoint = min(1_000, profile.logPages / 4)
        try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    }

    /// Starts a checkpoint if enough pages were written since the last one. The writer calls it after each commit.
    func checkpointIfNeeded(_ database: GRDB.Database) {
        guard database.pagesWritten(resetting: false) >= pagesPerCheckpoint,
            !isRunning.exchange(true, ordering: .acquiringAndReleasing)
        else { return }
        database.pagesWritten(resetting: true)
        queue.async { [self] in
            guard runCheckpoint() else { return checkpointEnded() }
            writer.asyncWriteWithoutTransaction { [self] database in
                if !gate.isSuspended { _ = try? database.checkpoint() }
                checkpointEnded()
            }
        }
    }

    /// Waits for a running checkpoint.
    func waitUntilIdle() {
        queue.sync {}
    }

    /// Checkpoints the log without blocking the writer. A failure is harmless: the log keeps everything, and the next
    /// checkpoint tries again.
    ///
    /// - Returns: whether the log is too long, and the writer must finish the checkpoint to reset it.
    private func runCheckpoint() -> Bool {
        guard !gate.isSuspended, let connection = try? SQLiteDatabase.open(path, profile) else {
            return false
        }
        func checkpoint() -> Int {
            (try? connection.writeWithoutTransaction { try $0.checkpoint().walFrameCount }) ?? 0
        }
        guard checkpoint() >= profile.logPages else { return false }
        // Each covers what was written during the previous one, so that little is left for the writer.
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
