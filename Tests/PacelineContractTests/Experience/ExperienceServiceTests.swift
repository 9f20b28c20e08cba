import Foundation
import Paceline
import Testing

@Suite("XP, as members see it")
struct ExperienceServiceTests {
    @Test("a workout earns its worth, which the policy predicts", .world, arguments: Implementation.allCases)
    func earning(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let nothing = try await ana.services.experience()
        #expect(nothing == Experience(lifetime: 0, balance: 0, level: 1, nextLevel: 500, today: 0))
        let policy = try await ana.services.experiencePolicy()
        #expect(policy == .current)
        var lifetime = 0
        for (number, type) in [WorkoutType.running, .rowing, .strength, .yoga].enumerated() {
            let draft = WorkoutDraft.sample(
                type: type, startedAt: world.clock.now.addingTimeInterval(Double(number - 8) * 3_600),
                duration: 1_800, distance: type == .yoga ? nil : 5_000)
            let published = try await ana.services.publish(draft, as: .random(), ifMatch: nil).workout
            let worth = policy.worth(of: draft)
            lifetime += worth
            #expect(worth > 0 && published.xpEarned == worth)
            #expect(
                published.experience
                    == WorkoutExperience(worth: worth, award: worth, status: .counted, policy: policy.number))
        }
        let experience = try await ana.services.experience()
        #expect(experience.lifetime == lifetime && experience.balance == lifetime)
        #expect(experience.today == lifetime)
        let level = Level(lifetime: lifetime)
        #expect(experience.level == level.number && experience.nextLevel == level.next.start)
        let stats = try await ana.services.me().stats
        #expect(stats.xp == lifetime && stats.level == level.number)
    }

    @Test("the ledger lists every change, newest first", .world, arguments: Implementation.allCases)
    func ledger(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        var workouts: [Workout] = []
        for day in 1...5 {
            workouts.append(
                try await ana.publishes(startedAt: world.clock.now.addingTimeInterval(-86_400 * Double(day))))
        }
        try await ana.services.deleteWorkout(workouts[2].id)
        let entries = try await walk(inPagesOf: 2) { try await ana.services.ledger($0) }
        #expect(entries.map(\.sequence) == [6, 5, 4, 3, 2, 1])
        #expect(entries.map(\.kind) == [.reversed, .earned, .earned, .earned, .earned, .earned])
        #expect(
            entries.map(\.workout) == [2, 4, 3, 2, 1, 0].map { workouts[$0].id })
        #expect(entries[0].amount == -entries[3].amount && entries[0].amount < 0)
        for (entry, before) in zip(entries, entries.dropFirst()) {
            #expect(entry.balance == before.balance + entry.amount && entry.lifetime == entry.balance)
            #expect(entry.hash.data.count == 32 && entry.hash != before.hash)
        }
        #expect(try await ana.services.experience().balance == entries[0].balance)
        let cursor = try #require(try await ana.services.ledger(PageRequest(limit: 1)).next)
        await expectError(.invalidCursor) {
            try await ben.services.ledger(PageRequest(limit: 1, cursor: cursor))
        }
        #expect(try await ben.services.ledger(.whole).items.isEmpty)
    }

    @Test(
        "others see the worth, and only the owner what it earned", .world, arguments: Implementation.allCases)
    func others(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let start = world.clock.now.addingTimeInterval(-7_200)
        let short = try await ana.publishes("1000m", .friends, startedAt: start)
        // Worth more, and less than 30 minutes later.
        let long = WorkoutDraft.sample(
            startedAt: start.addingTimeInterval(600), duration: 3_600, distance: 14_000, visibility: .friends)
        _ = try await ana.services.publish(long, as: .random(), ifMatch: nil)
        let own = try await ana.services.workout(short.id)
        #expect(own.xpEarned == 0 && own.experience?.award == 0 && own.experience?.reason == .cooldown)
        let worth = try #require(own.experience?.worth)
        let listed = try await ana.services.workouts(of: .me, .whole).items.first { $0.id == short.id }
        #expect(listed?.experience == own.experience)
        let feed = try await ana.services.feed(FeedQuery(), .whole).items.compactMap(\.workout)
        #expect(feed.count == 2 && feed.allSatisfy { $0.experience == nil })
        for shown in [
            try await ben.services.workout(short.id),
            try #require(try await ben.services.item(short.id.item).workout),
        ] {
            #expect(shown.xpEarned == worth && shown.experience == nil)
        }
    }

    @Test("hidden statistics or details hide XP from others", .world, arguments: Implementation.allCases)
    func hidden(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let workout = try await ana.publishes("2000m", .friends)
        let earned = try await ana.services.experience().lifetime
        let stats = try await ben.services.person(ana.reference).stats
        #expect(earned > 0 && stats?.xp == earned && stats?.level == 1)
        for hidesStats in [true, false] {
            _ = try await ana.services.update(
                SettingsChanges(showWorkoutStats: !hidesStats, showWorkoutDetails: hidesStats))
            #expect(try await ben.services.workout(workout.id).xpEarned == 0)
            let seen = try await ben.services.person(ana.reference).stats
            #expect((seen == nil) == hidesStats)
            if let seen { #expect(seen.workouts == 1 && seen.xp == 0 && seen.level == nil) }
            #expect(try await ana.services.workout(workout.id).xpEarned == earned)
            #expect(try await ana.services.me().stats.xp == earned)
        }
    }

    @Test("XP needs a username", .world, arguments: Implementation.allCases)
    func newcomer(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let newcomer = try await world.newcomer()
        await expectError(.usernameRequired) { try await newcomer.services.experience() }
        await expectError(.usernameRequired) { try await newcomer.services.ledger(.whole) }
        await expectError(.usernameRequired) { try await newcomer.services.experiencePolicy() }
    }
}
