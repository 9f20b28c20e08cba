import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineBenchmark

@Suite("Benchmark communities")
struct LargeCommunityTests {
    @Test("Generated communities satisfy the schema and have correct counters")
    func generatedCommunities() async throws {
        let rowers = LargeCommunity(
            people: 1_200, friendsEach: 10, workouts: 4_800, popular: 2, manyFriends: 60)
        try await Self.generating(rowers) { engine in
            let session = engine.session(for: LargeCommunity.person(7))
            let feed = try await session.feed(FeedQuery(), PageRequest(limit: 20))
            #expect(feed.items.count == 20)
        }
        let players = LargeCommunity(
            people: 1_200, friendsEach: 0, workouts: 0, popular: 0, manyFriends: 0, scoredDays: 3)
        try await Self.generating(players) { engine in
            let session = engine.session(for: LargeCommunity.person(7))
            let board = LeaderboardQuery(scope: .global, range: .all, game: LargeCommunity.game)
            let page = try await session.leaderboard(board, PageRequest(limit: 100))
            #expect(page.rows.count == 100)
        }
    }

    @Test("The key of a generated community names the schema, the policy and every parameter")
    func keys() {
        let large = LargeCommunity()
        #expect(large.key == LargeCommunity().key)
        #expect(large.key.contains("schema \(Engine.newestSchemaStep), policy "))
        #expect(Engine.newestSchemaStep.first?.isNumber == true)
        var others = [LargeCommunity](repeating: large, count: 6)
        others[0].people += 1
        others[1].friendsEach += 1
        others[2].workouts += 1
        others[3].popular += 1
        others[4].manyFriends += 1
        others[5].scoredDays += 1
        #expect(Set(([large, .players] + others).map(\.key)).count == 8)
    }

    private static func generating(
        _ community: LargeCommunity, _ inspect: (Engine) async throws -> Void
    ) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path()
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        try await community.generate(at: path)
        let database = try SQLiteDatabase(path: path)
        let engine = try await Engine(database: database, environment: BenchmarkKey.environment())
        let differences = try await engine.check()
        #expect(differences == [])
        #expect(try await engine.verifyLedger().faults == [])
        try await inspect(engine)
        try await database.close()
    }
}
