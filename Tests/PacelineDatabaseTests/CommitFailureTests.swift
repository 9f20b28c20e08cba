import GRDB
import Synchronization
import PacelineTestSupport
import Testing

@testable import PacelineDatabase

@Suite("Failed commits", .timeLimit(.minutes(10)))
struct CommitFailureTests {
    @Test("A failed commit fails all writes of the group, and the next commit works")
    func wholeGroupFails() async throws {
        try await withDatabase(.names) { database, _ in
            let blocker = CommitBlocker()
            database.writer.queue.add(transactionObserver: blocker)
            let gate = Gate()
            let held = Task { try await database.write { _ in gate.pass() } }
            await gate.whenEntered()
            let waiting = ["ana", "ben", "cyd"].map { name in Task { try await database.add(name) } }
            blocker.isActive.store(true, ordering: .sequentiallyConsistent)
            gate.open()
            for task in [held] + waiting {
                await #expect(throws: PacelineDatabase.DatabaseError.sql(message: "constraint failed")) {
                    try await task.value
                }
            }
            blocker.isActive.store(false, ordering: .sequentiallyConsistent)
            try await database.add("dan")
            #expect(try await database.names() == ["dan"])
        }
    }
}

/// Rejects commits while it is active, like a failing disk.
private final class CommitBlocker: TransactionObserver, Sendable {
    struct Rejected: Error {}

    let isActive = Atomic(false)

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws {
        if isActive.load(ordering: .sequentiallyConsistent) { throw Rejected() }
    }
    func databaseDidCommit(_ database: GRDB.Database) {}
    func databaseDidRollback(_ database: GRDB.Database) {}
}
