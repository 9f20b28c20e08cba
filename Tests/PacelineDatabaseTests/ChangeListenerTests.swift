import PacelineDatabase
import PacelinePostgres
import PacelineTestSupport
import Testing

@Suite("Change listeners", .timeLimit(.minutes(10)))
struct ChangeListenerTests {
    @Test(
        "A write that notifies reaches a listener", arguments: DatabaseKind.available)
    func announcement(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            var changes = database.changes().makeAsyncIterator()
            try await database.addNotifying("ana")
            #expect(await changes.next() != nil)
            #expect(try await database.names() == ["ana"])
        }
    }

    @Test("A write that fails notifies no one, and closing the database ends the stream")
    func silence() async throws {
        let database = try SQLiteDatabase.inMemory()
        try await database.migrate([.names])
        var changes = database.changes().makeAsyncIterator()
        try await database.addNotifying("ana")
        #expect(await changes.next() != nil)
        await #expect(throws: DatabaseError.self) { try await database.addNotifying("ana") }
        try await database.close()
        #expect(await changes.next() == nil)
    }

    @Test("A write on one server notifies a listener on another", .enabled(if: TestPostgres.address != nil))
    func betweenServers() async throws {
        try await TestPostgres.withDatabase { address in
            let one = try PostgresDatabase(address: address)
            let other = try PostgresDatabase(address: address)
            try await one.migrate([.names])
            var changes = other.changes().makeAsyncIterator()
            // The first element reports that the subscription started.
            _ = await changes.next()
            try await one.addNotifying("ana")
            #expect(await changes.next() != nil)
            #expect(try await other.names() == ["ana"])
            try await one.close()
            try await other.close()
            while await changes.next() != nil {}
        }
    }
}

extension Database {
    fileprivate func addNotifying(_ name: String) async throws {
        try await write { connection in
            try connection.add(name)
            connection.notifyListeners()
        }
    }
}
