import PacelineDatabase

/// The pool of connections and the work that waits for one.
final class ConnectionPool: Sendable {
    /// How much work a connection does in a row before it yields its thread.
    private static let batchSize = 64

    private let connections: [PooledConnection]
    private let workQueue: WorkQueue<PooledConnection>

    init(_ options: PostgresOptions) {
        let circuitBreaker = CircuitBreaker()
        connections = (0..<options.connections).map { PooledConnection($0, options, circuitBreaker) }
        workQueue = WorkQueue(workers: options.connections, capacity: options.queueCapacity)
    }

    /// Runs the body on the next free connection.
    func run<Value: Sendable>(_ body: @escaping WorkItem<PooledConnection, Value>.Body) async throws -> Value
    {
        try await WorkItem.perform(body) { work in
            if let worker = workQueue.add(work) { drain(worker) }
        }
    }

    /// Rejects new work, finishes pending work and closes the connections.
    func close() async {
        await workQueue.close()
        for connection in connections {
            await withCheckedContinuation { continuation in
                connection.async { connection in
                    connection.disconnect()
                    continuation.resume()
                }
            }
        }
    }

    private func drain(_ worker: Int) {
        connections[worker].async { [self] connection in
            for _ in 0..<Self.batchSize {
                guard let work = workQueue.takeNext(for: worker) else { return }
                work.run(on: connection)
                work.finish()
            }
            drain(worker)
        }
    }
}
