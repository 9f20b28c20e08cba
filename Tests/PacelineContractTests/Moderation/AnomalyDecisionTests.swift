import Foundation
import Paceline
import PacelineEngine
import PacelineTestSupport
import Testing

@Suite("Decisions about held workouts")
struct AnomalyDecisionTests {
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
            for moderator in [mo, ned] {
                await expectError(.workoutNotFound) {
                    try await moderator.decides(.approved, about: theirs.id)
                }
                #expect(try await moderator.anomalies() == ["ana 20.0 km"])
            }
            try await ada.decides(.approved, about: theirs.id)
            let adas = try await ada.runs(20)
            for member in [mo, ada] {
                await expectError(.workoutNotFound) { try await member.decides(.approved, about: adas.id) }
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

    @Test("reasons contain no links and no words that are masked", arguments: Implementation.allCases)
    func reasons(_ implementation: Implementation) async throws {
        try await implementation.run(
            configuring: {
                $0.holdsAnomalies = true
                $0.words = .spellable
            },
            { world in
                let (ana, mo) = (try await world.person("ana"), try await world.moderator("moe"))
                let run = try await ana.runs(20)
                for reason in ["A mildword", "A heldword", "See https://crew.example"] {
                    await expectError(.invalidValue, field: "reason") {
                        try await mo.decides(.excluded, about: run.id, reason)
                    }
                    await expectError(.invalidValue, field: "reason") {
                        try await world.engine.decide(
                            run.id, WorkoutDecisionDraft(outcome: .excluded, reason: reason))
                    }
                }
                #expect(try await ana.reviewed(run) == "0 of 1200 held, held; held")
                try await mo.decides(.excluded, about: run.id, "Too fast.")
            })
    }

    @Test(
        "children and people of unknown age do not read a reason, and moderators do",
        arguments: Implementation.allCases)
    func reasonsForChildren(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let (ana, ageless) = try await world.people("ana", "ageless")
            let child = try await world.person("child", born: 2016_01_01)
            try await world.forgetBirthDate(of: ageless)
            let mo = try await world.moderator("moe")
            for (owner, shown) in [(ana, "Write to me."), (child, nil), (ageless, nil)] {
                let run = try await owner.runs(20, .friends)
                let decided = try await mo.decides(.excluded, about: run.id, "Write to me.")
                #expect(decided.decisions.map(\.reason) == ["Write to me."])
                let read = [
                    try await owner.services.workout(run.id),
                    try #require(try await owner.services.workouts(of: .me, .whole).items.first),
                    try #require(try await owner.services.item(run.id.item).workout),
                    try await owner.services.requestReview(of: run.id),
                ]
                // Cards have no review.
                let reviews = read.compactMap(\.experience?.review)
                #expect(reviews.count >= 3 && reviews.allSatisfy { $0.reason == shown }, "\(owner.username)")
            }
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
        "no one decides about friends, people they follow, members of their groups, or blocked people",
        arguments: Implementation.allCases)
    func ties(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let mo = try await world.moderator("moe")
            let run = try await ana.runs(20)
            let version = try #require(
                try await mo.moderation.anomalies(in: .held, .whole).items.first
            ).version
            func expectRefused() async throws {
                await expectError(.workoutNotFound) {
                    try await mo.decides(.approved, about: run.id, ifMatch: version)
                }
                #expect(try await mo.anomalies() == [])
            }
            try await mo.follows(ana)
            try await expectRefused()
            try await mo.services.unfollow(ana.reference)
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

    @Test("no one evades moderators by following them", arguments: Implementation.allCases)
    func followers(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            try await ana.follows(mo)
            let held = try await ana.runs(20)
            #expect(try await mo.anomalies() == ["ana 20.0 km"])
            try await mo.decides(.excluded, about: held.id)
            #expect(try await ana.reviewed(held) == "0 of 1200 excluded, excluded; excluded")
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

    @Test(
        "what is excluded is held when it is deleted and published with the same id, also after edits",
        arguments: Implementation.allCases)
    func publishedWithSameID(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            let run = try await ana.runs(8, endingMinutesAgo: 60)
            try await world.engine.decide(
                run.id, WorkoutDecisionDraft(outcome: .excluded, reason: "By car."))
            try await ana.services.deleteWorkout(run.id)
            let again = try await ana.runs(8, endingMinutesAgo: 60, as: run.id)
            #expect(again.experience?.review?.limits == [.excludedBefore])
            for kilometres in [7.0, 7.5] {
                let edited = try await ana.runs(kilometres, endingMinutesAgo: 61, as: again.id)
                #expect(edited.experience?.review?.limits == [.excludedBefore])
            }
            #expect(try await ana.services.me().stats.workouts == 0)
            // Elsewhere, its approval does not free the excluded time.
            try await ana.runs(20, endingMinutesAgo: 900, as: again.id)
            try await mo.decides(.approved, about: again.id)
            #expect(try await world.rows(of: "workout_exclusions") == 1)
            try await ana.runs(7.5, endingMinutesAgo: 61, as: again.id)
            try await mo.decides(.approved, about: again.id)
            #expect(try await ana.reviewed(again) == "487 of 487; approved")
            #expect(try await world.rows(of: "workout_exclusions") == 0)
            let corrected = try await ana.runs(7, endingMinutesAgo: 61, as: again.id)
            #expect(corrected.awardSummary == "459 of 459")
        }
    }

    @Test(
        "approving a short workout does not free the time of a long one that was excluded and deleted",
        arguments: Implementation.allCases)
    func shortApproval(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            let run = try await ana.runs(40, minutes: 100, endingMinutesAgo: 60)
            try await mo.decides(.excluded, about: run.id)
            try await ana.services.deleteWorkout(run.id)
            let short = try await ana.runs(1, minutes: 10, endingMinutesAgo: 100)
            try await mo.decides(.approved, about: short.id)
            #expect(try await ana.reviewed(short) == "77 of 77; approved")
            let again = try await ana.runs(20, minutes: 90, endingMinutesAgo: 65)
            #expect(again.experience?.review?.limits == [.excludedBefore])
            try await mo.decides(.approved, about: again.id)
            #expect(try await world.rows(of: "workout_exclusions") == 0)
        }
    }

