import PacelineDatabase
import Testing

@Suite("Migrations")
struct MigrationTests {
    private let people = Migration("people", ["CREATE TABLE people (id \(type: .id) PRIMARY KEY)\(.strict)"])
    private let cities = Migration(
        "cities",
        ["ALTER TABLE people ADD COLUMN city \(type: .text)", "CREATE INDEX people_by_city ON people (city)"])

    @Test("Migrations are applied in order, and once")
    func orderAndOnce() async throws {
        let database = try SQLiteDatabase.inMemory()
        try await database.migrate([people])
        try await database.migrate([people, cities])
        try await database.migrate([people, cities])
        #expect(try await applied(database) == ["people", "cities"])
    }

    @Test("A database that a newer program made is refused, and left as it is")
    func unknown() async throws {
        let database = try SQLiteDatabase.inMemory()
        try await database.migrate([people, cities])
        await #expect(throws: DatabaseError.unknownMigration("cities")) {
            try await database.migrate([people, .names])
        }
        #expect(try await applied(database) == ["people", "cities"])
    }

    @Test("A migration that fails leaves nothing, and those before it stay")
    func failure() async throws {
        let database = try SQLiteDatabase.inMemory()
        let broken = Migration(
            "broken", ["CREATE TABLE half (id INTEGER)", "ALTER TABLE nowhere ADD COLUMN x INTEGER"])
        await #expect(throws: DatabaseError.sql(message: "no such table: nowhere")) {
            try await database.migrate([people, broken, cities])
        }
        #expect(try await applied(database) == ["people"])
        let half = try await database.read {
            try $0.exists("SELECT 1 FROM sqlite_schema WHERE name = 'half'")
        }
        #expect(!half)
    }

    @Test("Programs that start together apply each migration once")
    func concurrent() async throws {
        try await withDatabase { first, folder in
            let second = try SQLiteDatabase(path: folder.file("paceline.sqlite"))
            let migrations = [people, cities]
            async let one: Void = first.migrate(migrations)
            async let other: Void = second.migrate(migrations)
            _ = try await (one, other)
            #expect(try await applied(second) == ["people", "cities"])
            try await second.close()
        }
    }

    private func applied(_ database: SQLiteDatabase) async throws -> [String] {
        try await database.read {
            try $0.fetch("SELECT name FROM migrations ORDER BY rowid") { $0[0] as String }
        }
    }
}
