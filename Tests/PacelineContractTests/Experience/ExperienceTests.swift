import Foundation
import Paceline
import Testing

@Suite("XP of workouts")
struct ExperienceTests {
    @Test("a workout earns its worth, and its owner sees why", .world, arguments: Implementation.allCases)
    func earning(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        #expect(
            try await ana.services.experience()
                == Experience(lifetime: 0, balance: 0, level: 1, nextLevel: 500, today: 0))
        #expect(try await ana.services.ledger(.whole).items == [])
        let workout = try await ana.runs(10)
        // 10 × 57 + 30 × (1 + 90 / 90)
        #expect(workout.xpEarned == 630)
        #expect(
            workout.experience
                == WorkoutExperience(worth: 630, award: 630, reason: nil, status: .counted, policy: 1))
        #expect(try await ana.services.workout(workout.id) == workout)
        #expect(try await ana.services.workouts(of: .me, .whole).items == [workout])
        let card = try await ana.card(of: workout).workout
        #expect(card?.xpEarned == 630 && card?.experience == nil)
        #expect(
            try await ana.services.experience()
                == Experience(lifetime: 630, balance: 630, level: 2, nextLevel: 1_500, today: 630))
        let stats = try await ana.services.me().stats
        #expect(stats.xp == 630 && stats.level == 2)
        let entry = try #require(try await ana.entries().first)
        #expect(
            entry
                == LedgerEntry(
                    sequence: 1, at: world.clock.now, kind: .earned, amount: 630, balance: 630, lifetime: 630,
                    workout: workout.id, reason: nil, policy: 1, hash: entry.hash))
        #expect(entry.hash.data.count == 32)
        world.clock.advance(days: 1)
        #expect(try await ana.services.experience().today == 0)
        #expect(try await ana.services.experiencePolicy() == .current)
    }

    @Test(
        "others see the worth, unless its owner hides totals or details", .world,
        arguments: Implementation.allCases)
    func shown(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.follows(ana)
        let first = try await ana.runs(10, endingMinutesAgo: 5)
        // Too soon after the first.
        let second = try await ana.runs(1, minutes: 4)
        #expect(second.awardSummary == "0 of 65 cooldown")
        let hiding = [
            SettingsChanges(showWorkoutStats: false), SettingsChanges(showWorkoutStats: true),
            SettingsChanges(showWorkoutDetails: false), SettingsChanges(showWorkoutDetails: true),
        ]
        for (number, changes) in hiding.enumerated() {
            try await ana.sets(changes)
            let isShown = !number.isMultiple(of: 2)
            // Twice, for the cards that are kept.
            for _ in 0..<2 {
                #expect(try await ben.seesXP(of: [second, first]) == (isShown ? [65, 630] : [0, 0]))
                #expect(try await ana.seesXP(of: [second, first]) == [0, 630])
            }
            let stats = try await ben.sees(ana).stats
            #expect(stats?.xp ?? 0 == (isShown ? 630 : 0))
            #expect(stats?.level == (isShown ? 2 : nil))
            for workout in [first, second] {
                #expect(try await ben.services.workout(workout.id).experience == nil)
                #expect(try await ana.services.workout(workout.id).experience != nil)
            }
        }
    }

    @Test(
        "a workout that is published more than 14 days after its end counts, but earns nothing", .world,
        arguments: Implementation.allCases)
    func late(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let fortnight = 14.0 * 24 * 60
        let inTime = try await ana.runs(10, endingMinutesAgo: fortnight - 60)
        let late = try await ana.runs(10, endingMinutesAgo: fortnight + 60)
        #expect(inTime.awardSummary == "630 of 630")
        #expect(late.awardSummary == "0 of 630 late")
        #expect(try await ben.services.workout(late.id).xpEarned == 0)
        #expect(try await ana.services.me().stats.workouts == 2)
        // An edit cannot make it eligible.
        #expect(try await ana.runs(10, endingMinutesAgo: 60, as: late.id).awardSummary == "0 of 630 late")
        // But it can make another one late.
        #expect(
            try await ana.runs(10, endingMinutesAgo: fortnight + 300, as: inTime.id).awardSummary
                == "0 of 630 late")
        #expect(try await ana.entries().map(\.summary) == ["earned 630", "reversed -630 late"])
    }

    @Test(
        "a workout that ends more than 10 minutes after its publication earns nothing", .world,
        arguments: Implementation.allCases)
    func future(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        #expect(try await ana.runs(10, endingMinutesAgo: -11).awardSummary == "0 of 630 future")
        // It has not taken place, so it counts nowhere, and a recording of what does take place is no duplicate of it.
        #expect(try await ana.services.me().stats.workouts == 0)
        #expect(try await ana.training(.distance) == [])
        world.clock.advance(days: 1)
        let recording = try await ana.runs(10, endingMinutesAgo: 24 * 60 - 11)
        #expect(recording.experience?.status == .counted)
        #expect(try await ana.services.me().stats.distance == 10_000)
        let workout = try await ana.runs(10, endingMinutesAgo: -10)
        #expect(workout.awardSummary == "630 of 630")
        #expect(
            try await ana.runs(10, minutes: 60, endingMinutesAgo: -20, as: workout.id).awardSummary
                == "0 of 690 future")
    }

    @Test(
        "a mistyped end can be corrected at once, and later the workout counts without earning XP", .world,
        arguments: Implementation.allCases)
    func mistypedEnd(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        func totals() async throws -> [Double] {
            let stats = try await ana.services.me().stats
            return [Double(stats.workouts), stats.distance]
        }
        let soon = try await ana.runs(10, minutes: 90, endingMinutesAgo: -60)
        #expect(soon.awardSummary == "0 of 750 future")
        world.clock.advance(by: 590)
        #expect(try await ana.runs(10, endingMinutesAgo: 10, as: soon.id).awardSummary == "630 of 630")
        #expect(try await totals() == [1, 10_000])

        let later = try await ana.runs(10, minutes: 90, endingMinutesAgo: -60)
        world.clock.advance(by: 600)
        // Still ahead.
        #expect(
            try await ana.runs(10, minutes: 90, endingMinutesAgo: -30, as: later.id).awardSummary
                == "0 of 750 future")
        #expect(try await totals() == [1, 10_000])
        #expect(
            try await ana.runs(5, endingMinutesAgo: 180, as: later.id).awardSummary == "0 of 345 late")
        #expect(try await totals() == [2, 15_000])
        #expect(try await ana.training(.distance) == ["1 ana 15000"])
        // Wherever it is moved, it earns nothing.
        #expect(
            try await ana.runs(5, endingMinutesAgo: 26 * 60, as: later.id).awardSummary == "0 of 345 late")
        #expect(try await ana.training(.distance) == ["1 ana 10000"])
        try await ana.services.deleteWorkout(later.id)
        #expect(try await totals() == [1, 10_000])
        #expect(try await ana.entries().map(\.summary) == ["earned 630"])
    }

    @Test(
        "a workout that was published before its end counts once it is edited after it", .world,
        arguments: Implementation.allCases)
    func confirmed(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let plan = try await ana.runs(10, minutes: 60, endingMinutesAgo: -50)
        var draft = WorkoutDraft.run(10, minutes: 60, endingAt: plan.endedAt)
        func rename(_ title: String) async throws -> String {
            draft.title = title
            world.clock.tick()
            return try await ana.services.publish(draft, as: plan.id, ifMatch: nil).workout.awardSummary
        }
        #expect(try await rename("Soon") == "0 of 690 future")
        world.clock.advance(by: 3_600)
        #expect(try await ana.services.me().stats.workouts == 0)
        #expect(try await rename("Done") == "0 of 690 late")
        let stats = try await ana.services.me().stats
        #expect(stats.workouts == 1 && stats.distance == 10_000 && stats.currentStreak == 1)
        #expect(try await ana.training(.distance) == ["1 ana 10000"])
        // Its recording is a duplicate of it, and earns its worth.
        let recording = try await ana.runs(9, minutes: 55, endingMinutesAgo: 10)
        #expect(recording.awardSummary == "623 of 623, duplicate")
        try await ana.services.deleteWorkout(plan.id)
        #expect(try await ana.services.me().stats.distance == 9_000)
        #expect(try await ana.awards() == [623])
    }

    @Test("a workout that was not completed is worth nothing", .world, arguments: Implementation.allCases)
    func incomplete(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        var draft = WorkoutDraft.run(10, endingAt: world.clock.now)
        draft.isCompleted = false
        let id = Workout.ID.random()
        let broken = try await ana.services.publish(draft, as: id, ifMatch: nil).workout
        #expect(broken.awardSummary == "0 of 0 incomplete")
        draft.isCompleted = true
        let whole = try await ana.services.publish(draft, as: id, ifMatch: nil).workout
        #expect(whole.awardSummary == "630 of 630")
        draft.isCompleted = false
        _ = try await ana.services.publish(draft, as: id, ifMatch: nil)
        #expect(try await ana.entries().map(\.summary) == ["earned 630", "reversed -630 incomplete"])
    }

    @Test(
        "edits more than 14 days after the end only lower what a workout is worth", .world,
        arguments: Implementation.allCases)
    func oldEdits(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let workout = try await ana.runs(10)
        world.clock.advance(days: 13)
        let age = 13.0 * 24 * 60
        #expect(
            try await ana.runs(11, endingMinutesAgo: age, as: workout.id).awardSummary == "687 of 687")
        world.clock.advance(days: 2)
        let late = age + 2 * 24 * 60
        #expect(
            try await ana.runs(12, endingMinutesAgo: late, as: workout.id).awardSummary == "687 of 687")
        #expect(
            try await ana.runs(5, endingMinutesAgo: late, as: workout.id).awardSummary == "345 of 345")
        // Moved to today, it counts there, and earns nothing.
        #expect(try await ana.runs(9, as: workout.id).awardSummary == "0 of 345 late")
        #expect(try await ana.services.experience().today == 0)
        #expect(try await ana.services.me().stats.distance == 9_000)
        #expect(
            try await ana.entries().map(\.summary) == [
                "earned 630", "earned 57", "reversed -342", "reversed -345 late",
            ])
    }

    @Test(
        "old workouts that are moved to the same time are duplicates", .world,
        arguments: Implementation.allCases)
    func movedOntoEachOther(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let late = try await ana.runs(10, endingMinutesAgo: 30 * 24 * 60)
        let old = try await ana.runs(10, endingMinutesAgo: 24 * 60)
        world.clock.advance(days: 20)
        let day = 24.0 * 60
        #expect(
            try await ana.runs(10, endingMinutesAgo: day, as: late.id).awardSummary == "0 of 630 late")
        #expect(
            try await ana.runs(10, endingMinutesAgo: day, as: old.id).awardSummary
                == "0 of 630 late, duplicate")
        #expect(try await ana.services.me().stats.distance == 10_000)
        // Apart again, both count.
        #expect(
            try await ana.runs(10, endingMinutesAgo: 2 * day, as: old.id).awardSummary == "0 of 630 late")
        #expect(try await ana.services.me().stats.distance == 20_000)
        // What is moved ahead has not taken place.
        #expect(
            try await ana.runs(10, endingMinutesAgo: -30, as: late.id).awardSummary == "0 of 630 future")
        #expect(try await ana.services.experience().lifetime == 0)
    }

    @Test("a batch earns as single workouts do", .world, arguments: Implementation.allCases)
    func batch(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let now = world.clock.now
        let drafts = (0..<20).map { (number: Int) -> WorkoutDraft in
            let end = now.addingTimeInterval(Double(-number) * 2_500)
            return .run(Double(number % 7 + 1), minutes: Double(20 + number % 3), endingAt: end)
        }
        var bad = drafts[0]
        bad.title = ""
        let results = try await ana.services.publish(
            (drafts + [bad]).map { IdentifiedDraft(id: .random(), draft: $0) })
        #expect(results.map(\.status) == Array(repeating: .created, count: 20) + [.rejected])
        for draft in drafts.reversed() {
            _ = try await ben.services.publish(draft, as: .random(), ifMatch: nil)
        }
        #expect(try await ana.awards() == ben.awards())
        #expect(try await ana.services.experience() == ben.services.experience())
        #expect(try await ana.services.me().stats == ben.services.me().stats)
    }
}

extension Member {
    /// The XP of another member's workouts, newest first, which must be the same everywhere.
    fileprivate func seesXP(of workouts: [Workout]) async throws -> [Int] {
        let owner = workouts[0].owner
        let listed = try await services.workouts(of: .id(owner), .whole).items.map(\.xpEarned)
        let feed = try await services.feed(FeedQuery(), .whole).items.compactMap(\.workout?.xpEarned)
        let filtered = try await services.feed(FeedQuery(person: .id(owner)), .whole).items
            .compactMap(\.workout?.xpEarned)
        var single: [Int] = []
        var cards: [Int] = []
        for workout in workouts {
            single.append(try await services.workout(workout.id).xpEarned)
            cards += [try await card(of: workout).workout?.xpEarned].compactMap(\.self)
        }
        return [feed, filtered, single, cards].allSatisfy { $0 == listed } ? listed : []
    }
}