    @Test(
        "an exclusion also holds copies that were published before it, until it is lifted",
        arguments: Implementation.allCases)
    func publishedBefore(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let mo = try await world.moderator("moe")
            let run = try await ana.runs(20, minutes: 30, endingMinutesAgo: 60)
            try await mo.decides(.approved, about: run.id)
            let copy = try await ana.runs(8, minutes: 28, endingMinutesAgo: 61)
            let approved = try await ana.runs(20, minutes: 29, endingMinutesAgo: 62)
            try await mo.decides(.approved, about: approved.id)
            let apart = try await ana.runs(5, endingMinutesAgo: 200)
            #expect(try await ana.reviewed(copy) == "0 of 512 duplicate, duplicate; plausible")
            try await world.engine.decide(
                run.id, WorkoutDecisionDraft(outcome: .excluded, reason: "By car."))
            #expect(try await ana.reviewed(copy) == "0 of 512 held, held; held")
            #expect(try await ana.reviewed(apart) == "345 of 345; plausible")
            // What a moderator has approved stays so.
            #expect(try await ana.reviewed(approved).hasSuffix("; approved"))
            let limits = try await ana.services.workout(copy.id).experience?.review?.limits
            #expect(limits == [.excludedBefore])
            #expect(try await mo.anomalies() == ["ana 8.0 km"])
            try await world.engine.decide(
                approved.id, WorkoutDecisionDraft(outcome: .excluded, reason: "By car."))
            #expect(try await ana.services.me().stats.distance == 5_000)
            #expect(try await ben.sees(ana).stats?.xp == 345)

            // With both exclusions lifted, it counts as if there had been none.
            world.clock.tick()
            try await world.engine.decide(
                approved.id, WorkoutDecisionDraft(outcome: .approved, reason: "There was a mistake."))
            #expect(try await ana.reviewed(copy) == "0 of 512 held, held; held")
            try await world.engine.decide(
                run.id, WorkoutDecisionDraft(outcome: .approved, reason: "There was a mistake."))
            #expect(try await ana.reviewed(copy) == "0 of 512 duplicate, duplicate; plausible")
            #expect(try await mo.anomalies() == [])
            #expect(try await ana.services.me().stats.distance == 25_000)
        }
    }

    @Test(
        "a community that does not hold workouts lists the copies of what is excluded",
        arguments: Implementation.allCases)
    func listedCopies(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let mo = try await world.moderator("moe")
            let run = try await ana.runs(20, minutes: 30, endingMinutesAgo: 60)
            let copy = try await ana.runs(8, minutes: 28, endingMinutesAgo: 61)
            try await mo.decides(.excluded, about: run.id)
            #expect(try await ana.reviewed(copy) == "512 of 512; plausible")
            let listed = try await mo.moderation.anomalies(in: .listed, .whole).items
            #expect(listed.map(\.limits) == [[.excludedBefore]])
        }
    }

    @Test(
        "a workout that was moved before its appeal keeps both excluded times",
        arguments: Implementation.allCases)
    func movedBeforeAppeal(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let (mo, ned) = (try await world.moderator("moe"), try await world.moderator("ned"))
            let run = try await ana.runs(20, endingMinutesAgo: 60)
            try await mo.decides(.excluded, about: run.id)
            try await ana.runs(20, endingMinutesAgo: 900, as: run.id)
            _ = try await ana.services.requestReview(of: run.id)
            try await ned.decides(.excluded, about: run.id)
            #expect(try await world.rows(of: "workout_exclusions") == 2)
            try await ana.services.deleteWorkout(run.id)
            for minutes in [60.0, 900] {
                let again = try await ana.runs(5, endingMinutesAgo: minutes)
                #expect(again.experience?.review?.limits == [.excludedBefore])
            }
        }
    }
}
