import PacelineDatabase

/// The connections, and those who wait for one.
final class LanePool: Sendable {
    /// How many calls a lane does before it gives its thread back.
    private static let turn = 64

    private let lanes: [Lane]
    private let room: WaitingRoom<Lane>

    init(_ options: PostgresOptions) {
        let outage = Outage()
        lanes = (0..<options.connections).map { Lane($0, options, outage) }
        room = WaitingRoom(workers: options.connections, capacity: options.waitingCalls)
    }

    /// Does the work on the next lane that is free.
    func run<Value: Sendable>(_ body: @escaping Call<Lane, Value>.Body) async throws -> Value {
        try await Call.wait(for: body) { call in
            if let worker = room.enter(call) { work(worker) }
        }
    }

    /// Returns when all that was asked for is done and the connections are closed.
    func close() async {
        await room.close()
        for lane in lanes {
            await withCheckedContinuation { continuation in
                lane.async { lane in
                    lane.disconnect()
                    continuation.resume()
                }
            }
        }
    }

    private func work(_ worker: Int) {
        lanes[worker].async { [self] lane in
            for _ in 0..<Self.turn {
                guard let call = room.takeNext(for: worker) else { return }
                call.run(on: lane)
                call.finish()
            }
            work(worker)
        }
    }
}
