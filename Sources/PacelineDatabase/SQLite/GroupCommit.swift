import GRDB

/// Commits writes that come together in one transaction, so that they share one wait for the disk.
///
/// When one throws, it alone is undone. Hardly any throws after it has changed something, so they run without
/// savepoints; when one does, all are undone and run once more, each in a savepoint of its own. Callers are resumed
/// after the commit, in the order in which they came; when the commit fails, it fails for all of them.
final class GroupCommit: Sendable {
    private let writer: SQLiteQueue
    private let checkpoints: Checkpoints?
    private let announcements: Changes
    private let admission: Duration
    let room = WaitingRoom<SQLiteConnection>(workers: 1)

    /// - Parameter admission: how long a transaction takes in who comes: long enough to hide the disk, short enough that
    ///   the first does not wait long for the last.
    init(
        _ writer: SQLiteQueue, _ checkpoints: Checkpoints?, _ announcements: Changes,
        admission: Duration = .milliseconds(10)
    ) {
        self.writer = writer
        self.checkpoints = checkpoints
        self.announcements = announcements
        self.admission = admission
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await Call<SQLiteConnection, Value>.wait { connection in
            try connection.oneWrite { try body(connection) }
        } in: { call in
            if let worker = room.enter(call) { commitLater(worker) }
        }
    }

    /// Returns when every write that was asked for is done.
    func close() async {
        await room.close()
    }

    /// Goes back to the queue between groups, for others use the connection too.
    private func commitLater(_ worker: Int) {
        writer.runLater { [self] database, statements in
            guard let first = room.takeNext(for: worker) else { return }
            commit(first, on: database, statements)
            commitLater(worker)
        }
    }

    /// Commits the first write, and with it those that come while it and they go on, as long as any are taken in.
    private func commit(
        _ first: any WaitingCall<SQLiteConnection>, on database: GRDB.Database, _ statements: SQLiteStatements
    ) {
        var connection = SQLiteConnection(database, statements, .readWrite)
        do {
            try connection.begin()
        } catch {
            // Each of them by itself would wait as long, and in vain.
            for call in [first] + room.takeAll() { call.fail(error) }
            return
        }
        let end = ContinuousClock.now + admission
        var group: [any WaitingCall<SQLiteConnection>] = []
        var next: (any WaitingCall<SQLiteConnection>)? = first
        do {
            while let call = next {
                group.append(call)
                try run(call, on: connection)
                if connection.isSpoiled {
                    connection.rollBack()
                    connection = SQLiteConnection(
                        database, statements, .readWrite, undoesEachWrite: true)
                    try connection.begin()
                    for call in group { try run(call, on: connection) }
                }
                next = ContinuousClock.now < end ? room.takeNext() : nil
            }
            try connection.commit()
            if connection.announcesChange { announcements.announce() }
            for call in group { call.finish() }
            checkpoints?.follow(database)
        } catch {
            connection.rollBack()
            for call in group { call.fail(error) }
        }
    }

    /// - Throws: what ended the transaction. SQLite gives up whole ones, too, when a disk is full or fails; what follows
    ///   would then commit by itself.
    private func run(_ call: any WaitingCall<SQLiteConnection>, on connection: SQLiteConnection) throws {
        call.run(on: connection)
        if let failure = connection.failure { throw failure }
    }
}
