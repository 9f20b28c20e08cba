import GRDB

/// Commits writes that come together in one transaction, so that they share one wait for the disk.
///
/// Each runs in a savepoint of its own: when one throws, it alone is undone. Callers are resumed after the commit,
/// in the order in which they came; when the commit fails, it fails for all of them.
final class GroupCommit: Sendable {
    /// How long a transaction takes in who comes: long enough to hide the disk, short enough that the first does not
    /// wait long for the last.
    private static let admission = Duration.milliseconds(10)

    private let writer: DatabaseQueue
    private let checkpoints: Checkpoints?
    private let announcements: Changes
    private let room = WaitingRoom<SQLiteConnection>(workers: 1)

    init(_ writer: DatabaseQueue, _ checkpoints: Checkpoints?, _ announcements: Changes) {
        self.writer = writer
        self.checkpoints = checkpoints
        self.announcements = announcements
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await Call<SQLiteConnection, Value>.wait { connection in
            try connection.inSavepoint { try body(connection) }
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
        writer.asyncWriteWithoutTransaction { [self] database in
            guard let first = room.takeNext(for: worker) else { return }
            commit(first, on: SQLiteConnection(database, .readWrite))
            commitLater(worker)
        }
    }

    /// Commits the first write, and with it those that come while it and they go on, as long as any are taken in.
    private func commit(_ first: any WaitingCall<SQLiteConnection>, on connection: SQLiteConnection) {
        do {
            try connection.begin()
        } catch {
            // Each of them by itself would wait as long, and in vain.
            for call in [first] + room.takeAll() { call.fail(error) }
            return
        }
        let end = ContinuousClock.now + Self.admission
        var group: [any WaitingCall<SQLiteConnection>] = []
        var next: (any WaitingCall<SQLiteConnection>)? = first
        do {
            while let call = next {
                group.append(call)
                call.run(on: connection)
                // SQLite gives up whole transactions, too, when a disk is full or fails. What follows would then
                // commit by itself.
                if let failure = connection.failure { throw failure }
                next = ContinuousClock.now < end ? room.takeNext() : nil
            }
            try connection.commit()
            if connection.announcesChange { announcements.announce() }
            for call in group { call.finish() }
            checkpoints?.follow(connection.database)
        } catch {
            connection.rollBack()
            for call in group { call.fail(error) }
        }
    }
}
