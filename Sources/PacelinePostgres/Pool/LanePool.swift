import PacelineDatabase

/// The connections, and those who wait for one.
final class LanePool: Sendable {
    /// How many calls a lane does before it gives its thread back.
    private static let turn = 64

    private let lanes: [Lane]
    private let workQueue: WorkQueue<Lane>

    init(_ options: PostgresOptions) {
        let outage = Outage()
        lanes = (0..<options.connections).map { Lane($0, options, outage) }
        workQueue = WorkQueue(workers: options.connections, capacity: options.queueCapacity)
    }

    /// Does the work on the next lane that is free.
    func run<Value: Sendable>(_ body: @escaping WorkItem<Lane, Value>.Body) async throws -> Value {
        try await WorkItem.perform(body) { work in
            if let worker = workQueue.add(work) { drain(worker) }
        }
    }

    /// Returns when all that was asked for is done and the connections are closed.
    func close() async {
        await workQueue.close()
        for lane in lanes {
            await withCheckedContinuation { continuation in
                lane.async { lane in
                    lane.disconnect()
                    continuation.resume()
                }
            }
        }
    }

    private func drain(_ worker: Int) {
        lanes[worker].async { [self] lane in
            for _ in 0..<Self.turn {
                guard let work = workQueue.takeNext(for: worker) else { return }
                work.run(on: lane)
                work.finish()
            }
            drain(worker)
        }
    }
}
