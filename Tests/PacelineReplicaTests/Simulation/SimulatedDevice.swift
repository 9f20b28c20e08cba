import Foundation
import Paceline
import PacelineDatabase

@testable import PacelineReplica

/// A device of one person, with two processes on one store.
struct SimulatedDevice {
    let person: Int
    /// What both processes have open: a database in memory, or nil if each of them opens the file.
    private let memory: SQLiteDatabase?
    private let path: String
    var processes: [SimulatedProcess] = []
    /// How far the device's clock is ahead, in milliseconds.
    var clockOffset: Int64
    /// The comments that it queued and did not delete.
    var comments: Set<Comment.ID> = []

    /// - Parameter path: of the file; nil keeps the store in memory.
    init(of person: Int, clockOffset: Int64, at path: String?) async throws {
        self.person = person
        self.clockOffset = clockOffset
        self.path = path ?? ""
        memory = try path == nil ? SQLiteDatabase.inMemory(profile: .device) : nil
        for _ in 0..<2 { processes.append(SimulatedProcess(store: try await newStore())) }
    }

    var store: ReplicaStore { processes[0].store }

    private func newStore() async throws -> ReplicaStore {
        if let memory { return try await ReplicaStore(memory, process: UUID()) }
        return try await ReplicaStore.open(at: path, process: UUID())
    }

    /// Ends a process between two of its steps: what it had not stored is lost, and it keeps the lease.
    /// `script/pocket-faults` kills real processes, also within a step.
    mutating func restart(_ process: Int) async throws {
        if memory == nil { try await processes[process].store.close() }
        processes[process] = SimulatedProcess(store: try await newStore())
    }

    /// Closes the file.
    func close() async throws {
        if let memory { return try await memory.close() }
        for process in processes { try await process.store.close() }
    }
}

/// A process of an app: what it is about to do.
struct SimulatedProcess {
    let store: ReplicaStore
    var machine = SyncMachine()
    var action: SyncMachine.Action = .wait(until: 0)

    init(store: ReplicaStore) { self.store = store }
}
