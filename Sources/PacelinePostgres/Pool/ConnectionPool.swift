import PacelineDatabase

/// The connections, and those who wait for one.
final class ConnectionPool: Sendable {
    /// How many calls a connection does before it gives its thread back.
    private static let batchSize = 64

    private let connections: [PooledConnection]
    private let workQueue: WorkQueue<PooledConnection>

    init(_ options: PostgresOptions) {
        let circuitBreaker = CircuitBreaker()
        connections = (0..<options.connections).map { PooledConnection($0, options, circuitBreaker) }
        workQueue = WorkQueue(workers: options.connections, capacity: options.queueCapacity)
    }

    /// Does the work on the next connection that is free.
    func run<Value: Sendable>(_ body: @escaping WorkItem<PooledConnection, Value>.Body) async throws -> Value
    {
        try await WorkItem.perform(body) { work in
            if let worker = workQueue.add(work) { drain(worker) }
        }
    }

    /// Returns when all that was asked for is done and the connections are closed.
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
