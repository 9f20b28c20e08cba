import GRDB

/// Commits writes that wait at the same time in one transaction, so that they share one wait for the disk.
///
/// Each runs in a savepoint of its own: when one throws, it alone is undone. Callers are resumed after the commit,
/// in the order in which they came; when the commit fails, it fails for all of them.
final class GroupCommit: Sendable {
    /// The most writes in one transaction: enough to hide the disk, few enough that none waits long.
    private static let limit = 256

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
            let group = room.takeNext(atMost: Self.limit, for: worker)
            guard !group.isEmpty else { return }
            commit(group, on: SQLiteConnection(database, .readWrite))
            commitLater(worker)
        }
    }

    private func commit(_ group: [any WaitingCall<SQLiteConnection>], on connection: SQLiteConnection) {
        do {
            try connection.begin()
        } catch {
            for call in group { call.fail(error) }
            return
        }
        var begun = group[..<0]
        do {
            for index in group.indices {
                begun = group[...index]
                group[index].run(on: connection)
                // SQLite gives up whole transactions, too, when a disk is full or fails. What follows would then
                // commit by itself.
                if let failure = connection.failure { throw failure }
            }
            try connection.commit()
            if connection.announcesChange { announcements.announce() }
            for call in begun { call.finish() }
            checkpoints?.follow(connection.database)
        } catch {
            connection.rollBack()
            // Who has not begun has lost nothing, and waits for the next transaction.
            room.putBack(group[begun.endIndex...])
            for call in begun { call.fail(error) }
        }
    }
}
