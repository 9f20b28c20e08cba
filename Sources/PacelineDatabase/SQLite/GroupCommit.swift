import GRDB

/// Commits writes that come together in one transaction, so that they share one wait for the disk.
///
/// When one throws, it alone is undone. Hardly any throws after it has changed something, so they run without
/// savepoints; when one does, all are undone and run once more, each in a savepoint of its own. Callers are resumed
/// after the commit, in the order in which they came; when the commit fails, it fails for all of them.
final class GroupCommit: Sendable {
    private let writer: SQLiteQueue
    private let checkpointer: Checkpointer?
    private let changeListeners: ChangeListeners
    private let admissionWindow: Duration
    let workQueue = WorkQueue<SQLiteConnection>(workers: 1)

    /// - Parameter admissionWindow: how long a transaction takes in who comes: long enough to hide the disk, short enough that
    ///   the first does not wait long for the last.
    init(
        _ writer: SQLiteQueue, _ checkpointer: Checkpointer?, _ changeListeners: ChangeListeners,
        admissionWindow: Duration = .milliseconds(10)
    ) {
        self.writer = writer
        self.checkpointer = checkpointer
        self.changeListeners = changeListeners
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

    /// Returns when every write that was asked for is done.
    func close() async {
        await workQueue.close()
    }

    /// Goes back to the queue between groups, for others use the connection too.
    private func scheduleCommit(_ worker: Int) {
        writer.runLater { [self] database, statements in
            guard let first = workQueue.takeNext(for: worker) else { return }
            commit(first, on: database, statements)
            scheduleCommit(worker)
        }
    }

    /// Commits the first write, and with it those that come while it and they go on, as long as any are taken in.
    private func commit(
        _ first: any QueuedWork<SQLiteConnection>, on database: GRDB.Database,
        _ statements: SQLiteStatementCache
    ) {
        var connection = SQLiteConnection(database, statements, .readWrite)
        do {
            try connection.begin()
        } catch {
            // Each of them by itself would wait as long, and in vain.
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
                next = ContinuousClock.now < end ? workQueue.takeNext() : nil
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

    /// - Throws: what ended the transaction. SQLite gives up whole ones, too, when a disk is full or fails; what follows
    ///   would then commit by itself.
    private func run(_ work: any QueuedWork<SQLiteConnection>, on connection: SQLiteConnection) throws {
        work.run(on: connection)
        if let failure = connection.failure { throw failure }
    }
}
