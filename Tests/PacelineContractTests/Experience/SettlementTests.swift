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

    private static let seeds = 1...Repetitions.count(3 as UInt64, deep: 60)

    @Test(
        "every order of publishing, editing and deleting leads to the same awards and totals", .world,
        arguments: Implementation.allCases, seeds)
    func orders(_ implementation: Implementation, _ seed: UInt64) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, friend, follower) = try await world.people("ana", "ben", "cem", "dan")
        for person in [ana, ben] {
            try await world.befriend(person, friend)
            try await follower.follows(person)
        }
        var random = SeededRandom(seed: seed)
        let plan = (0..<14).map { _ in WorkoutDraft.random(before: world.clock.now, &random) }
        // The clock stands still, so that both publish at the same time.
        for owner in [ana, ben] {
            for draft in plan.shuffled(using: &random) {
                let id = Workout.ID.random()
                if Bool.random(using: &random) {
                    let other = WorkoutDraft.random(before: world.clock.now, &random)
                    _ = try await owner.services.publish(other, as: id, ifMatch: nil)
                }
                if Int.random(in: 0..<4, using: &random) == 0 {
                    let extra = Workout.ID.random()
                    let other = WorkoutDraft.random(before: world.clock.now, &random)
                    _ = try await owner.services.publish(other, as: extra, ifMatch: nil)
                    _ = try await owner.services.publish(draft, as: id, ifMatch: nil)
                    try await owner.services.deleteWorkout(extra)
                } else {
                    _ = try await owner.services.publish(draft, as: id, ifMatch: nil)
                }
            }
        }
        #expect(try await ana.awardsByStart() == ben.awardsByStart(), "seed \(seed)")
        #expect(try await ana.services.experience() == ben.services.experience(), "seed \(seed)")
        #expect(try await ana.services.me().stats == ben.services.me().stats, "seed \(seed)")
        let stranger = try await world.person("stranger")
        for viewer in [friend, follower, stranger] {
            #expect(try await viewer.sees(ana).stats == viewer.sees(ben).stats, "seed \(seed)")
        }
        for owner in [ana, ben] {
            let entries = try await owner.entries()
            #expect(entries.reduce(0) { $0 + $1.amount } == entries.last?.balance ?? 0, "seed \(seed)")
        }
    }

    @Test(
        "workouts that are hidden from a viewer change nothing that they see", .world,
        arguments: Implementation.allCases, seeds)
    func hidden(_ implementation: Implementation, _ seed: UInt64) async throws {
        let world = try await World.current(on: implementation)
        // For each viewer, a twin of Ana publishes only what they may see.
        let (ana, friend, follower, stranger) = try await world.people("ana", "cem", "dan", "eva")
        try await world.befriend(ana, friend)
        try await follower.follows(ana)
        var random = SeededRandom(seed: seed)
        let plan = (0..<16).map { _ in WorkoutDraft.random(before: world.clock.now, &random) }
        var ids: [Workout.ID] = []
        for draft in plan {
            ids.append(try await ana.services.publish(draft, as: .random(), ifMatch: nil).workout.id)
        }
        let viewers: [(viewer: Member, least: ItemVisibility)] = [
            (friend, .friends), (follower, .followers), (stranger, .public),
        ]
        for (viewer, least) in viewers {
            let twin = try await world.person("twin_\(least)")
            try await viewer.isRelated(to: twin, as: least, in: world)
            let seen = plan.filter { $0.visibility ?? .private >= least }
            for draft in seen { _ = try await twin.services.publish(draft, as: .random(), ifMatch: nil) }
            let (first, second) = (try await viewer.sees(ana), try await viewer.sees(twin))
            #expect(first.stats == second.stats, "seed \(seed)")
            let (theirs, others) = (
                try await viewer.services.workouts(of: ana.reference, .whole).items.map(\.xpEarned),
                try await viewer.services.workouts(of: twin.reference, .whole).items.map(\.xpEarned)
            )
            #expect(theirs == others, "seed \(seed)")
        }
    }
}

extension Member {
    /// The start of each workout with its award.
    fileprivate func awardsByStart() async throws -> [String] {
        try await services.workouts(of: .me, .whole).items
            .map { "\($0.startedAt.timeIntervalSince1970): \($0.awardSummary)" }
    }

    /// Becomes the friend or a follower of another member, or stays a stranger.
    fileprivate func isRelated(
        to other: Member, as least: ItemVisibility, in world: World
    ) async throws {
        switch least {
        case .friends: try await world.befriend(other, self)
        case .followers: try await follows(other)
        case .private, .public: break
        }
    }
}

extension WorkoutDraft {
    /// A run of the last two days, of any visibility, which overlaps others often.
    fileprivate static func random(before now: Date, _ random: inout SeededRandom) -> WorkoutDraft {
        // In milliseconds, so that no two end at the same time or are equally long.
        let age = Double(Int.random(in: 0...172_800_000, using: &random)) / 1_000
        let duration = Double(Int.random(in: 60_000...18_000_000, using: &random)) / 1_000
        return .run(
            Double(Int.random(in: 1...20, using: &random)), minutes: duration / 60,
            endingAt: now.addingTimeInterval(-age),
            ItemVisibility.allCases.randomElement(using: &random) ?? .private)
    }
}
