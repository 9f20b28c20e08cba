import GRDB
import Synchronization
import PacelineTestSupport
import Testing

@testable import PacelineDatabase

@Suite("Commits that fail", .timeLimit(.minutes(10)))
struct CommitFailureTests {
    @Test("A commit that fails fails for everyone in it, and the next one works")
    func everyoneIsTold() async throws {
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

/// Refuses blocker for as long as a test wants, as a failing disk does.
private final class CommitBlocker: TransactionObserver, Sendable {
    struct Refused: Error {}

    let isActive = Atomic(false)

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws {
        if isActive.load(ordering: .sequentiallyConsistent) { throw Refused() }
    }
    func databaseDidCommit(_ database: GRDB.Database) {}
    func databaseDidRollback(_ database: GRDB.Database) {}
}
