import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import PacelinePostgres
import PacelineTestSupport
import Testing

/// Holds everything that the engine shows in random worlds against the one rule, row by row.
///
/// `PACELINE_PRIVACY_WORLDS` says how many worlds (2,000 unless told), `PACELINE_PRIVACY_SEED` where they begin.
@Suite("Privacy") struct PrivacyTests {
    static let worlds =
        ProcessInfo.processInfo.environment["PACELINE_PRIVACY_WORLDS"].flatMap(UInt64.init) ?? 2_000
    static let firstSeed =
        ProcessInfo.processInfo.environment["PACELINE_PRIVACY_SEED"].flatMap(UInt64.init) ?? 1

    /// The SQL is the same, its databases are not: fewer worlds show whether one understands it differently.
    static let worldsOnPostgres = worlds / 20

    @Test("In every world, everybody sees what the rule allows and nothing else")
    func everybodySeesWhatTheRuleAllows() async throws {
        try await Self.checkWorlds(Self.worlds) { seed in
            let database = try SQLiteDatabase.inMemory()
            try await Self.check(seed: seed, in: database)
            try await database.close()
        }
    }

    @Test(
        "On PostgreSQL, too, everybody sees what the rule allows and nothing else",
        .enabled(if: TestPostgres.address != nil, "\(TestPostgres.absence)"))
    func everybodySeesWhatTheRuleAllowsOnPostgres() async throws {
        let template = TemplateDatabase("template_privacy") { address in
            let database = try PostgresDatabase(address: address)
            _ = try await Engine(database: database)
            try await database.close()
        }
        try await Self.checkWorlds(Self.worldsOnPostgres) { seed in
            try await template.withCopy { address in
                let database = try PostgresDatabase(address: address)
                try await Self.check(seed: seed, in: database)
                try await database.close()
            }
        }
    }

    private static func checkWorlds(
        _ count: UInt64, _ check: @escaping @Sendable (_ seed: UInt64) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            for lane in 0..<4 as Range<UInt64> {
                group.addTask {
                    for offset in stride(from: lane, to: count, by: 4) {
                        try await check(firstSeed &+ offset)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func check(seed: UInt64, in database: any Database) async throws {
        do {
            let world = try await RandomWorld.make(seed: seed, in: database)
            for viewer in world.people.indices { try await world.check(asSeenBy: viewer) }
            try expect(try await world.engine.check(), [], "counters")
        } catch {
            Issue.record("World of seed \(seed): \(error)")
            throw error
        }
    }
}

/// That something shown is not what the rule allows.
struct Disagreement: Error, CustomStringConvertible {
    let description: String
}

func expect<Value: Equatable>(_ shown: Value, _ allowed: Value, _ what: String) throws {
    guard shown == allowed else {
        throw Disagreement(description: "\(what): shown \(shown), allowed \(allowed)")
    }
}
