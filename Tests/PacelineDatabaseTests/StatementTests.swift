import PacelineDatabase
import Testing

@Suite("Statements")
struct StatementTests {
    @Test("A hostile value stays a value")
    func injection() async throws {
        try await withDatabase(.names) { database, _ in
            let hostile = "x'); DELETE FROM names; --"
            try await database.add("ana")
            try await database.add(hostile)
            #expect(try await database.names() == ["ana", hostile])
        }
    }

    @Test("Only one statement is run at a time")
    func severalStatements() async throws {
        try await withDatabase(.names) { database, _ in
            await #expect(throws: DatabaseError.self) {
                try await database.write { try $0.execute("DELETE FROM names; DELETE FROM names") }
            }
        }
    }

    @Test("A change tells how many rows it changed, and everything else changes none")
    func changes() async throws {
        let counts = try await withDatabase(.names) { database, _ in
            try await database.write { connection in
                [
                    try connection.execute("INSERT INTO names (name) VALUES ('a'), ('b'), ('c')"),
                    try connection.execute("SELECT name FROM names"),
                    try connection.execute("CREATE TABLE other (id INTEGER)"),
                    try connection.execute("UPDATE names SET name = name || '!' WHERE name > \("a")"),
                    try connection.execute("DELETE FROM names WHERE name = \("nobody")"),
                ]
            }
        }
        #expect(counts == [3, 0, 0, 2, 0])
    }

    @Test("The first row is found, and its absence, too")
    func first() async throws {
        try await withDatabase(.names) { database, _ in
            try await database.add("ana")
            let everyone: SQL = "SELECT name FROM names"
            let nobody: SQL = "SELECT name FROM names WHERE false"
            let found = try await database.read { try $0.fetchFirst(everyone) { $0[0] as String } }
            #expect(found == "ana")
            let missing = try await database.read { try $0.fetchFirst(nobody) { $0[0] as String } }
            #expect(missing == nil)
            #expect(try await database.read { try $0.exists(everyone) })
            #expect(try await !database.read { try $0.exists(nobody) })
        }
    }

    @Test("An insert can return what it made")
    func returning() async throws {
        try await withDatabase(.names) { database, _ in
            let position = try await database.write { connection in
                try connection.fetchFirst("INSERT INTO names (name) VALUES ('a') RETURNING position") {
                    $0[0] as Int
                }
            }
            #expect(position == 1)
            #expect(try await database.names() == ["a"])
        }
    }

    @Test("A statement can run again while its own rows are read")
    func reentrance() async throws {
        let pairs = try await SQLiteDatabase.inMemory().read { connection in
            let digits: SQL = "SELECT 1 UNION ALL SELECT 2"
            return try connection.fetch(digits) { outer -> [[Int]] in
                let left = outer[0] as Int
                return try connection.fetch(digits) { [left, $0[0] as Int] }
            }
        }
        #expect(pairs == [[[1, 1], [1, 2]], [[2, 1], [2, 2]]])
    }

    @Test("A placeholder that no value belongs to is refused rather than NULL")
    func strayPlaceholder() async throws {
        let database = try SQLiteDatabase.inMemory()
        await #expect(throws: DatabaseError.self) {
            try await database.read { try $0.fetch("SELECT $1") { $0[0] as Int? } }
        }
    }

    @Test("What cannot be understood says why")
    func syntaxError() async throws {
        let database = try SQLiteDatabase.inMemory()
        await #expect(throws: DatabaseError.sql(message: "no such table: nowhere")) {
            try await database.read { try $0.exists("SELECT 1 FROM nowhere") }
        }
    }
}
