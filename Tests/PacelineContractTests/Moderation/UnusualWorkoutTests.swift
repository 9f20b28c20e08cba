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

    @Test(
        "moderators exclude an invented history that they see, and a sudden best in it is listed",
        arguments: Implementation.allCases)
    func invented(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let mo = try await world.moderator("moe")
            let day = 24 * 60.0
            for number in 1...10 {
                try await ana.runs(3, minutes: 20, endingMinutesAgo: (20 + Double(number)) * day)
            }
            let best = try await ana.runs(20, minutes: 100, endingMinutesAgo: 19 * day)
            #expect(best.awardSummary == "0 of 1340 late")
            #expect(try await mo.listedLimits() == [[.yearsBest]])
            let plain = try await ana.runs(10, minutes: 60, endingMinutesAgo: 60 * day)
            let hidden = try await ana.runs(10, minutes: 60, endingMinutesAgo: 62 * day, .private)
            let sum = try await ben.sees(ana).stats?.distance
            let seen = try await mo.services.workout(plain.id)
            let decision = WorkoutDecisionDraft(outcome: .excluded, reason: "No one ran this.")
            await expectError(.workoutNotFound) {
                try await mo.moderation.decide(hidden.id, decision, ifMatch: hidden.version)
            }
            await expectError(.workoutNotFound) {
                let approval = WorkoutDecisionDraft(outcome: .approved, reason: "It is plausible.")
                return try await mo.moderation.decide(plain.id, approval, ifMatch: seen.version)
            }
            await expectError(.preconditionFailed) {
                try await mo.moderation.decide(plain.id, decision, ifMatch: Version(changedAt: .distantPast))
            }
            await expectError(.staffOnly) {
                try await ben.moderation.decide(plain.id, decision, ifMatch: seen.version)
            }
            world.clock.tick()
            let excluded = try await mo.moderation.decide(plain.id, decision, ifMatch: seen.version)
            #expect(excluded.state == .excluded && excluded.limits == [])
            #expect(try await ben.sees(ana).stats?.distance == sum.map { $0 - 10_000 })
            #expect(try await ana.reviewed(plain) == "0 of 690 excluded, excluded; excluded")
            // The operator can exclude what others do not see.
            try await world.engine.decide(hidden.id, decision)
            #expect(try await ana.reviewed(hidden) == "0 of 690 excluded, excluded; excluded")
            world.clock.tick()
            _ = try await ana.services.requestReview(of: plain.id)
            #expect(try await mo.anomalies(.appealed) == ["ana 10.0 km"])
        }
    }
}
