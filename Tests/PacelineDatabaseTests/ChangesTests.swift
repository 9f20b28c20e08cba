import PacelineDatabase
import PacelinePostgres
import PacelineTestSupport
import Testing

@Suite("News of changes", .timeLimit(.minutes(10)))
struct ChangesTests {
    @Test(
        "Who follows the changes is told of a write that announces itself", arguments: DatabaseKind.available)
    func announcement(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            var news = database.changes().makeAsyncIterator()
            try await database.announce("ana")
            #expect(await news.next() != nil)
            #expect(try await database.names() == ["ana"])
        }
    }

    @Test("A write that fails announces nothing, and the end of the database ends the news")
    func silence() async throws {
        let database = try SQLiteDatabase.inMemory()
        try await database.migrate([.names])
        var news = database.changes().makeAsyncIterator()
        try await database.announce("ana")
        #expect(await news.next() != nil)
        await #expect(throws: DatabaseError.self) { try await database.announce("ana") }
        try await database.close()
        #expect(await news.next() == nil)
    }

    @Test("What one server writes, the other is told of", .enabled(if: TestPostgres.address != nil))
    func betweenServers() async throws {
        try await TestPostgres.withDatabase { address in
            let one = try PostgresDatabase(address: address)
            let other = try PostgresDatabase(address: address)
            try await one.migrate([.names])
            var news = other.changes().makeAsyncIterator()
            // The first is that it listens now.
            _ = await news.next()
            try await one.announce("ana")
            #expect(await news.next() != nil)
            #expect(try await other.names() == ["ana"])
            try await one.close()
            try await other.close()
            while await news.next() != nil {}
        }
    }
}

extension Database {
    fileprivate func announce(_ name: String) async throws {
        try await write { connection in
            try connection.add(name)
            connection.announceChange()
        }
    }
}
