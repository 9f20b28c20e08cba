import GRDB
import PacelineTestSupport
import Synchronization
import Testing

@testable import PacelineDatabase

@Suite("Group commit", .timeLimit(.minutes(2)))
struct GroupCommitTests {
    struct Rejected: Error {}

    @Test("Writes that arrive during a write are committed together with it")
    func joining() async throws {
        let fixture = try GroupCommitFixture()
        let (runs, successes) = try await fixture.writeTogether(["ana", "ben", "cyd"])
        #expect(successes == [true, true, true])
        #expect(runs == [1, 1, 1])
        #expect(try await fixture.names() == ["ana", "ben", "cyd"])
        #expect(fixture.transactions == 1)
    }

    @Test("A write that throws before changing data does not affect the others, and each runs once")
    func throwsBeforeChange() async throws {
        let fixture = try GroupCommitFixture()
        let (runs, successes) = try await fixture.writeTogether(["ana", "ben", "cyd"]) { name, _ in
            if name == "ben" { throw Rejected() }
        }
        #expect(successes == [true, false, true])
        #expect(runs == [1, 1, 1])
        #expect(try await fixture.names() == ["ana", "cyd"])
    }

    @Test("A write whose statement violates a constraint does not affect the others")
    func constraintViolation() async throws {
        let fixture = try GroupCommitFixture()
        let (runs, successes) = try await fixture.writeTogether(["ana", "ben", "ana", "cyd"])
        #expect(successes == [true, true, false, true])
        #expect(runs == [1, 1, 1, 1])
        #expect(try await fixture.names() == ["ana", "ben", "cyd"])
    }

    @Test(
        "A write that throws after changing data is rolled back alone, and earlier ones run again",
        arguments: ["INSERT INTO names (name) VALUES ('eve')", "CREATE TABLE eve (name TEXT)"])
    func throwsAfterChange(statement: String) async throws {
        let fixture = try GroupCommitFixture()
        let (runs, successes) = try await fixture.writeTogether(["ana", "ben", "cyd", "dan"]) {
            name, connection in
            guard name == "ben" || name == "cyd" else { return }
            try connection.execute("\(raw: statement)")
            throw Rejected()
        }
        #expect(successes == [true, false, false, true])
        #expect(runs == [2, 2, 1, 1])
        #expect(try await fixture.names() == ["ana", "dan"])
        #expect(try await fixture.queue.read { try !$0.tableExists("eve") })
        #expect(fixture.transactions == 2)
    }

    @Test("A write that has begun finishes, even if it is cancelled before it runs again")
    func cancelledBetweenRuns() async throws {
        let fixture = try GroupCommitFixture()
        let gate = Gate()
        let first = Task {
            try await fixture.write { connection in
                gate.pass()
                try connection.add("ana")
            }
        }
        await gate.whenEntered()
        let failing = Task {
            try await fixture.write { connection in
                try connection.add("ben")
                first.cancel()
                throw Rejected()
            }
        }
        await fixture.waitUntilQueued(1)
        gate.open()
        try await first.value
        await #expect(throws: Rejected.self) { try await failing.value }
        #expect(try await fixture.names() == ["ana"])
    }

    @Test("If a transaction cannot begin, all waiting writes fail at once, and the next one works")
    func busy() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.file("names.sqlite")
            let fixture = try GroupCommitFixture(path)
            let other = try DatabaseQueue(path: path)
            let lock = Gate()
            let locking = Task { try await other.write { _ in lock.pass() } }
            await lock.whenEntered()
            let queueGate = Gate()
            let blocking = Task { try await fixture.queue.read { _ in queueGate.pass() } }
            await queueGate.whenEntered()
            let waiting = ["ana", "ben", "cyd"].map { name in
                Task { try await fixture.write { try $0.add(name) } }
            }
            await fixture.waitUntilQueued(3)
            queueGate.open()
            for task in waiting {
                await #expect(throws: PacelineDatabase.DatabaseError.busy) { try await task.value }
            }
            try await blocking.value
            #expect(fixture.transactions == 1)
            lock.open()
            try await locking.value
            try await fixture.write { try $0.add("dan") }
            #expect(try await fixture.names() == ["dan"])
        }
    }
}

/// A database that commits all waiting writes as one group.
private final class GroupCommitFixture: Sendable {
    private let connection: SQLiteQueue
    var queue: DatabaseQueue { connection.queue }
    private let commits: GroupCommit
    private let begins = Atomic(0)
    private let runs = Mutex<[Int: Int]>([:])

    /// - Parameter path: the path of the file, or nil for a database in memory.
    init(_ path: String? = nil) throws {
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        let queue =
            try path.map { try DatabaseQueue(path: $0, configuration: configuration) } ?? DatabaseQueue()
        connection = SQLiteQueue(queue)
        try queue.write {
            try $0.execute(sql: "CREATE TABLE names (position INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        }
        commits = GroupCommit(connection, nil, ChangeListeners(), admissionWindow: .seconds(600))
        queue.writeWithoutTransaction { database in
            database.trace { [weak self] event in
                guard "\(event)" == "BEGIN IMMEDIATE" else { return }
                self?.begins.add(1, ordering: .sequentiallyConsistent)
            }
        }
    }

    /// The number of transactions that began or failed to begin.
    var transactions: Int { begins.load(ordering: .sequentiallyConsistent) }

    func write(_ body: @escaping @Sendable (any Connection) throws -> Void) async throws {
        try await commits.write(body)
    }

    func names() async throws -> [String] {
        try connection.run(.readOnly) { connection in
            try connection.inSnapshot { try connection.names() }
        }
    }

    /// Waits until this many writes are queued behind the current transaction.
    func waitUntilQueued(_ count: Int) async {
        while commits.workQueue.count < count, !Task.isCancelled { await Task.yield() }
    }

    /// Adds each name in its own write, in order, all in the group of the first one.
    ///
    /// - Parameter before: runs at the start of each write, before it adds the name.
    /// - Returns: how often each write ran, and whether it succeeded.
    func writeTogether(
        _ names: [String], before: @escaping @Sendable (String, any Connection) throws -> Void = { _, _ in }
    ) async throws -> (runs: [Int], successes: [Bool]) {
        let gate = Gate()
        var tasks: [Task<Void, any Error>] = []
        for (number, name) in names.enumerated() {
            tasks.append(
                Task {
                    try await self.write { connection in
                        self.runs.withLock { $0[number, default: 0] += 1 }
                        if number == 0 { gate.pass() }
                        try before(name, connection)
                        try connection.add(name)
                    }
                })
            if number == 0 { await gate.whenEntered() } else { await waitUntilQueued(number) }
        }
        gate.open()
        var successes: [Bool] = []
        for task in tasks { successes.append(await (try? task.value) != nil) }
        return (names.indices.map { number in runs.withLock { $0[number] ?? 0 } }, successes)
    }
}
