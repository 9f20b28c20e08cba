import Foundation
import Paceline
import PacelineDatabase
import Testing

@testable import PacelineEngine

@Suite("What publishing a workout leaves to the log")
struct ExperienceCostTests {
    @Test(
        "publishing a workout writes no standings, which follow the log", .world,
        arguments: StoredTableTests.implementations)
    func standings(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.runs(10, endingMinutesAgo: 60)
        try await world.engine.followLog()
        let before = try await world.standings()
        // On another day, in another week and month.
        try await ana.runs(10, endingMinutesAgo: 10 * 24 * 60)
        #expect(try await world.standings() == before)
        try await world.engine.followLog()
        let after = try await world.standings()
        // Boards of all time count both, those of the other day, week and month are new.
        #expect(after.count > before.count && !Set(before).isSubset(of: after))
    }
}

extension World {
    /// The boards on which people stand, each with the points.
    fileprivate func standings() async throws -> [[Int]] {
        try await database.read { connection in
            try connection.fetch("SELECT board, -minus_points FROM standings ORDER BY board, minus_points") {
                [$0[0] as Int, $0[1] as Int]
            }
        }
    }
}
