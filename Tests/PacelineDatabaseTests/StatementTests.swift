import PacelineDatabase
import Testing

@Suite("Statements")
struct StatementTests {
    @Test("A value that looks like SQL stays a value", arguments: DatabaseKind.available)
    func injection(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            let hostile = "x'); DELETE FROM names; --"
            try await database.add("ana")
            try await database.add(hostile)
            #expect(try await database.names() == ["ana", hostile])
        }
    }

    @Test("Several statements in one text are rejected", arguments: DatabaseKind.available)
    func severalStatements(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            await #expect(throws: DatabaseError.self) {
                try await database.write { try $0.execute("DELETE FROM names; DELETE FROM names") }
            }
        }
    }

    @Test(
        "A change returns the number of changed rows, and other statements return 0",
        arguments: DatabaseKind.available)
    func changes(kind: DatabaseKind) async throws {
        let counts = try await withDatabase(kind, .names) { database in
            let (first, unknown) = ("a", "d")
            return try await database.write { connection in
                [
                    try connection.execute("INSERT INTO names (name) VALUES ('a'), ('b'), ('c')"),
                    try connection.execute("SELECT name FROM names"),
                    try connection.execute("CREATE TABLE other (id INTEGER)"),
                    try connection.execute("UPDATE names SET name = name || '!' WHERE name > \(first)"),
                    try connection.execute("DELETE FROM names WHERE name = \(unknown)"),
                ]
            }
        }
        #expect(counts == [3, 0, 0, 2, 0])
    }

    @Test(
        "Rows are inserted in order, and ON CONFLICT applies", arguments: DatabaseKind.available)
    func rows(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            try await database.write { connection in
                try connection.send("INSERT INTO names (name)", rows: .named("cleo", "ana"))
                try connection.send("INSERT INTO names (name)", rows: SQLRows())
                try connection.send(
                    "INSERT INTO names (name)", rows: .named("ana", "ben"),
                    ending: "ON CONFLICT (name) DO UPDATE SET name = names.name || '!'")
            }
            #expect(try await database.names() == ["cleo", "ana!", "ben"])
        }
    }

    @Test("If one of many rows is rejected, none is kept", arguments: DatabaseKind.available)
    func rejectedRow(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            await #expect(throws: DatabaseError.unique(table: "names", columns: ["name"])) {
                try await database.write { connection in
                    try connection.send("INSERT INTO names (name)", rows: .named("ana", "ben", "ana"))
                }
            }
            let names = try await database.names()
            #expect(names.isEmpty)
        }
    }

    @Test("Rows with different numbers of values are rejected", arguments: DatabaseKind.available)
    func unequalRows(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            let message = "The rows of one insert have different numbers of values."
            await #expect(throws: DatabaseError.sql(message: message)) {
                try await database.write { connection in
                    var rows = SQLRows()
                    rows.append("ana")
                    rows.append("ben", 1)
                    try connection.send("INSERT INTO names (name)", rows: rows)
                }
            }
            let names = try await database.names()
            #expect(names.isEmpty)
        }
    }

    @Test("A read cannot insert rows", arguments: DatabaseKind.available)
    func rowsInRead(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            await #expect(throws: DatabaseError.sql(message: "A read cannot change the database.")) {
                try await database.read { try $0.send("INSERT INTO names (name)", rows: .named("ana")) }
            }
            let names = try await database.names()
            #expect(names.isEmpty)
        }
    }

    @Test("fetchFirst returns the first row or nil", arguments: DatabaseKind.available)
    func first(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            try await database.add("ana")
            let everyone: SQL = "SELECT name FROM names"
            let noOne: SQL = "SELECT name FROM names WHERE false"
            let found = try await database.read { try $0.fetchFirst(everyone) { $0[0] as String } }
            #expect(found == "ana")
            let missing = try await database.read { try $0.fetchFirst(noOne) { $0[0] as String } }
            #expect(missing == nil)
            #expect(try await database.read { try $0.exists(everyone) })
            #expect(try await !database.read { try $0.exists(noOne) })
        }
    }

    @Test("An insert can return generated values", arguments: DatabaseKind.available)
    func returning(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            let position = try await database.write { connection in
                try connection.fetchFirst("INSERT INTO names (name) VALUES ('a') RETURNING position") {
                    $0[0] as Int
                }
            }
            #expect(position == 1)
            #expect(try await database.names() == ["a"])
        }
    }

    @Test("A statement can run again while its rows are being read", arguments: DatabaseKind.available)
    func reentrance(kind: DatabaseKind) async throws {
        let pairs = try await withDatabase(kind) { database in
            try await database.read { connection in
                let digits: SQL = "SELECT 1 UNION ALL SELECT 2"
                return try connection.fetch(digits) { outer -> [[Int]] in
                    let left = outer[0] as Int
                    return try connection.fetch(digits) { [left, $0[0] as Int] }
                }
            }
        }
        #expect(pairs == [[[1, 1], [1, 2]], [[2, 1], [2, 2]]])
    }

    @Test(
        "A placeholder without a value is rejected instead of being NULL",
        arguments: DatabaseKind.available)
    func strayPlaceholder(kind: DatabaseKind) async throws {
        try await withDatabase(kind) { database in
            await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.fetch("SELECT $1") { $0[0] as Int? } }
            }
        }
    }

    @Test("An invalid statement reports the reason", arguments: DatabaseKind.available)
    func syntaxError(kind: DatabaseKind) async throws {
        let words = [
            DatabaseKind.sqlite: "no such table: nowhere", .postgres: "relation \"nowhere\" does not exist",
        ]
        try await withDatabase(kind) { database in
            await #expect(throws: DatabaseError.sql(message: words[kind] ?? "")) {
                try await database.read { try $0.exists("SELECT 1 FROM nowhere") }
            }
        }
    }

    @Test(
        "Statements that are sent without waiting run in order with all others",
        arguments: DatabaseKind.available
    )
    func sending(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            try await database.write { connection in
                for name in ["a", "b", "c"] {
                    try connection.send("INSERT INTO names (name) VALUES (\(name))")
                }
                #expect(try connection.names() == ["a", "b", "c"])
                try connection.send("DELETE FROM names WHERE name = 'b'")
            }
            #expect(try await database.names() == ["a", "c"])
        }
    }

    @Test(
        "A sent statement that fails rolls back the write, even if it is the last one",
        arguments: DatabaseKind.available)
    func failedSend(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            await #expect(throws: DatabaseError.unique(table: "names", columns: ["name"])) {
                try await database.write { connection in
                    try connection.add("a")
                    try connection.send("INSERT INTO names (name) VALUES ('a')")
                }
            }
            let names = try await database.names()
            #expect(names.isEmpty)
        }
    }

    @Test(
        "A statement accepts values of another type than before",
        arguments: DatabaseKind.available)
    func types(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            let lengths = try await database.read { connection in
                try [SQLValue.null, .text("four"), .null, .text("abc"), .blob([1, 2])].map { value in
                    try connection.fetchFirst("SELECT length(\(value))") { $0[0] as Int? } ?? nil
                }
            }
            #expect(lengths == [nil, 4, nil, 3, 2])
        }
    }
}

extension SQLRows {
    fileprivate static func named(_ names: String...) -> SQLRows {
        SQLRows(names.map { [.text($0)] })
    }
}
