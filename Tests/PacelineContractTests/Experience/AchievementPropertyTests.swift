import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineEngine

@Suite("Random histories and what they earn")
struct AchievementPropertyTests {
    private static let engines = Implementation.allCases.filter { $0 != .remote }
    private static let seeds = 1...Repetitions.count(2 as UInt64, deep: 40)

    @Test(
        "any order of publishing and of following the log leads to one result, and nothing is posted twice",
        .world, arguments: engines, seeds)
    func order(_ implementation: Implementation, _ seed: UInt64) async throws {
        let world = try await World.current(on: implementation)
        let (ana, dot, friend) = try await world.people("ana", "dot", "ben")
        for owner in [ana, dot] { try await world.befriend(owner, friend) }
        var random = SeededRandom(seed: seed)
        let drafts = WorkoutDraft.history(15, until: world.clock.now, &random)
        for draft in drafts { try await ana.publishes(draft) }
        for draft in drafts.shuffled(using: &random) {
            try await dot.publishes(draft)
            if Bool.random(using: &random) { _ = try await dot.earned() }
        }
        for reader in [friend, ana] {
            let expected = try await reader.sight(ofWhatEarned: ana)
            let found = try await (reader.id == ana.id ? dot : reader).sight(ofWhatEarned: dot)
            #expect(found == expected, "seed \(seed)")
        }
        let posted = try await world.posted(by: dot)
        #expect(Set(posted).count == posted.count, "seed \(seed): \(posted)")
    }

    @Test(
        "workouts that a reader cannot see change nothing of what the reader sees", .world,
        arguments: engines, seeds)
    func hidden(_ implementation: Implementation, _ seed: UInt64) async throws {
        let world = try await World.current(on: implementation)
        let (ana, dot, friend) = try await world.people("ana", "dot", "ben")
        for owner in [ana, dot] { try await world.befriend(owner, friend) }
        var random = SeededRandom(seed: seed)
        for draft in WorkoutDraft.history(15, until: world.clock.now, &random) {
            let workout = try await ana.publishes(draft)
            if draft.visibility != .private { try await dot.publishes(draft) }
            // Some are hidden later, as if the reader had never seen them.
            if draft.visibility == .private, Bool.random(using: &random) {
                _ = try await ana.earned()
                try await ana.services.deleteWorkout(workout.id)
            }
            if Bool.random(using: &random) { _ = try await [ana.earned(), dot.earned()] }
        }
        #expect(
            try await friend.sight(ofWhatEarned: ana) == friend.sight(ofWhatEarned: dot), "seed \(seed)")
    }

    @Test(
        "a follower that is stopped between two steps makes up for it, and posts once", .world,
        arguments: engines)
    func stopped(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let run = try await ana.runs(10, minutes: 60)
        // The workout has been awarded, but the log was not followed.
        #expect(try await world.rows(of: "awards WHERE award > 0") == 1)
        #expect(try await world.rows(of: "achievements") == 0)
        let stopping = FaultyConsumer(ExperienceFollower(), at: run.id) { _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) {
            try await world.engine.pump.run([stopping], for: .worker)
        }
        #expect(try await world.rows(of: "achievements") == 0)
        #expect(try await world.rows(of: "items WHERE kind <> 'workout'") == 0)
        for _ in 0..<2 { try await world.engine.pump.run([ExperienceFollower()], for: .worker) }
        let posted = try await world.posted(by: ana)
        #expect(!posted.isEmpty && Set(posted).count == posted.count)
        // The same events once more, as when a parked one is retried.
        try await world.database.write { connection in
            try connection.send("UPDATE log_positions SET tx = 0, sequence = 0 WHERE name = 'experience'")
        }
        try await world.engine.pump.run([ExperienceFollower()], for: .worker)
        #expect(try await world.posted(by: ana) == posted)
        #expect(try await ana.earned().contains("tenK"))
    }
}

extension WorkoutDraft {
    /// Workouts of the last days, which do not overlap, in a random order.
    fileprivate static func history(
        _ count: Int, until now: Date, _ random: inout SeededRandom
    ) -> [WorkoutDraft] {
        let types: [WorkoutType] = [.running, .cycling, .swimming, .rowing]
        let slots = (1..<100).shuffled(using: &random).prefix(count)
        return slots.map { (slot: Int) -> WorkoutDraft in
            let minutes: Double = [20, 60, 90].randomElement(using: &random) ?? 20
            let kilometres = Double(Int.random(in: 1...25, using: &random))
            let end = now.addingTimeInterval(Double(-slot) * 7_200)
            return WorkoutDraft(
                type: types.randomElement(using: &random) ?? .running, title: "\(slot)",
                startedAt: end.addingTimeInterval(-minutes * 60), duration: minutes * 60,
                measures: WorkoutMeasures(distance: kilometres * 1_000),
                visibility: ItemVisibility.allCases.randomElement(using: &random) ?? .private)
        }
    }
}

extension Member {
    @discardableResult
    fileprivate func publishes(_ draft: WorkoutDraft) async throws -> Workout {
        clock.tick()
        return try await services.publish(draft, as: .random(), ifMatch: nil).workout
    }

    /// What the member sees of the owner's achievements, levels and their items, without their ids.
    fileprivate func sight(ofWhatEarned owner: Member) async throws -> [String] {
        let earned = try await services.achievements(of: owner.reference).map { "\($0.id) \($0.at)" }
        let query = FeedQuery(person: owner.reference)
        let items = try await services.feed(query, .whole).items.filter { $0.workout == nil }.map { item in
            let what = (item.achievement ?? item.milestone)?.id.description
            return "\(item.content.kindName) \(what ?? "\(item.levelUp?.level ?? 0)") \(item.at)"
        }
        // Items of one time are in the order in which they were posted.
        return earned.sorted() + items.sorted()
    }
}

extension World {
    /// What the person's items are about.
    fileprivate func posted(by member: Member) async throws -> [String] {
        try await database.read { [id = member.id] connection in
            try connection.fetch(
                "SELECT category FROM items WHERE owner = \(id) AND kind <> 'workout' ORDER BY category"
            ) { $0[0] as String }
        }
    }
}
