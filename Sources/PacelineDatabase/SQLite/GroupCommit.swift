import GRDB

/// Commits concurrent writes in one transaction, so that they share one disk sync.
///
/// A write that throws is rolled back alone. Writes rarely throw after changing data, so they run without savepoints.
/// If one does, the group is rolled back and runs again, each write in its own savepoint. Callers resume after the
/// commit, in order of arrival. If the commit fails, all of them fail.
final class GroupCommit: Sendable {
    private let writer: SQLiteQueue
    private let checkpointer: Checkpointer?
    private let changeListeners: ChangeListeners
    private let gate: SuspensionGate
    private let admissionWindow: Duration
    let workQueue = WorkQueue<SQLiteConnection>(workers: 1)

    /// - Parameters:
    ///   - gate: while it is closed, writes fail.
    ///   - admissionWindow: how long a transaction accepts further writes: long enough to hide the disk sync, short
    ///     enough that the first write does not wait long for the last.
    init(
        _ writer: SQLiteQueue, _ checkpointer: Checkpointer?, _ changeListeners: ChangeListeners,
        _ gate: SuspensionGate = SuspensionGate(), admissionWindow: Duration = .milliseconds(10)
    ) {
        self.writer = writer
        self.checkpointer = checkpointer
        self.changeListeners = changeListeners
        self.gate = gate
        self.admissionWindow = admissionWindow
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await WorkItem<SQLiteConnection, Value>.perform { connection in
            try connection.runWrite { try body(connection) }
        } enqueue: { work in
            if let worker = workQueue.add(work) { scheduleCommit(worker) }
        }
    }

    /// Rejects new writes, and returns when all pending writes are done.
    func close() async {
        await workQueue.close()
    }

    /// Returns to the connection's queue after each group, so that checkpoints and in-memory reads get their turn.
    private func scheduleCommit(_ worker: Int) {
        writer.runLater { [self] database, statements in
            guard let first = workQueue.takeNext(for: worker) else { return }
            commit(first, on: database, statements)
            scheduleCommit(worker)
        }
    }

    /// Commits the first write together with those that arrive within the admission window.
    private func commit(
        _ first: any QueuedWork<SQLiteConnection>, on database: GRDB.Database,
        _ statements: SQLiteStatementCache
    ) {
        var connection = SQLiteConnection(database, statements, .readWrite)
        do {
            try gate.check()
            try connection.begin()
        } catch {
            // Fail all waiting writes at once: each alone would wait just as long for the lock.
            for work in [first] + workQueue.takeAll() { work.fail(error) }
            return
        }
        let end = ContinuousClock.now + admissionWindow
        var group: [any QueuedWork<SQLiteConnection>] = []
        var next: (any QueuedWork<SQLiteConnection>)? = first
        do {
            while let work = next {
                group.append(work)
                try run(work, on: connection)
                if connection.needsRollback {
                    connection.rollBack()
                    connection = SQLiteConnection(
                        database, statements, .readWrite, usesSavepoints: true)
                    try connection.begin()
                    for work in group { try run(work, on: connection) }
                }
                next = ContinuousClock.now < end && !gate.isSuspended ? workQueue.takeNext() : nil
            }
            try connection.commit()
            if connection.notifiesListeners { changeListeners.notify() }
            for work in group { work.finish() }
            checkpointer?.checkpointIfNeeded(database)
        } catch {
            connection.rollBack()
            for work in group { work.fail(error) }
        }
    }

    /// - Throws: the error that ended the transaction. When the disk is full or fails, SQLite rolls back the whole
    ///   transaction, and later statements would commit one by one.
    private func run(_ work: any QueuedWork<SQLiteConnection>, on connection: SQLiteConnection) throws {
        work.run(on: connection)
        if let failure = connection.failure { throw failure }
    }
}
