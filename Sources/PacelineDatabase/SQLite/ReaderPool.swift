/// Runs concurrent reads, each in its own snapshot. Each reader has its own connection.
///
/// Short reads run on the calling thread, because two thread switches would cost 10% of reading a feed page on a busy
/// machine, and a third on an idle one. Long reads, and reads that find all readers busy, run on the reader's thread.
final class ReaderPool: Sendable {
    /// How many reads a reader runs in a row before it yields the connection, which in memory the writer shares.
    private static let batchSize = 64

    private let connections: [SQLiteQueue]
    private let isShared: Bool
    private let gate: SuspensionGate
    private let workQueue: WorkQueue<SQLiteConnection>

    /// The number of concurrent reads.
    var count: Int { connections.count }

    /// The connections that only read: none if the writer's is shared.
    var queues: [SQLiteQueue] { isShared ? [] : connections }

    /// - Parameters:
    ///   - connections: one for each concurrent read.
    ///   - isShared: whether the writer uses the connection too, so that reads may have to wait for it.
    ///   - gate: while it is closed, reads fail.
    init(_ connections: [SQLiteQueue], isShared: Bool, _ gate: SuspensionGate) {
        self.connections = connections
        self.isShared = isShared
        self.gate = gate
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
        try await WorkItem<SQLiteConnection, Value>.perform { [gate] connection in
            try gate.check()
            return try connection.inSnapshot { try body(connection) }
        } enqueue: { work in
            if let reader = workQueue.add(work) { drain(reader) }
        }
    }

    /// Not async, so that the read stays on this thread.
    private func readOnCallingThread<Value>(_ reader: Int, _ body: WorkItem<SQLiteConnection, Value>.Body)
        throws -> Value
    {
        try connections[reader].run(.readOnly) { connection in
            try gate.check()
            return try connection.inSnapshot { try body(connection) }
        }
    }

    /// Rejects new reads, finishes pending ones and closes the connections.
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
