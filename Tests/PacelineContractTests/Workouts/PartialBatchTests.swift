import Foundation
import Paceline
import PacelineDatabase
import Testing

@testable import PacelineEngine

/// A row that fails after its first write is rolled back without affecting other rows.
@Suite("Batches with a row that fails after its first write") struct PartialBatchTests {
    private static let implementations = Implementation.withHybrid.filter {
        $0 == .engineOnFile || $0 == .engineOnPostgres
    }

    @Test("a row that violates a constraint after its first write", arguments: implementations)
    func constraint(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            // The feed item is inserted before the workout, whose insert then fails.
            try await world.database.write { connection in
                try connection.send("CREATE UNIQUE INDEX unique_titles ON workouts (title)")
            }
            try await ana.publishes("taken", as: .random())
            let drafts = (0..<100).map { index in
                IdentifiedDraft(
                    id: .random(),
                    draft: .sample(
                        index == 42 ? "taken" : "row \(index)", startedAt: world.clock.now,
                        visibility: .public))
            }
            let results = try await ana.services.publish(drafts)
            #expect(results.map(\.status) == drafts.indices.map { $0 == 42 ? .rejected : .created })
            #expect(results[42].error?.code == .invalidValue)
            #expect(try await Self.titles(in: world).count == 100)
            let remains = try await world.database.read {
                try $0.exists("SELECT 1 FROM items WHERE id = \(drafts[42].id)")
            }
            #expect(!remains)
            #expect(try await Self.events(in: world) == 100)
        }
    }

    @Test("a row that a rule rejects after its first write", arguments: implementations)
    func rule(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let engine = try await PacelineEngine.Engine(
                database: world.database, environment: .init(now: { world.clock.now }, passwordCost: .fast))
            let session = engine.session(for: ana.id)
            let drafts = (0..<3).map {
                WorkoutDraft.sample("row \($0)", startedAt: world.clock.now, visibility: .public)
            }
            let rejected = try await session.write(inParts: true) { transaction in
                try drafts.map { draft in
                    let outcome = try transaction.attempt {
                        _ = try transaction.publish(draft, as: .random(), ifMatch: nil) {}
                        if draft.title == "row 1" { throw SocialError(.limitReached, "That is enough.") }
                    }
                    return if case .failure(let error) = outcome { error.code } else {
                        nil as SocialError.Code?
                    }
                }
            }
            #expect(rejected == [nil, .limitReached, nil])
            #expect(try await Self.titles(in: world) == ["row 0", "row 2"])
            #expect(try await Self.events(in: world) == 2)
        }
    }

    @Test("a row that a rule rejects after a statement whose failure was ignored", arguments: implementations)
    func ruleAfterConstraint(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let engine = try await PacelineEngine.Engine(
                database: world.database, environment: .init(now: { world.clock.now }, passwordCost: .fast))
            let rejected = try await engine.session(for: ana.id).write(inParts: true) { transaction in
                try (0..<3).map { index in
                    let outcome = try transaction.attempt {
                        let name = "part \(index)"
                        for _ in 0...(index % 2) {
                            try transaction.connection.send(
                                "INSERT INTO secrets (name, value) VALUES (\(name), \([UInt8]()))")
                        }
                        if index == 1 { throw SocialError(.limitReached, "That is enough.") }
                    }
                    return if case .failure = outcome { true } else { false }
                }
            }
            #expect(rejected == [false, true, false])
            let kept = try await world.database.read { connection in
                try connection.fetch("SELECT name FROM secrets WHERE name LIKE 'part %' ORDER BY name") {
                    $0[0] as String
                }
            }
            #expect(kept == ["part 0", "part 2"])
        }
    }

    private static func titles(in world: World) async throws -> [String] {
        try await world.database.read { connection in
            try connection.fetch("SELECT title FROM workouts ORDER BY title") { $0[0] as String }
        }
    }

    private static func events(in world: World) async throws -> Int {
        try await world.database.read { connection in
            try connection.fetch("SELECT 1 FROM events WHERE kind = 'publishedWorkout'") { _ in 1 }.count
        }
    }
}
