import PacelineDatabase
import Testing

@Suite("Reads")
struct ReadTests {
    struct Refused: Error, Equatable {
        let reason: String
    }

    @Test("A read sees one state, whatever is written meanwhile")
    func snapshot() async throws {
        try await withDatabase(.names) { database, _ in
            let gate = Gate()
            async let seen: [Int] = database.read { connection in
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

    @Test("A read sees all of a write or nothing of it")
    func wholeWrites() async throws {
        try await withDatabase(.names) { database, _ in
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

    @Test("A write that was acknowledged is seen by the next read")
    func ownWrites() async throws {
        try await withDatabase(.names) { database, _ in
            for number in 1...100 {
                try await database.add("\(number)")
                #expect(try await database.names().count == number)
            }
        }
    }

    @Test("A read cannot write", arguments: [true, false])
    func readOnly(isInMemory: Bool) async throws {
        try await withDatabase(.names) { file, _ in
            let database = isInMemory ? try SQLiteDatabase.inMemory() : file
            await #expect(throws: DatabaseError.sql(message: "A read cannot change the database.")) {
                _ = try await database.read { try $0.execute("CREATE TABLE other (id INTEGER)") }
            }
            try await database.ping()
        }
    }

    @Test("There may be more reads at once than connections for them")
    func manyReads() async throws {
        try await withDatabase(.names, readerCount: 2) { database, _ in
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

    @Test("What a read throws reaches its caller unchanged, and the connection goes on")
    func errors() async throws {
        try await withDatabase(.names, readerCount: 1) { database, _ in
            await #expect(throws: Refused(reason: "because")) {
                try await database.read { _ in throw Refused(reason: "because") }
            }
            let names = try await database.names()
            #expect(names.isEmpty)
        }
    }

    @Test("A cancelled read does not run")
    func cancellation() async throws {
        try await withDatabase(.names) { database, _ in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await database.read { _ in _ = Issue.record("It ran.") }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
