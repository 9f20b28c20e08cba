import Foundation
import Paceline
import PacelineDatabase

@testable import PacelineReplica

/// A device of one person, with two processes on one store.
struct SimulatedDevice {
    let person: Int
    let database: SQLiteDatabase
    var processes: [SimulatedProcess]
    /// How far the device's clock is ahead, in milliseconds.
    var clockOffset: Int64
    /// The comments that it queued and did not delete.
    var comments: Set<Comment.ID> = []

    init(of person: Int, clockOffset: Int64) async throws {
        self.person = person
        self.clockOffset = clockOffset
        database = try SQLiteDatabase.inMemory(profile: .device)
        processes = [
            SimulatedProcess(store: try await ReplicaStore(database, process: UUID())),
            SimulatedProcess(store: try await ReplicaStore(database, process: UUID())),
        ]
    }

    var store: ReplicaStore { processes[0].store }

    /// Kills a process, wherever it is: what it had not stored is lost.
    mutating func restart(_ process: Int) async throws {
        processes[process] = SimulatedProcess(store: try await ReplicaStore(database, process: UUID()))
    }
}

/// A process of an app: what it is about to do.
struct SimulatedProcess {
    let store: ReplicaStore
    var machine = SyncMachine()
    var action: SyncMachine.Action = .wait(until: 0)

    init(store: ReplicaStore) { self.store = store }
}
