/// Runs reads beside each other, each lane on a connection of its own, each read in a snapshot of its own.
///
/// A page is read on the thread that asks for it: to change threads twice would cost as much as a tenth of a feed page
/// on a busy machine, and a third on one whose processors have fallen asleep. What reads for long, or finds all lanes at
/// work, is read on a lane's own thread.
final class ReadLanes: Sendable {
    /// How many reads a lane runs before it lets others have the connection: in memory, writes need it too.
    private static let turn = 64

    private let connections: [SQLiteQueue]
    private let isShared: Bool
    private let workQueue: WorkQueue<SQLiteConnection>

    /// - Parameters:
    ///   - connections: one for each read that may go on at once.
    ///   - isShared: whether the writer uses the connection, too, so that a read may have to wait for it.
    init(_ connections: [SQLiteQueue], isShared: Bool) {
        self.connections = connections
        self.isShared = isShared
        workQueue = WorkQueue(workers: connections.count)
    }

    func read<Value: Sendable>(_ body: @escaping WorkItem<SQLiteConnection, Value>.Body) async throws -> Value
    {
        try Task.checkCancellation()
        guard !isShared, let lane = workQueue.takeIdleWorker() else { return try await readAtLength(body) }
        defer { if !workQueue.release(lane) { open(lane) } }
        return try readHere(lane, body)
    }

    func readAtLength<Value: Sendable>(
        _ body: @escaping WorkItem<SQLiteConnection, Value>.Body
    ) async throws -> Value {
        try await WorkItem<SQLiteConnection, Value>.perform { connection in
            try connection.inSnapshot { try body(connection) }
        } enqueue: { work in
            if let lane = workQueue.add(work) { open(lane) }
        }
    }

    /// Not asynchronous, so that the connection's queue is entered by this thread.
    private func readHere<Value>(_ lane: Int, _ body: WorkItem<SQLiteConnection, Value>.Body) throws -> Value
    {
        try connections[lane].run(.readOnly) { connection in
            try connection.inSnapshot { try body(connection) }
        }
    }

    /// Returns when every read that was asked for is done, and no more will come.
    func close() async throws {
        await workQueue.close()
        for connection in connections { try connection.close() }
    }

    private func open(_ lane: Int) {
        connections[lane].runLater { [self] database, statements in
            let connection = SQLiteConnection(database, statements, .readOnly)
            for _ in 0..<Self.turn {
                guard let work = workQueue.takeNext(for: lane) else { return }
                work.run(on: connection)
                work.finish()
            }
            open(lane)
        }
    }
}
