import GRDB

/// Runs reads beside each other, each lane on a connection and a thread of its own, each read in a snapshot of its
/// own.
///
/// A lane keeps its connection for as long as reads wait. That costs one change of thread for a read that comes
/// alone, and none for those that find the lane at work.
final class ReadLanes: Sendable {
    /// How many reads a lane runs before it lets others have the connection: in memory, writes need it too.
    private static let turn = 64

    private let connections: [DatabaseQueue]
    private let room: WaitingRoom<SQLiteConnection>

    /// - Parameter connections: one for each read that may go on at once.
    init(_ connections: [DatabaseQueue]) {
        self.connections = connections
        room = WaitingRoom(workers: connections.count)
    }

    func read<Value: Sendable>(_ body: @escaping Call<SQLiteConnection, Value>.Body) async throws -> Value {
        try await Call<SQLiteConnection, Value>.wait { connection in
            try connection.inSnapshot { try body(connection) }
        } in: { call in
            if let lane = room.enter(call) { open(lane) }
        }
    }

    /// Returns when every read that was asked for is done, and no more will come.
    func close() async throws {
        await room.close()
        for connection in connections { try connection.close() }
    }

    private func open(_ lane: Int) {
        connections[lane].asyncWriteWithoutTransaction { [self] database in
            let connection = SQLiteConnection(database, .readOnly)
            for _ in 0..<Self.turn {
                guard let call = room.takeNext(for: lane) else { return }
                call.run(on: connection)
                call.finish()
            }
            open(lane)
        }
    }
}
