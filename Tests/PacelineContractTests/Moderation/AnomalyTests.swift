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
            #expect(notices.count == 2)
            #expect(notices.allSatisfy { $0.hasPrefix("A moderator decided whether your 2") })
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

    @Test(
        "an exclusion can be appealed once, and another moderator decides", arguments: Implementation.allCases
    )
    func appeals(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let (mo, ned) = (try await world.moderator("moe"), try await world.moderator("ned"))
            let run = try await ana.runs(20)
            await expectError(.notAllowed) { try await ana.services.requestReview(of: run.id) }
            await expectError(.notAllowed) { try await mo.services.requestReview(of: run.id) }
            try await mo.decides(.excluded, about: run.id)
            world.clock.tick()
            let asked = try await ana.services.requestReview(of: run.id)
            #expect(
                asked.experience?.review?.state == .appealed
                    && asked.awardSummary == "0 of 1200 excluded, excluded")
            #expect(try await ned.anomalies(.appealed) == ["ana 20.0 km"])
            await expectError(.notAllowed) { try await mo.decides(.approved, about: run.id) }
            await expectError(.notAllowed) { try await ana.services.requestReview(of: run.id) }
            let final = try await ned.decides(.excluded, about: run.id, "Still too fast.")
            #expect(final.decisions.map(\.stateBefore) == [.held, .appealed])
            await expectError(.notAllowed) { try await ana.services.requestReview(of: run.id) }
            // The operator can still decide otherwise.
            let approved = try await world.engine.decide(
                run.id, WorkoutDecisionDraft(outcome: .approved, reason: "There was a mistake."))
            #expect(approved.decisions.map { $0.decider?.username } == ["moe", "ned", nil])
            #expect(try await ana.reviewed(run) == "1200 of 1200; approved")

            let old = try await ana.runs(20, endingMinutesAgo: 240)
            try await mo.decides(.excluded, about: old.id)
            world.clock.advance(days: 100)
            let editor = try await world.signsInAgain(ana)
            let edited = try await editor.runs(20, endingMinutesAgo: 240, as: old.id)
            #expect(edited.experience?.review?.state == .excluded)
            world.clock.advance(days: 80)
            let again = try await world.signsInAgain(ana)
            await expectError(.notAllowed) { try await again.services.requestReview(of: old.id) }
        }
    }

    @Test(
        "members, owners and equals do not decide, and no one decides about what has changed",
        arguments: Implementation.allCases)
    func deciders(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let (mo, ned) = (try await world.moderator("moe"), try await world.moderator("ned"))
            let ada = try await world.moderator("ada", .administrator)
            let run = try await ana.runs(20)
            await expectError(.staffOnly) { try await ana.decides(.approved, about: run.id) }
            await expectError(.staffOnly) { try await ana.anomalies() }
            let theirs = try await mo.runs(20)
            await expectError(.notAllowed) { try await mo.decides(.approved, about: theirs.id) }
            await expectError(.notAllowed) { try await ned.decides(.approved, about: theirs.id) }
            try await ada.decides(.approved, about: theirs.id)
            let adas = try await ada.runs(20)
            for member in [mo, ada] {
                await expectError(.notAllowed) { try await member.decides(.approved, about: adas.id) }
            }
            let version = try #require(
                try await mo.moderation.anomalies(in: .held, .whole).items.first { $0.id == run.id }
            ).version
            try await ana.runs(19, as: run.id)
            await expectError(.preconditionFailed) {
                try await mo.decides(.approved, about: run.id, ifMatch: version)
            }
            let changed = try #require(
                try await mo.moderation.anomalies(in: .held, .whole).items.first { $0.id == run.id }
            ).version
            try await mo.decides(.approved, about: run.id, ifMatch: changed)
        }
    }

    @Test("no one can ask for more than twenty reviews at once", arguments: Implementation.allCases)
    func openReviews(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            var held: [Workout] = []
            for number in 0..<WorkoutReview.openLimit {
                held.append(try await ana.runs(20, endingMinutesAgo: Double(number) * 60))
            }
            let old = try await ana.runs(20, endingMinutesAgo: 20 * 24 * 60)
            await expectError(.limitReached) { try await ana.services.requestReview(of: old.id) }
            #expect(try await ana.reviewed(old) == "0 of 1200 held, held; late")
            try await mo.decides(.excluded, about: held[0].id)
            _ = try await ana.services.requestReview(of: old.id)
            // Appeals are always possible.
            _ = try await ana.services.requestReview(of: held[0].id)
        }
    }

    @Test(
        "no one decides about friends, people they follow, followers, members of their groups, or blocked people",
        arguments: Implementation.allCases)
    func ties(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let mo = try await world.moderator("moe")
            let run = try await ana.runs(20)
            func expectRefused() async throws {
                await expectError(.notAllowed) { try await mo.decides(.approved, about: run.id) }
            }
            try await mo.follows(ana)
            try await expectRefused()
            try await mo.services.unfollow(ana.reference)
            try await ana.follows(mo)
            try await expectRefused()
            try await ana.services.unfollow(mo.reference)
            try await world.befriend(ana, mo)
            try await expectRefused()
            try await ana.services.unfriend(mo.reference)
            let group = try await ana.createsGroup(with: mo)
            try await expectRefused()
            try await ana.removes(mo, from: group)
            try await ana.blocks(mo)
            try await expectRefused()
            try await ana.services.unblock(mo.reference)
            // Common friends are no ties.
            try await world.befriend(ana, ben)
            try await world.befriend(mo, ben)
            try await mo.decides(.approved, about: run.id)
        }
    }

    @Test(
        "what is excluded is held when it is published again, until a moderator approves it",
        arguments: Implementation.allCases)
    func publishedAgain(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            for day in 1...10 {
                try await ana.runs(3, minutes: 20, endingMinutesAgo: Double(day) * 24 * 60 * 1.3)
            }
            // Listed only: far better than the year's best.
            let run = try await ana.runs(20, minutes: 100, endingMinutesAgo: 60)
            try await mo.decides(.excluded, about: run.id)
            // Neither an edit of its time nor its deletion frees the time.
            try await ana.runs(20, minutes: 100, endingMinutesAgo: 600, as: run.id)
            try await ana.services.deleteWorkout(run.id)
            #expect(try await world.rows(of: "anomalies WHERE state = 'excluded'") == 0)
            let again = try await ana.runs(19, minutes: 95, endingMinutesAgo: 65)
            #expect(again.experience?.review?.state == .held && again.experience?.award == 0)
            #expect(again.experience?.review?.limits == [.excludedBefore])
            #expect(try await mo.anomalies() == ["ana 19.0 km"])
            let apart = try await ana.runs(5, endingMinutesAgo: 250)
            #expect(apart.experience?.review == nil)
            // Moved away, it is judged like any other.
            let moved = try await ana.runs(19, minutes: 95, endingMinutesAgo: 900, as: again.id)
            #expect(moved.experience?.review == nil)
            try await ana.runs(19, minutes: 95, endingMinutesAgo: 65, as: again.id)
            try await mo.decides(.approved, about: again.id)
            #expect(try await world.rows(of: "workout_exclusions") == 0)
            try await ana.services.deleteWorkout(again.id)
            let later = try await ana.runs(10, minutes: 60, endingMinutesAgo: 70)
            #expect(later.experience?.review == nil)
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

    @Test("an old entry without a time has at most 60 tonnes", arguments: Implementation.allCases)
    func lateWeight(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            func lifts(_ kilograms: Double) async throws -> Workout {
                world.clock.tick()
                let at = world.clock.now.addingTimeInterval(-15 * 86_400)
                let draft = WorkoutDraft(
                    type: .strength, title: "Old log", startedAt: at, duration: 0, volume: kilograms)
                return try await ana.services.publish(draft, as: .random(), ifMatch: nil).workout
            }
            #expect(try await ana.reviewed(lifts(60_000)) == "0 of 720 late; plausible")
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

    @Test(
        "workouts at the same time, and far better than the year's best, are only listed",
        arguments: Implementation.allCases)
    func unusual(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            func limits() async throws -> [[PlausibilityLimit]] {
                try await mo.moderation.anomalies(in: .listed, .whole).items.map(\.limits)
            }
            for day in 1...10 {
                try await ana.runs(3, minutes: 20, endingMinutesAgo: Double(day) * 24 * 60 * 1.3)
            }
            #expect(try await limits() == [])
            let best = try await ana.runs(20, minutes: 100, endingMinutesAgo: 60)
            #expect(try await ana.reviewed(best) == "1340 of 1340; plausible")
            #expect(try await limits() == [[.yearsBest]])
            // Ten minutes of half an hour within it: less than half, so it is no duplicate.
            try await ana.runs(5, minutes: 30, endingMinutesAgo: 40)
            #expect(try await limits() == [[.yearsBest], [.overlap]])
            // A duplicate is another recording of the same.
            try await ana.runs(19, minutes: 95, endingMinutesAgo: 62)
            #expect(try await limits().count == 2)
        }
    }
}
