import PacelineTestSupport
import Testing

@testable import PacelineDatabase

@Suite("Suspending a database", .timeLimit(.minutes(2)))
struct SuspensionTests {
    @Test("what has begun finishes, what has not fails, and afterwards the file is not locked")
    func suspending() async throws {
        try await withDatabase(.names) { database, folder in
            let gate = Gate()
            let running = Task {
                try await database.write { connection in
                    try connection.add("ana")
                    gate.pass()
                }
            }
            await gate.whenEntered()
            let suspending = Task { await database.suspend() }
            while !database.gate.isSuspended { await Task.yield() }
            let queued = Task { try await database.write { try $0.add("ben") } }
            gate.open()
            await suspending.value
            try await running.value
            await #expect(throws: DatabaseError.suspended) { try await queued.value }
            await #expect(throws: DatabaseError.suspended) { _ = try await database.names() }
            await #expect(throws: DatabaseError.suspended) {
                _ = try await database.readInBackground { _ in }
            }
            await #expect(throws: DatabaseError.suspended) { _ = try await database.dataVersion() }

            let other = try SQLiteDatabase(path: folder.file("paceline.sqlite"))
            try await other.add("cem")
            try await other.close()
            database.resume()
            try await database.add("dia")
            #expect(try await database.names() == ["ana", "cem", "dia"])
        }
    }

    @Test("in memory, suspending and resuming does the same")
    func inMemory() async throws {
        let database = try SQLiteDatabase.inMemory()
        try await database.migrate([.names])
        await database.suspend()
        await #expect(throws: DatabaseError.suspended) { try await database.add("ana") }
        await #expect(throws: DatabaseError.suspended) { _ = try await database.names() }
        database.resume()
        try await database.add("ana")
        #expect(try await database.names() == ["ana"])
        try await database.close()
    }

    @Test("the data version changes with writes of others, and not with one's own")
    func dataVersion() async throws {
        try await withDatabase(.names) { database, folder in
            let version = try await database.dataVersion()
            try await database.add("ana")
            _ = try await database.names()
            #expect(try await database.dataVersion() == version)
            let other = try SQLiteDatabase(path: folder.file("paceline.sqlite"))
            _ = try await other.names()
            #expect(try await database.dataVersion() == version)
            try await other.add("ben")
            #expect(try await database.dataVersion() != version)
            try await other.close()
        }
    }
}
