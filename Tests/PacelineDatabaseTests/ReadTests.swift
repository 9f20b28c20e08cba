import PacelineDatabase
import PacelineTestSupport
import Testing

@Suite("Reads", .timeLimit(.minutes(10)))
struct ReadTests {
    struct Rejected: Error, Equatable {
        let reason: String
    }

    @Test("A read sees one snapshot, although writes continue", arguments: DatabaseKind.available)
    func snapshot(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            let gate = Gate()
            async let seen: [Int] = database.readInBackground { connection in
                let before = try connection.names().count
                gate.pass()
                return [before, try connection.names().count]
            }
            await gate.whenEntered()
            try await database.add("ana")
            gate.open()
            #expect(try await seen == [0, 0])
            #expect(try await database.names() == ["ana"])
        }
    }

    @Test("A read sees all of a write or none of it", arguments: DatabaseKind.available)
    func wholeWrites(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 0..<100 {
                        try await database.write { connection in
                            try connection.add("left \(number)")
                            try connection.add("right \(number)")
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<300 {
                        let count = try await database.names().count
                        #expect(count.isMultiple(of: 2))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("The next read sees an acknowledged write", arguments: DatabaseKind.available)
    func ownWrites(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            for number in 1...100 {
                try await database.add("\(number)")
                #expect(try await database.names().count == number)
            }
        }
    }

    @Test("A read cannot write", arguments: DatabaseKind.available)
    func readOnly(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { try await expectReadOnly($0) }
    }

    @Test("A read in memory cannot write")
    func readOnlyInMemory() async throws {
        try await expectReadOnly(try SQLiteDatabase.inMemory())
    }

    private func expectReadOnly(_ database: any Database) async throws {
        await #expect(throws: DatabaseError.sql(message: "A read cannot change the database.")) {
            _ = try await database.read { try $0.execute("CREATE TABLE other (id INTEGER)") }
        }
        try await database.ping()
    }

    @Test("There can be more concurrent reads than connections", arguments: DatabaseKind.available)
    func manyReads(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names, connections: 2) { database in
            let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 1...500 {
                    group.addTask {
                        try await database.read {
                            try $0.fetchFirst("SELECT \(number)") { $0[0] as Int } ?? 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(sum == 125_250)
        }
    }

    @Test(
        "The error of a read reaches its caller unchanged, and the connection stays usable",
        arguments: DatabaseKind.available)
    func errors(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names, connections: 1) { database in
            await #expect(throws: Rejected(reason: "because")) {
                try await database.read { _ in throw Rejected(reason: "because") }
            }
            let names = try await database.names()
            #expect(names.isEmpty)
        }
    }

    @Test("A cancelled read does not run", arguments: DatabaseKind.available)
    func cancellation(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await database.read { _ in _ = Issue.record("The cancelled read ran.") }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
