import Dispatch
import GRDB

/// Runs reads beside each other, each on a connection of its own and in a snapshot of its own.
///
/// A lane is a thread that keeps a connection for as long as reads wait. That costs one change of thread for a read
/// that comes alone, and none for those that find the lane at work; and there are never more threads than
/// connections, so none waits for one.
final class ReadLanes: Sendable {
    /// How many reads a lane runs before it lets others have the connection: in memory, writes need it too.
    private static let turn = 64

    private let reader: any DatabaseReader
    private let room: WaitingRoom
    private let threads = DispatchQueue(
        label: "paceline.database.read", qos: .userInitiated, attributes: .concurrent)

    /// - Parameter count: how many connections the reader has for reading.
    init(_ reader: any DatabaseReader, count: Int) {
        self.reader = reader
        room = WaitingRoom(workers: count)
    }

    func read<Value: Sendable>(_ body: @escaping Call<Value>.Body) async throws -> Value {
        try await Call.wait { connection in
            try connection.inSnapshot { try body(connection) }
        } in: { call in
            if room.enter(call) { openLane() }
        }
    }

    /// Returns when every read that was asked for is done.
    func close() async {
        await room.close()
    }

    private func openLane() {
        threads.async { [self] in
            let isOpen: Bool
            do {
                isOpen = try reader.unsafeRead { runTurn(on: SQLiteConnection($0, .readOnly)) }
            } catch {
                isOpen = failNext(DatabaseError.translated(error))
            }
            if isOpen { openLane() }
        }
    }

    /// - Returns: whether the lane stays open.
    private func runTurn(on connection: SQLiteConnection) -> Bool {
        for _ in 0..<Self.turn {
            guard let call = room.takeNext(atMost: 1).first else { return false }
            call.run(on: connection)
            call.finish()
        }
        return true
    }

    /// Fails the read for which no connection could be had.
    ///
    /// - Returns: whether the lane stays open.
    private func failNext(_ error: any Error) -> Bool {
        guard let call = room.takeNext(atMost: 1).first else { return false }
        call.fail(error)
        return true
    }
}
