import Foundation
import Paceline
import PacelineEngine
import PacelineTestSupport
import Testing

@Suite("Held workouts")
struct AnomalyTests {
    @Test("a workout that looks impossible counts nowhere", arguments: Implementation.allCases)
    func held(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let plausible = try await ana.runs(10, minutes: 60, endingMinutesAgo: 10)
            // As long and at the same time as the other one, of which it would be the original.
            let held = try await ana.runs(40, minutes: 60, endingMinutesAgo: 5)
            #expect(held.awardSummary == "0 of 2400 held, held")
            #expect(held.experience?.review?.limits == [.speed])
            #expect(held.experience?.review?.reason == nil)
            #expect(try await ana.reviewed(plausible) == "690 of 690; plausible")
            let stats = try await ana.services.me().stats
            #expect(stats.workouts == 1 && stats.distance == 10_000 && stats.xp == 690)
            // Others see that it is worth nothing, and not why.
            let seen = try await ben.services.workout(held.id)
            #expect(seen.xpEarned == 0 && seen.experience == nil && seen.distance == 40_000)
            #expect(try await ben.sees(ana).stats?.distance == 10_000)
            let notices = try await ana.reviewNotices()
            #expect(notices.count == 1 && notices[0].hasPrefix("A moderator will check your 40"))
            #expect(try await ben.reviewNotices() == [])
        }
    }

    @Test(
        "an edit releases a held workout or holds a plausible one, other edits change nothing",
        arguments: Implementation.allCases)
    func edits(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let end = world.clock.now
            func publishes(_ kilometres: Double, title: String, as id: Workout.ID) async throws -> Workout {
                world.clock.tick()
                var draft = WorkoutDraft.run(kilometres, minutes: 60, endingAt: end)
                draft.title = title
                return try await ana.services.publish(draft, as: id, ifMatch: nil).workout
            }
            let id = Workout.ID.random()
            #expect(try await publishes(40, title: "Run", as: id).awardSummary == "0 of 2400 held, held")
            let renamed = try await publishes(40, title: "Renamed", as: id)
            #expect(renamed.awardSummary == "0 of 2400 held, held")
            #expect(try await ana.reviewNotices().count == 1)
            let released = try await publishes(10, title: "Renamed", as: id)
            #expect(released.awardSummary == "690 of 690" && released.experience?.review == nil)
            #expect(try await ana.reviewNotices() == [])
            #expect(try await publishes(40, title: "Run", as: id).awardSummary == "0 of 2400 held, held")
            #expect(try await ana.entries().map(\.summary) == ["earned 690", "reversed -690 held"])
            try await ana.services.deleteWorkout(id)
            #expect(try await world.rows(of: "anomalies") == 0)
        }
    }

    @Test(
        "moderators see neither the picture of a child nor the number of their friends",
        arguments: Implementation.allCases)
    func children(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let pat = try await world.person("pat")
            let child = try await world.person("child", born: 2016_01_01)
            try await world.befriend(pat, child)
            _ = try await child.services.setAvatar(Pictures.plain)
            let mo = try await world.moderator("moe")
            let run = try await child.runs(20, .friends)
            let listed = try #require(try await mo.moderation.anomalies(in: .held, .whole).items.first)
            let decided = try await mo.decides(.approved, about: run.id)
            for owner in [listed.owner, decided.owner] {
                #expect(owner.username == "child" && owner.displayName == "Child")
                #expect(owner.friendCount == 0 && owner.avatarURL == nil)
            }
        }
    }

    @Test("moderators approve or exclude, and the owner reads why", arguments: Implementation.allCases)
    func decisions(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let mo = try await world.moderator("moe")
            let one = try await ana.runs(20, minutes: 30, endingMinutesAgo: 600, .private)
            let two = try await ana.runs(21, minutes: 30, endingMinutesAgo: 60, .friends)
            #expect(try await mo.anomalies() == ["ana 20.0 km", "ana 21.0 km"])
            let (anas, bens) = (try await ana.listens(), try await ben.listens())
            let decided = try await mo.decides(.approved, about: one.id)
            #expect(decided.state == .approved && decided.decisions.map(\.stateBefore) == [.held])
            #expect(decided.decisions.first?.decider?.username == "moe" && decided.workout.xpEarned == 1_200)
            #expect(try await ana.reviewed(one) == "1200 of 1200; approved")
            #expect(try await ana.receives(on: anas).contains("item 20.0 km"))
            #expect(try await ben.receives(on: bens) == [])
            try await mo.decides(.excluded, about: two.id, "Too fast.")
            #expect(try await ana.reviewed(two) == "0 of 1257 excluded, excluded; excluded")
            let review = try await ana.services.workout(two.id).experience?.review
            #expect(review?.reason == "Too fast." && review?.canAsk(at: world.clock.now) == true)
            #expect(try await mo.anomalies() == [])
            #expect(try await mo.anomalies(.excluded) == ["ana 21.0 km"])
            #expect(try await ana.services.me().stats.distance == 20_000)
            #expect(try await ben.sees(ana).stats?.xp == 0)
            let notices = try await ana.reviewNotices()
            #expect(
                notices.sorted() == [
                    "A moderator decided that your \(one.spokenTitle) counts",
                    "A moderator decided that your \(two.spokenTitle) doesn’t count",
                ])
            await expectError(.preconditionFailed) { try await mo.decides(.excluded, about: one.id) }
            await expectError(.invalidValue, field: "reason") {
                try await mo.decides(.excluded, about: one.id, " ")
            }
            await expectError(.workoutNotFound) { try await mo.decides(.approved, about: .random()) }
            // What is approved counts as ever, and is judged again when it is edited.
            #expect(
                try await ana.runs(5, minutes: 30, endingMinutesAgo: 570).awardSummary == "0 of 345 cooldown")
            #expect(
                try await ana.runs(22, minutes: 30, endingMinutesAgo: 600, as: one.id).awardSummary
                    == "0 of 1314 held, held")
        }
    }

    @Test("what raises an approved workout has it judged again", arguments: Implementation.allCases)
    func raised(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            let changes: [(inout WorkoutDraft) -> Void] = [
                { $0.measures.intensityZone = 5 }, { $0.isCompleted = true }, { $0.isErgTest = true },
            ]
            for (index, change) in changes.enumerated() {
                world.clock.tick()
                let end = world.clock.now.addingTimeInterval(-Double(index) * 7_200)
                var draft = WorkoutDraft.run(20, minutes: 30, endingAt: end)
                draft.isCompleted = index != 1
                let id = Workout.ID.random()
                let workout = try await ana.services.publish(draft, as: id, ifMatch: nil).workout
                try await mo.decides(.approved, about: workout.id)
                draft.title = "Renamed"
                let renamed = try await ana.services.publish(draft, as: id, ifMatch: nil).workout
                #expect(renamed.experience?.review?.state == .approved)
                change(&draft)
                let raised = try await ana.services.publish(draft, as: id, ifMatch: nil).workout
                #expect(raised.experience?.review?.state == .held)
            }
        }
    }

    @Test("old workouts are held until their owner asks, without notice", arguments: Implementation.allCases)
    func late(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            let old = try await ana.runs(20, endingMinutesAgo: 20 * 24 * 60)
            #expect(try await ana.reviewed(old) == "0 of 1200 held, held; late")
            #expect(try await ana.reviewNotices() == [])
            #expect(try await mo.anomalies() == [])
            #expect(try await mo.anomalies(.late) == [])
            await expectError(.workoutNotFound) { try await mo.decides(.approved, about: old.id) }
            let listed = try await world.engine.anomalies(in: .late, limit: 5)
            #expect(listed.map(\.workout.title) == ["20.0 km"])
            let asked = try await ana.services.requestReview(of: old.id)
            #expect(asked.experience?.review?.state == .held)
            #expect(try await mo.anomalies() == ["ana 20.0 km"])
            try await mo.decides(.approved, about: old.id)
            #expect(try await ana.reviewed(old) == "0 of 1200 late; approved")
            #expect(try await ana.services.me().stats.distance == 20_000)
        }
    }

    @Test(
        "up to 60 tonnes without a time are plausible in an old workout", arguments: Implementation.allCases)
    func lateWeight(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            func lifts(
                _ kilograms: Double, daysAgo days: Double = 15, as id: Workout.ID = .random()
            ) async throws -> Workout {
                world.clock.tick()
                let at = world.clock.now.addingTimeInterval(-days * 86_400)
                let draft = WorkoutDraft(
                    type: .strength, title: "Old log", startedAt: at, duration: 0, volume: kilograms)
                return try await ana.services.publish(draft, as: id, ifMatch: nil).workout
            }
            #expect(try await ana.reviewed(lifts(60_000)) == "0 of 720 late; plausible")
            // Entries at one instant count once, as copies would.
            let (first, second) = (Workout.ID.random(), Workout.ID.random())
            let at = world.clock.now.addingTimeInterval(-20 * 86_400)
            for id in [first, second] {
                world.clock.tick()
                let draft = WorkoutDraft(
                    type: .strength, title: "Copy", startedAt: at, duration: 0, volume: 1_000)
                _ = try await ana.services.publish(draft, as: id, ifMatch: nil)
            }
            #expect(try await ana.services.workout(second).awardSummary == "0 of 12 late, duplicate")
            #expect(try await ana.services.me().stats.volume == 61_000)
            try await ana.services.deleteWorkout(first)
            #expect(try await ana.services.workout(second).awardSummary == "0 of 12 late")
            try await ana.services.deleteWorkout(second)
            // Moved to yesterday, it would lead the boards of that day.
            let moved = try await lifts(50_000)
            let limits = try await lifts(50_000, daysAgo: 1, as: moved.id).experience?.review?.limits
            #expect(limits == [.volumeWithoutTime])
            let held = try await lifts(10_000_000)
            #expect(held.experience?.review?.state == .late)
            #expect(held.experience?.review?.limits == [.volumeWithoutTime])
            #expect(try await ana.services.me().stats.volume == 60_000)
        }
    }

    @Test(
        "a community that does not hold workouts lists them, and moderators can exclude them",
        arguments: Implementation.allCases)
    func listed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            let run = try await ana.runs(20)
            #expect(try await ana.reviewed(run) == "1200 of 1200; plausible")
            #expect(try await mo.anomalies() == [])
            #expect(try await mo.anomalies(.listed) == ["ana 20.0 km"])
            #expect(try await ana.reviewNotices() == [])
            try await mo.decides(.excluded, about: run.id)
            #expect(try await ana.reviewed(run) == "0 of 1200 excluded, excluded; excluded")
            // What counted before and still does is no change for others.
            let ben = try await world.person("ben")
            try await world.befriend(ana, ben)
            let other = try await ana.runs(20, endingMinutesAgo: 120)
            let bens = try await ben.listens()
            try await mo.decides(.approved, about: other.id)
            #expect(try await ben.receives(on: bens) == [])
            #expect(try await ana.reviewed(other) == "1200 of 1200; approved")
        }
    }

    @Test("a workout within one of more than a day is listed", arguments: Implementation.allCases)
    func withinLong(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            let end = world.clock.now
            let ride = WorkoutDraft(
                type: .cycling, title: "Two days", startedAt: end.addingTimeInterval(-172_800), endedAt: end,
                duration: 36_000, measures: WorkoutMeasures(distance: 200_000), visibility: .public)
            _ = try await ana.services.publish(ride, as: .random(), ifMatch: nil)
            try await ana.runs(10, endingMinutesAgo: 24 * 60)
            #expect(try await mo.listedLimits() == [[.overlap]])
            #expect(try await ana.services.me().stats.distance == 210_000)
        }
    }

    @Test(
        "workouts at the same time, and far better than the year's best, are only listed",
        arguments: Implementation.allCases)
    func unusual(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            try await ana.runsEasilyTenTimes()
            #expect(try await mo.listedLimits() == [])
            let best = try await ana.runs(20, minutes: 100, endingMinutesAgo: 60)
            #expect(try await ana.reviewed(best) == "1340 of 1340; plausible")
            #expect(try await mo.listedLimits() == [[.yearsBest]])
            // Ten minutes of half an hour within it: less than half, so it is no duplicate.
            try await ana.runs(5, minutes: 30, endingMinutesAgo: 40)
            #expect(try await mo.listedLimits() == [[.yearsBest], [.overlap]])
            // A duplicate is another recording of the same.
            try await ana.runs(19, minutes: 95, endingMinutesAgo: 62)
            #expect(try await mo.listedLimits().count == 2)
        }
    }
}
