/// Runs reads beside each other, each reader on a connection of its own, each read in a snapshot of its own.
///
/// A page is read on the thread that asks for it: to change threads twice would cost as much as a tenth of a feed page
/// on a busy machine, and a third on one whose processors have fallen asleep. What reads for long, or finds all lanes at
/// work, is read on a reader's own thread.
final class ReaderPool: Sendable {
    /// How many reads a reader runs before it lets others have the connection: in memory, writes need it too.
    private static let batchSize = 64

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
        guard !isShared, let reader = workQueue.takeIdleWorker() else {
            return try await readInBackground(body)
        }
        defer { if !workQueue.release(reader) { drain(reader) } }
        return try readOnCallingThread(reader, body)
    }

    func readInBackground<Value: Sendable>(
        _ body: @escaping WorkItem<SQLiteConnection, Value>.Body
    ) async throws -> Value {
        try await WorkItem<SQLiteConnection, Value>.perform { connection in
            try connection.inSnapshot { try body(connection) }
        } enqueue: { work in
            if let reader = workQueue.add(work) { drain(reader) }
        }
    }

    /// Not asynchronous, so that the connection's queue is entered by this thread.
    private func readOnCallingThread<Value>(_ reader: Int, _ body: WorkItem<SQLiteConnection, Value>.Body)
        throws -> Value
    {
        try connections[reader].run(.readOnly) { connection in
            try connection.inSnapshot { try body(connection) }
        }
    }

    /// Returns when every read that was asked for is done, and no more will come.
    func close() async throws {
        await workQueue.close()
        for connection in connections { try connection.close() }
    }

    private func drain(_ reader: Int) {
        connections[reader].runLater { [self] database, statements in
            let connection = SQLiteConnection(database, statements, .readOnly)
            for _ in 0..<Self.batchSize {
                guard let work = workQueue.takeNext(for: reader) else { return }
                work.run(on: connection)
                work.finish()
            }
            drain(reader)
        }
    }
}
