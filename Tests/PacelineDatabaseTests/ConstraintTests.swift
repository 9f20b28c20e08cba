import PacelineDatabase
import PacelineTestSupport
import Testing

@Suite("Constraints", .timeLimit(.minutes(10)))
struct ConstraintTests {
    @Test("A duplicate value reports its table and columns", arguments: DatabaseKind.available)
    func unique(kind: DatabaseKind) async throws {
        try await expect(
            kind,
            "INSERT INTO people (id, team, username) VALUES (2, 'a', 'ana')",
            says: .unique(table: "people", columns: ["team", "username"]))
        try await expect(
            kind,
            "INSERT INTO people (id, team, username) VALUES (1, 'b', 'ben')",
            says: .unique(table: "people", columns: ["id"]))
    }

    @Test("A foreign key violation is reported", arguments: DatabaseKind.available)
    func foreignKey(kind: DatabaseKind) async throws {
        try await expect(kind, "INSERT INTO posts (author) VALUES (99)", says: .foreignKey)
        try await expect(kind, "DELETE FROM people WHERE id = 1", says: .foreignKey)
    }

    @Test(
        "A deferred foreign key fails only the write that violates it",
        arguments: DatabaseKind.available)
    func deferredForeignKey(kind: DatabaseKind) async throws {
        try await expect(kind, "INSERT INTO drafts (author) VALUES (99)", says: .foreignKey)
    }

    @Test("A check violation reports the name of the check", arguments: DatabaseKind.available)
    func check(kind: DatabaseKind) async throws {
        try await expect(
            kind,
            "INSERT INTO people (id, team, username, age) VALUES (2, 'a', 'ben', -1)",
            says: .check("age_is_positive"))
    }

    @Test("A missing value reports its column", arguments: DatabaseKind.available)
    func notNull(kind: DatabaseKind) async throws {
        try await expect(
            kind, "INSERT INTO people (id, team) VALUES (2, 'a')", says: .notNull("people.username"))
    }

    @Test("A strict table rejects a value of the wrong type")
    func strict() async throws {
        try await expect(
            .sqlite,
            "INSERT INTO people (id, team, username, age) VALUES (2, 'a', 'ben', 'old')",
            says: .sql(message: "cannot store TEXT value in INTEGER column people.age"))
    }

    /// Runs the statement together with a valid write, and expects only the statement to fail.
    private func expect(
        _ kind: DatabaseKind, _ sql: SQL, says error: DatabaseError,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await withDatabase(kind, .people) { database in
            let gate = Gate()
            async let held: Void = database.write { _ in gate.pass() }
            await gate.whenEntered()
            async let good: Int = database.write { try $0.execute("INSERT INTO posts (author) VALUES (1)") }
            let bad = Task { try await database.write { try $0.execute(sql) } }
            gate.open()
            try await held
            #expect(try await good == 1, sourceLocation: location)
            await #expect(throws: error, sourceLocation: location) { try await bad.value }
        }
    }
}

extension Migration {
    fileprivate static let people = Migration(
        "people",
        [
            """
            CREATE TABLE people (
                id INTEGER PRIMARY KEY,
                team TEXT NOT NULL,
                username TEXT NOT NULL,
                age INTEGER CONSTRAINT age_is_positive CHECK (age > 0),
                UNIQUE (team, username)
            )\(.strict)
            """,
            "CREATE TABLE posts (author INTEGER NOT NULL REFERENCES people (id))\(.strict)",
            """
            CREATE TABLE drafts (
                author INTEGER NOT NULL REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED
            )\(.strict)
            """,
            "INSERT INTO people (id, team, username) VALUES (1, 'a', 'ana')",
            "INSERT INTO posts (author) VALUES (1)",
        ])
}
