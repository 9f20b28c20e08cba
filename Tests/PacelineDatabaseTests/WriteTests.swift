import PacelineDatabase
import PacelineTestSupport
import Testing

@Suite("Writes", .timeLimit(.minutes(10)))
struct WriteTests {
    struct Rejected: Error, Equatable {
        let reason: String
    }

    @Test("Commits are synced to the disk", arguments: [true, false])
    func durability(isInMemory: Bool) async throws {
        try await withDatabase { file, _ in
            let database = isInMemory ? try SQLiteDatabase.inMemory() : file
            let full = 2
            let level = try await database.write { try $0.fetchFirst("PRAGMA synchronous") { $0[0] as Int } }
            #expect(level == full)
        }
    }

    @Test(
        "A write that throws changes nothing, and its error is unchanged", arguments: DatabaseKind.available)
    func failure(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            await #expect(throws: Rejected(reason: "because")) {
                try await database.write { connection in
                    try connection.add("ana")
                    throw Rejected(reason: "because")
                }
            }
            let names = try await database.names()
            #expect(names.isEmpty)
        }
    }

    @Test(
        "A write that throws after a sent statement failed is rolled back, and the next write works",
        arguments: DatabaseKind.available)
    func unseenFailure(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names, connections: 1) { database in
            await #expect(throws: (any Error).self) {
                try await database.write { connection in
                    try connection.add("ana")
                    try? connection.send("INSERT INTO names (name) VALUES ('ana')")
                    throw Rejected(reason: "because")
                }
            }
            try await database.add("ben")
            #expect(try await database.names() == ["ben"])
        }
    }

    @Test(
        "A failed statement fails its write, even if the body continues",
        arguments: DatabaseKind.available)
    func failedStatement(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            let failure = DatabaseError.unique(table: "names", columns: ["name"])
            await #expect(throws: failure) {
                try await database.write { connection in
                    try connection.add("ana")
                    #expect(throws: failure) { try connection.add("ana") }
                    #expect(throws: failure) { try connection.add("ben") }
                }
            }
            try await database.add("cyd")
            #expect(try await database.names() == ["cyd"])
        }
    }

    @Test(
        "Of concurrent writes, only those that throw are rolled back",
        arguments: DatabaseKind.available)
    func isolation(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            let gate = Gate()
            async let held: Void = database.write { _ in gate.pass() }
            await gate.whenEntered()
            let outcomes = await Backlog.run(20, behind: gate) { number in
                try await database.write { connection in
                    try connection.add("\(number)")
                    if number.isMultiple(of: 3) { throw Rejected(reason: "three") }
                }
            }
            try await held
            let kept = (0..<20).filter { !$0.isMultiple(of: 3) }
            #expect(outcomes.indices.filter { outcomes[$0] == nil } == kept)
            #expect(try await Set(database.names()) == Set(kept.map(String.init)))
        }
    }

    @Test("Writes of one task keep their order among concurrent writes", arguments: DatabaseKind.available)
    func orderOfArrival(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<8 {
                    group.addTask { for number in 0..<25 { try await database.add("\(writer)-\(number)") } }
                }
                try await group.waitForAll()
            }
            let names = try await database.names()
            for writer in 0..<8 {
                #expect(names.filter { $0.hasPrefix("\(writer)-") } == (0..<25).map { "\(writer)-\($0)" })
            }
        }
    }

    @Test("A thousand concurrent increments add up to a thousand", arguments: DatabaseKind.available)
    func increments(kind: DatabaseKind) async throws {
        let counter = Migration(
            "counter", ["CREATE TABLE counter (value \(type: .integer))", "INSERT INTO counter VALUES (0)"])
        try await withDatabase(kind, counter) { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<1000 {
                    group.addTask {
                        try await database.write { connection in
                            let value =
                                try connection.fetchFirst("SELECT value FROM counter") { $0[0] as Int } ?? 0
                            try connection.execute("UPDATE counter SET value = \(value + 1)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let value = try await database.read {
                try $0.fetchFirst("SELECT value FROM counter") { $0[0] as Int }
            }
            #expect(value == 1000)
        }
    }

    @Test(
        "A write cancelled before it begins does not run, and one that has begun finishes",
        arguments: DatabaseKind.available)
    func cancellation(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names, connections: 1) { database in
            let gate = Gate()
            let begun = Task {
                try await database.write { connection in
                    gate.pass()
                    try connection.add("begun")
                }
            }
            await gate.whenEntered()
            let waiting = Task { try await database.add("waiting") }
            begun.cancel()
            waiting.cancel()
            gate.open()
            try await begun.value
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(try await database.names() == ["begun"])
        }
    }

    @Test(
        "A write that ends the transaction itself fails",
        arguments: DatabaseKind.available)
    func endedTransaction(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            let ended = DatabaseError.sql(message: "A statement ended the transaction that it was in.")
            await #expect(throws: ended) {
                try await database.write { connection in
                    try connection.execute("ROLLBACK")
                    try connection.add("ana")
                }
            }
            try await database.add("ben")
            #expect(try await database.names() == ["ben"])
        }
    }

    @Test("Closing finishes pending work and rejects new work")
    func closing() async throws {
        try await withDatabase(.names) { database, folder in
            let gate = Gate()
            async let held: Void = database.write { connection in
                gate.pass()
                try connection.add("ana")
            }
            await gate.whenEntered()
            async let closing: Void = database.close()
            gate.open()
            try await held
            try await closing
            await #expect(throws: DatabaseError.unavailable("The database is closed.")) {
                try await database.ping()
            }
            await #expect(throws: DatabaseError.unavailable("The database is closed.")) {
                try await database.add("ben")
            }
            let reopened = try SQLiteDatabase(path: folder.file("paceline.sqlite"))
            #expect(try await reopened.names() == ["ana"])
            try await reopened.close()
        }
    }
}

/// Concurrent tasks that wait behind a gate.
private enum Backlog {
    /// Starts the tasks, opens the gate, and returns the error of each, or `nil`.
    static func run(
        _ count: Int, behind gate: Gate, _ body: @escaping @Sendable (Int) async throws -> Void
    ) async -> [WriteTests.Rejected?] {
        await withTaskGroup(of: (Int, WriteTests.Rejected?).self) { group in
            for number in 0..<count {
                group.addTask {
                    do {
                        try await body(number)
                        return (number, nil)
                    } catch {
                        return (number, error as? WriteTests.Rejected ?? .init(reason: "\(error)"))
                    }
                }
            }
            gate.open()
            var outcomes = [WriteTests.Rejected?](repeating: nil, count: count)
            for await (number, outcome) in group { outcomes[number] = outcome }
            return outcomes
        }
    }
}
