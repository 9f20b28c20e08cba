import PacelineDatabase
import PacelinePostgres
import PacelineTestSupport
import Testing

@Suite("Migrations")
struct MigrationTests {
    private let people = Migration("people", ["CREATE TABLE people (id \(type: .id) PRIMARY KEY)\(.strict)"])
    private let cities = Migration(
        "cities",
        ["ALTER TABLE people ADD COLUMN city \(type: .text)", "CREATE INDEX people_by_city ON people (city)"])

    @Test("Migrations apply in order, each once", arguments: DatabaseKind.available)
    func orderAndOnce(kind: DatabaseKind) async throws {
        try await withDatabase(kind) { database in
            try await database.migrate([people])
            try await database.migrate([people, cities])
            try await database.migrate([people, cities])
            #expect(try await applied(database) == ["people", "cities"])
        }
    }

    @Test(
        "A database from a newer program is rejected and left unchanged",
        arguments: DatabaseKind.available)
    func unknown(kind: DatabaseKind) async throws {
        try await withDatabase(kind, people, cities) { database in
            await #expect(throws: DatabaseError.unknownMigration("cities")) {
                try await database.migrate([people, .names])
            }
            let applied = try await applied(database)
            #expect(applied == ["people", "cities"])
        }
    }

    @Test(
        "A database with other migrations but without the first is rejected and left unchanged",
        arguments: DatabaseKind.available)
    func foreign(kind: DatabaseKind) async throws {
        try await withDatabase(kind, people, cities) { database in
            let error = await #expect(throws: DatabaseError.self) { try await database.migrate([.names]) }
            guard case .unavailable(let reason) = error else {
                Issue.record("rejected for another reason: \(String(describing: error))")
                return
            }
            #expect(reason.contains("“people”"))
            let applied = try await applied(database)
            #expect(applied == ["people", "cities"])
        }
    }

    @Test(
        "A migration that fails changes nothing, and earlier ones stay", arguments: DatabaseKind.available)
    func failure(kind: DatabaseKind) async throws {
        let broken = Migration(
            "broken", ["CREATE TABLE half (id INTEGER)", "ALTER TABLE nowhere ADD COLUMN x INTEGER"])
        try await withDatabase(kind) { database in
            await #expect(throws: DatabaseError.self) {
                try await database.migrate([people, broken, cities])
            }
            let applied = try await applied(database)
            #expect(applied == ["people"])
            await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.exists("SELECT 1 FROM half") }
            }
        }
    }

    @Test("Programs that start together apply each migration once")
    func concurrent() async throws {
        try await withDatabase { first, folder in
            try await expectOnce(first, try SQLiteDatabase(path: folder.file("paceline.sqlite")))
        }
    }

    @Test("Servers that start together apply each migration once", .enabled(if: TestPostgres.address != nil))
    func concurrentServers() async throws {
        try await TestPostgres.withDatabase { address in
            let first = try PostgresDatabase(address: address)
            try await expectOnce(first, try PostgresDatabase(address: address))
            try await first.close()
        }
    }

    private func expectOnce(_ first: any Database, _ second: any Database) async throws {
        let migrations = [people, cities]
        async let one: Void = first.migrate(migrations)
        async let other: Void = second.migrate(migrations)
        _ = try await (one, other)
        #expect(try await applied(second) == ["people", "cities"])
        try await second.close()
    }

    private func applied(_ database: any Database) async throws -> [String] {
        try await database.read {
            try $0.fetch("SELECT name FROM migrations ORDER BY applied_at") { $0[0] as String }
        }
    }
}
