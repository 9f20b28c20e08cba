import PacelineDatabase
import Testing

@testable import PacelineEngine

/// The declarations of tables match both databases.
@Suite("Tables of features")
struct StoredTableTests {
    static let implementations = Implementation.allCases.filter {
        $0 == .engineInMemory || $0 == .engineOnPostgres
    }

    @Test(
        "each table is declared once, consistent with its keys, foreign keys and indexes", .world,
        arguments: implementations)
    func declared(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let database = try await world.database.read { try DatabaseTables($0) }
        #expect(EngineFeature.tables(in: world.database).mismatches(of: database) == [])
    }

    @Test("every counter column is recounted", .world, arguments: implementations)
    func counted(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let database = try await world.database.read { try DatabaseTables($0) }
        let columns = database.tables.flatMap { table in table.value.columns.map { "\(table.key).\($0)" } }
            .filter { $0.hasSuffix("_count") }
        let counters = EngineFeature.all.flatMap(\.counters).map(\.name)
        // A workout's own value, not a count of rows.
        #expect(Set(columns).subtracting(counters) == ["workouts.exercise_count"])
    }

    @Test("a wrong declaration is found", .world, arguments: implementations)
    func mismatched(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let database = try await world.database.read { try DatabaseTables($0) }
        let declared = EngineFeature.tables(in: world.database)
        #expect(
            declared.filter { $0.name != "kudos" }.mismatches(of: database) == [
                "kudos is not declared by any feature"
            ])
        #expect(
            (declared + declared.filter { $0.name == "mutes" }).mismatches(of: database) == [
                "mutes is declared twice"
            ])
        for wrong in WrongDeclaration.all {
            let found = (declared.filter { $0.name != wrong.table.name } + [wrong.table])
                .mismatches(of: database)
            #expect(found.contains(wrong.mismatch), "\(wrong.table.name): \(found)")
        }
    }

    @Test(
        "exactly the columns that hold a person's id are declared", .world, arguments: implementations)
    func named(_ implementation: Implementation) async throws {
        let scene = try await ErasureScene(World.current(on: implementation))
        let database = scene.world.database
        for table in EngineFeature.tables(in: database) {
            let named = try await database.read { connection in
                let columns = try DatabaseTables(connection).tables[table.name]?.byteColumns ?? []
                return try columns.filter { column in
                    try connection.exists(
                        """
                        SELECT 1 FROM \(raw: table.name)
                        WHERE \(raw: column) IN (SELECT id FROM people)
                        """)
                }
            }
            #expect(Set(named) == Set(table.people.keys), "\(table.name)")
        }
    }

    @Test(
        "cascading deletions keep the counters of other people right", .world,
        arguments: implementations)
    func cascades(_ implementation: Implementation) async throws {
        let scene = try await ErasureScene(World.current(on: implementation))
        for table in EngineFeature.tables(in: scene.world.database) {
            for (column, erasure) in table.people where erasure == .cascade {
                let differences = try await scene.differences(deletingFrom: table.name, by: column)
                #expect(differences == [], "\(table.name).\(column)")
            }
        }
        // Friendships, memberships and standings are counted for others.
        for (table, column) in [("edges", "follower"), ("group_members", "person"), ("standings", "owner")] {
            #expect(try await scene.differences(deletingFrom: table, by: column) != [], "\(table)")
        }
    }
}

/// A wrong declaration, and the mismatch it causes.
private struct WrongDeclaration {
    let table: StoredTable
    let mismatch: String

    init(_ mismatch: String, _ table: StoredTable) {
        self.table = table
        self.mismatch = mismatch
    }

    static let all = [
        WrongDeclaration("ghosts does not exist", StoredTable("ghosts", export: .derived)),
        WrongDeclaration("kudos: person refers to a person", kudos(people: [:])),
        WrongDeclaration(
            "kudos: there is no column giver", kudos(people: ["person": .byFeature, "giver": .expires])),
        WrongDeclaration(
            "kudos: person is declared anonymized, and has CASCADE", kudos(people: ["person": .anonymized])),
        WrongDeclaration(
            "kudos: person is declared transferred, and has CASCADE", kudos(people: ["person": .transferred])),
        WrongDeclaration(
            "kudos: person is declared expires, and has CASCADE", kudos(people: ["person": .expires])),
        WrongDeclaration("kudos: only rows of people are people", kudos(people: ["person": .isPerson])),
        WrongDeclaration(
            "kudos: cascades from [:], but the database says [\"item\": \"items\"]",
            StoredTable(
                "kudos", people: ["person": .byFeature], export: .exported(to: ["person"]))),
        WrongDeclaration(
            "kudos: item is exported to, but names no person", kudos(export: .exported(to: ["item"]))),
        WrongDeclaration("kudos: exported to no person", kudos(export: .exported())),
        WrongDeclaration(
            "kudos: cannot be exported with comments", kudos(export: .exported(with: "comments"))),
        WrongDeclaration(
            "kudos: rows that name people must be exported to them", kudos(export: .whereShown)),
        WrongDeclaration(
            "standings: owner is declared cascade, and has no foreign key",
            StoredTable("standings", people: ["owner": .cascade], export: .derived)),
        WrongDeclaration(
            "standings: owner is declared expires, and has no foreign key",
            StoredTable("standings", people: ["owner": .expires], export: .derived)),
        WrongDeclaration(
            "standings: owner is declared withRow, and has no foreign key",
            StoredTable("standings", people: ["owner": .withRow], export: .derived)),
        WrongDeclaration(
            "comments: author is declared cascade, and has SET NULL",
            StoredTable("comments", people: ["author": .cascade], export: .derived)),
        WrongDeclaration(
            "groups: owner is declared byFeature, and has RESTRICT",
            StoredTable("groups", people: ["owner": .byFeature], export: .derived)),
        WrongDeclaration(
            "people: only rows of people are people", StoredTable("people", export: .derived)),
        WrongDeclaration(
            "workouts: cannot be exported with items",
            StoredTable("workouts", export: .exported(with: "items"))),
        WrongDeclaration(
            "sessions: the primary key is not person", sessions(key: "person", instant: "expires_at")),
        WrongDeclaration(
            "sessions: created_at is not indexed", sessions(key: "id", instant: "created_at")),
    ]

    private static func kudos(
        people: [String: StoredTable.Erasure] = ["person": .byFeature],
        export: StoredTable.Export = .exported(with: "items")
    ) -> StoredTable {
        StoredTable("kudos", people: people, cascadesFrom: ["item": "items"], export: export)
    }

    private static func sessions(key: String, instant: String) -> StoredTable {
        StoredTable(
            "sessions", people: ["person": .cascade],
            lifetime: .limited(RetentionRule(key: key, instant: instant, lifetime: 0)), export: .derived)
    }
}
