import PacelineDatabase
import Testing

@testable import PacelineEngine

@Suite("Steps of the schema")
struct SchemaStepTests {
    @Test("the steps of all features follow the baseline in the order of their numbers, each used once")
    func order() {
        let steps = [[4, 2], [], [3]].map { $0.map { SchemaStep($0, "step", []) } }
        let features = steps.map { EngineFeature(steps: $0, tables: []) }
        #expect(Schema.migrations(of: features).map(\.name) == ["baseline", "2 step", "3 step", "4 step"])
        let numbers = EngineFeature.all.flatMap(\.steps).map(\.number).sorted()
        #expect(numbers == Array(2..<2 + numbers.count))
    }

    @Test("a step stays as it was when it was merged")
    func unchanged() {
        // A new step is added here; a failure for one that is here means that it has to be put back.
        #expect(
            Schema.migrations.map { "\($0.name): \($0.fingerprint)" } == ["baseline: 82e5e316fc4385f2"])
    }

    @Test(
        "a community takes a later step as it is, once; who does not know the step refuses it", .world,
        arguments: StoredTableTests.implementations)
    func laterStep(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.comments("first", on: try await ana.publishes())
        let number = 2 + EngineFeature.all.flatMap(\.steps).count
        let step = SchemaStep(
            number, "pinned comments",
            ["ALTER TABLE comments ADD COLUMN is_pinned \(type: .integer) NOT NULL DEFAULT 0"])
        let newer = Schema.migrations(of: EngineFeature.all + [EngineFeature(steps: [step], tables: [])])
        for _ in 0..<2 { try await world.database.migrate(newer) }
        #expect(try await world.rows(of: "comments WHERE is_pinned = 0 AND text = 'first'") == 1)
        await #expect(throws: DatabaseError.unknownMigration("\(number) pinned comments")) {
            _ = try await PacelineEngine.Engine(database: world.database)
        }
    }

    @Test(
        "a database of the steps before the baseline is refused, and left as it is", .world,
        arguments: StoredTableTests.implementations)
    func beforeBaseline(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        try await world.database.write {
            try $0.send("UPDATE migrations SET name = 'people' WHERE name = 'baseline'")
        }
        let refused = await #expect(throws: DatabaseError.self) {
            _ = try await PacelineEngine.Engine(database: world.database)
        }
        guard case .unavailable(let reason) = refused else {
            Issue.record("refused for another reason: \(String(describing: refused))")
            return
        }
        #expect(reason.contains("“people” but not “baseline”"))
        #expect(try await world.rows(of: "migrations") == Schema.migrations.count)
    }
}

extension Migration {
    /// A number (FNV-1a) that is another one when the text of a statement is.
    fileprivate var fingerprint: String {
        let texts = [Dialect.sqlite, .postgres].flatMap { dialect in
            statements.map { $0.render(for: dialect).text + ";" }
        }
        let hash = texts.joined().utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
