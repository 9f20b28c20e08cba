import Foundation
import Paceline
import PacelineTestSupport
import Testing

@Suite("Settling days")
struct SettlementTests {
    @Test(
        "a better workout takes the place of one within 30 minutes, and gives it back when it is deleted",
        .world,
        arguments: Implementation.allCases)
    func cooldown(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let first = try await ana.runs(5, endingMinutesAgo: 60)
        let second = try await ana.runs(10, minutes: 30, endingMinutesAgo: 20)
        #expect(second.awardSummary == "630 of 630")
        #expect(try await ana.services.workout(first.id).awardSummary == "0 of 345 cooldown")
        let third = try await ana.runs(1, minutes: 5)
        #expect(third.awardSummary == "0 of 67 cooldown")
        #expect(try await ana.services.experience().lifetime == 630)
        try await ana.services.deleteWorkout(second.id)
        #expect(try await ana.awards() == [67, 345])
        let entries = try await ana.entries()
        #expect(
            entries.map(\.summary) == [
                "earned 345", "reversed -345 cooldown", "earned 630", "earned 345", "reversed -630",
                "earned 67",
            ])
        #expect(entries.map(\.balance) == [345, 0, 630, 975, 345, 412])
        #expect(entries.last?.lifetime == 412)
    }

    @Test("a day earns from ten workouts, and at most 10,000 XP", .world, arguments: Implementation.allCases)
    func limits(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        // Noon: eleven short runs since midnight.
        for number in 0..<11 {
            try await ana.runs(Double(number + 1), minutes: 10, endingMinutesAgo: Double(number) * 60)
        }
        let awards = try await ana.services.workouts(of: .me, .whole).items
        #expect(awards.first?.awardSummary == "0 of 77 dailyCount")
        #expect(awards.dropFirst().allSatisfy { $0.experience?.reason == nil })
        try await ben.runs(170, minutes: 60, endingMinutesAgo: 120)
        #expect(try await ben.runs(10, minutes: 30).awardSummary == "190 of 630 dailyCap")
        #expect(try await ben.services.experience().today == 10_000)
    }

    @Test(
        "two recordings of one workout count once, and the more visible one is the original", .world,
        arguments: Implementation.allCases)
    func duplicates(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let watch = try await ana.runs(10, minutes: 60, endingMinutesAgo: 1, .friends)
        let belt = try await ana.runs(9.5, minutes: 50, endingMinutesAgo: 5, .public)
        // The open one counts, although it is shorter and earns nothing.
        #expect(belt.awardSummary == "0 of 641 duplicate")
        #expect(try await ana.services.workout(watch.id).awardSummary == "690 of 690, duplicate")
        let own = try await ana.services.me().stats
        #expect(own.workouts == 1 && own.distance == 9_500 && own.xp == 690)
        let seen = try await ben.sees(ana).stats
        #expect(seen?.workouts == 1 && seen?.distance == 9_500 && seen?.xp == 641)
        try await ana.services.deleteWorkout(belt.id)
        #expect(try await ana.services.workout(watch.id).awardSummary == "690 of 690")
        #expect(try await ana.services.me().stats.distance == 10_000)
        #expect(try await ben.sees(ana).stats?.workouts == 0)
    }

    @Test("a change of the time zone moves no award", .world, arguments: Implementation.allCases)
    func timeZones(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        // Until 23:00, twelve workouts, of which ten earn.
        world.clock.advance(by: 11 * 3_600)
        for number in 0..<12 {
            try await ana.runs(1, minutes: 10, endingMinutesAgo: Double(number) * 60)
        }
        let awards = [0, 0] + Array(repeating: 77, count: 10)
        #expect(try await ana.awards() == awards)
        let entries = try await ana.entries()
        // Five hours ahead, where the last five would be of another day.
        _ = try await ana.services.update(AccountChanges(timeZone: "Asia/Karachi"), ifMatch: nil)
        #expect(try await ana.awards() == awards)
        let workout = try await ana.services.workouts(of: .me, .whole).items[0]
        let end = workout.endedAt.addingTimeInterval(-30)
        let edited = try await ana.services.publish(
            .run(1, minutes: 10, endingAt: end), as: workout.id, ifMatch: nil
        ).workout
        #expect(edited.awardSummary == "0 of 77 dailyCount")
        #expect(try await ana.entries() == entries)
    }

    @Test(
        "a day has at most 200 workouts, which can be edited and deleted", .world,
        arguments: Implementation.allCases)
    func full(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        // 200 of today, three minutes apart since just after midnight, and one of yesterday.
        let now = world.clock.now
        let drafts = (0..<200).map { (number: Int) -> WorkoutDraft in
            let end = now.addingTimeInterval(Double(-number) * 180)
            return .run(0.1, minutes: 1, endingAt: end, .private)
        }
        for start in [0, 100] {
            let results = try await ana.services.publish(
                drafts[start..<start + 100].map { IdentifiedDraft(id: .random(), draft: $0) })
            #expect(results.allSatisfy { $0.status == .created })
        }
        let yesterday = try await ana.runs(1, minutes: 5, endingMinutesAgo: 24 * 60)
        await expectError(.limitReached, field: "startedAt") { try await ana.runs(1, minutes: 1) }
        await expectError(.limitReached, field: "startedAt") {
            try await ana.runs(1, minutes: 5, as: yesterday.id)
        }
        let one = try await ana.services.workouts(of: .me, .whole).items[0]
        var draft = drafts[0]
        draft.title = "Renamed"
        #expect(try await ana.services.publish(draft, as: one.id, ifMatch: nil).status == .updated)
        try await ana.services.deleteWorkout(one.id)
        try await ana.runs(1, minutes: 5, as: yesterday.id)
    }

    @Test("only so many workouts may overlap each other", arguments: Implementation.allCases)
    func overlapping(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.overlapLimit = 6 }) { world in
            let ana = try await world.person("ana")
            // Each overlaps only its neighbours, by ten minutes.
            var runs: [Workout] = []
            for number in 0..<6 {
                runs.append(try await ana.runs(5, minutes: 60, endingMinutesAgo: Double(number) * 50))
            }
            await expectError(.limitReached, field: "startedAt") {
                try await ana.runs(5, minutes: 60, endingMinutesAgo: 300)
            }
            #expect(try await ana.awards().count == 6)
            // What is apart has room, what joins them does not, and what is there can be edited and deleted.
            let apart = try await ana.runs(5, minutes: 60, endingMinutesAgo: 600)
            await expectError(.limitReached, field: "startedAt") {
                try await ana.runs(5, minutes: 60, endingMinutesAgo: 300, as: apart.id)
            }
            var draft = WorkoutDraft.run(6, minutes: 60, endingAt: runs[0].endedAt)
            draft.startedAt = runs[0].startedAt
            draft.endedAt = runs[0].endedAt
            #expect(try await ana.services.publish(draft, as: runs[0].id, ifMatch: nil).status == .updated)
            try await ana.services.deleteWorkout(runs[5].id)
            try await ana.runs(5, minutes: 60, endingMinutesAgo: 250)
        }
    }

    @Test("only so many held workouts can be released at one time", arguments: Implementation.allCases)
    func released(_ implementation: Implementation) async throws {
        try await implementation.run(
            configuring: {
                $0.holdsAnomalies = true
                $0.overlapLimit = 3
            }
        ) { world in
            let ana = try await world.person("ana")
            for number in 0..<3 {
                try await ana.runs(5, minutes: 60, endingMinutesAgo: Double(number) * 50)
            }
            let held = try await ana.runs(40, minutes: 60, endingMinutesAgo: 150)
            #expect(held.awardSummary == "0 of 2400 held, held")
            @Sendable func edit(to kilometres: Double) async throws -> Workout {
                var draft = WorkoutDraft.run(kilometres, minutes: 60, endingAt: held.endedAt)
                draft.startedAt = held.startedAt
                draft.endedAt = held.endedAt
                return try await ana.services.publish(draft, as: held.id, ifMatch: nil).workout
            }
            await expectError(.limitReached, field: "startedAt") { _ = try await edit(to: 5) }
            // It stays held, can be edited, and a moderator can approve it.
            #expect(try await edit(to: 41).experience?.status == .held)
            try await world.engine.decide(
                held.id, WorkoutDecisionDraft(outcome: .approved, reason: "As seen."))
            #expect(try await ana.reviewed(held) == "2457 of 2457; approved")
        }
    }

    @Test(
        "recordings of more than a day count once, wherever they start", .world,
        arguments: Implementation.allCases)
    func expeditions(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        func rides(days: Double, endingDaysAgo ago: Double, as id: Workout.ID = .random()) async throws
            -> Workout
        {
            world.clock.tick()
            let end = world.clock.now.addingTimeInterval(-ago * 86_400)
            let draft = WorkoutDraft(
                type: .cycling, title: "\(days) days", startedAt: end.addingTimeInterval(-days * 86_400),
                endedAt: end, duration: 36_000, measures: WorkoutMeasures(distance: 200_000))
            return try await ana.services.publish(draft, as: id, ifMatch: nil).workout
        }
        let long = try await rides(days: 10, endingDaysAgo: 1)
        #expect(long.awardSummary == "4400 of 4400")
        // A workout within it is one of its own.
        #expect(try await ana.runs(10, minutes: 60, endingMinutesAgo: 60 * 48).awardSummary == "690 of 690")
        let other = try await rides(days: 9.5, endingDaysAgo: 0)
        #expect(other.awardSummary == "0 of 4400 duplicate, duplicate")
        #expect(try await ana.services.me().stats.distance == 210_000)
        // The original no longer overlaps it, and both are settled anew, each on its own day.
        _ = try await rides(days: 1.5, endingDaysAgo: 10, as: long.id)
        #expect(try await ana.services.workout(other.id).awardSummary == "4400 of 4400")
        try await ana.services.deleteWorkout(long.id)
        #expect(try await ana.services.me().stats.distance == 210_000)
        #expect(try await ana.services.experience().lifetime == 5_090)
    }

    @Test(
        "the owner's other devices learn which workouts earn more or less, and no one else does", .world,
        arguments: Implementation.allCases)
    func announced(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        try await ana.runs(5, minutes: 30, endingMinutesAgo: 20)
        var (hers, his) = (try await ChangeReader(ana), try await ChangeReader(ben))
        let (anas, bens) = (try await ana.listens(), try await ben.listens())
        let better = try await ana.runs(10, minutes: 30, .private)
        #expect(try await hers.summaries().sorted() == ["item 10.0 km", "item 5.0 km"])
        #expect(try await his.summaries() == [])
        #expect(try await ana.receives(on: anas).sorted() == ["item 10.0 km", "item 5.0 km"])
        #expect(try await ben.receives(on: bens) == [])
        let feed = try await ana.services.feed(FeedQuery(), .whole).items.compactMap(\.workout?.xpEarned)
        #expect(feed == [630, 0])
        try await ana.services.deleteWorkout(better.id)
        let later = try await ana.services.feed(FeedQuery(), .whole).items.compactMap(\.workout?.xpEarned)
        #expect(later == [345])
    }
}
