import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import PacelinePostgres
import PacelineTestSupport
import Testing

/// Checks everything that the engine shows in random worlds against the privacy rule, row by row.
///
/// `PACELINE_PRIVACY_WORLDS` sets the number of worlds (300 by default, 4,000 in a deep run), `PACELINE_PRIVACY_SEED`
/// the first seed.
@Suite("Privacy") struct PrivacyTests {
    static let worlds =
        ProcessInfo.processInfo.environment["PACELINE_PRIVACY_WORLDS"].flatMap(UInt64.init)
        ?? Repetitions.count(300, deep: 4_000)
    static let firstSeed =
        ProcessInfo.processInfo.environment["PACELINE_PRIVACY_SEED"].flatMap(UInt64.init) ?? 1

    /// Fewer worlds are enough to find differences between the databases.
    static let worldsOnPostgres = max(1, worlds / 8)

    @Test("In every world, people see exactly what the rule allows", arguments: shards)
    func peopleSeeExactlyWhatTheRuleAllows(_ shard: UInt64) async throws {
        for seed in Self.seeds(of: shard, among: Self.worlds) {
            let database = try SQLiteDatabase.inMemory()
            try await Self.check(seed: seed, in: database)
            try await database.close()
        }
    }

    @Test(
        "On PostgreSQL, too, people see exactly what the rule allows",
        .enabled(if: TestPostgres.address != nil, "\(TestPostgres.skipReason)"), arguments: shards)
    func peopleSeeExactlyWhatTheRuleAllowsOnPostgres(_ shard: UInt64) async throws {
        for seed in Self.seeds(of: shard, among: Self.worldsOnPostgres) {
            try await Self.template.withCopy { address in
                let database = try PostgresDatabase(address: address)
                try await Self.check(seed: seed, in: database)
                try await database.close()
            }
        }
    }

    private static let template = TemplateDatabase("template_privacy") { address in
        let database = try PostgresDatabase(address: address)
        _ = try await Engine(database: database)
        try await database.close()
    }

    /// The number of worlds checked in parallel.
    private static let shards = 0..<4 as Range<UInt64>

    private static func seeds(of shard: UInt64, among count: UInt64) -> some Sequence<UInt64> {
        stride(from: shard, to: count, by: shards.count).map { firstSeed &+ $0 }
    }

    private static func check(seed: UInt64, in database: any Database) async throws {
        do {
            let world = try await RandomWorld.make(seed: seed, in: database)
            for viewer in world.people.indices { try await world.check(asSeenBy: viewer) }
            try await world.checkTraining()
            try await world.checkAchievements()
            try expect(try await world.engine.check(), [], "counters")
            try expect(try await world.engine.verifyLedger().faults, [], "ledger")
            try await world.checkTournaments()
        } catch {
            Issue.record("World of seed \(seed): \(error)")
            throw error
        }
    }
}

/// The engine shows something else than the rule allows.
struct PrivacyMismatch: Error, CustomStringConvertible {
    let description: String
}

func expect<Value: Equatable>(_ shown: Value, _ allowed: Value, _ what: String) throws {
    guard shown == allowed else {
        throw PrivacyMismatch(description: "\(what): shown \(shown), allowed \(allowed)")
    }
}
