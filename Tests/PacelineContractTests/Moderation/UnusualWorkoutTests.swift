import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Unusual workouts beside others")
struct UnusualWorkoutTests {
    @Test(
        "a duplicate that earns XP is listed, and one that counts since its original was deleted",
        arguments: Implementation.allCases)
    func unusualDuplicates(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            try await ana.runsEasilyTenTimes()
            let open = try await ana.runs(8, minutes: 50, endingMinutesAgo: 62)
            #expect(try await mo.listedLimits() == [])
            let better = try await ana.runs(20, minutes: 60, endingMinutesAgo: 60, .friends)
            #expect(better.awardSummary == "1260 of 1260, duplicate")
            #expect(try await mo.listedLimits() == [[.yearsBest]])
            for workout in [open, better] { try await ana.services.deleteWorkout(workout.id) }
            #expect(try await mo.listedLimits() == [])

            let original = try await ana.runs(20, minutes: 100, endingMinutesAgo: 600)
            let copy = try await ana.runs(19, minutes: 95, endingMinutesAgo: 602)
            #expect(copy.awardSummary == "0 of 1273 duplicate, duplicate")
            #expect(try await mo.anomalies(.listed) == ["ana 20.0 km"])
            try await ana.services.deleteWorkout(original.id)
            #expect(try await mo.anomalies(.listed) == ["ana 19.0 km"])
            #expect(try await mo.listedLimits() == [[.yearsBest]])
        }
    }
}
