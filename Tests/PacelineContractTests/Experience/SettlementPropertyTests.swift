import Foundation
import Paceline
import PacelineTestSupport
import Testing

@Suite("Settling random days")
struct SettlementPropertyTests {
    private static let seeds = 1...Repetitions.count(3 as UInt64, deep: 60)
    /// How many histories share a community. ``MovingClockTests`` settles thousands in memory.
    private static let histories = 5

    @Test(
        "every order of publishing, editing and deleting leads to the same awards and totals", .world,
        arguments: Implementation.allCases, seeds)
    func orders(_ implementation: Implementation, _ seed: UInt64) async throws {
        let world = try await World.current(on: implementation)
        let (friend, follower, stranger) = try await world.people("cem", "dan", "eva")
        var random = SeededRandom(seed: seed)
        for number in 0..<Self.histories {
            let (ana, ben) = try await world.people("ana_\(number)", "ben_\(number)")
            try await order(of: [ana, ben], seenBy: [friend, follower, stranger], in: world, seed, &random)
        }
    }

    /// Two people publish the same in different orders.
    private func order(
        of owners: [Member], seenBy viewers: [Member], in world: World, _ seed: UInt64,
        _ random: inout SeededRandom
    ) async throws {
        let (ana, ben) = (owners[0], owners[1])
        for person in owners {
            try await world.befriend(person, viewers[0])
            try await viewers[1].follows(person)
        }
        let plan = (0..<8).map { _ in WorkoutDraft.random(before: world.clock.now, &random) }
        // The clock stands still, so that both publish at the same time.
        for owner in owners {
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
        for viewer in viewers {
            #expect(try await viewer.sees(ana).stats == viewer.sees(ben).stats, "seed \(seed)")
        }
        for owner in owners {
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
    /// A run of the last two days, of any visibility, which overlaps others often. Some take more than a day from start
    /// to end.
    fileprivate static func random(before now: Date, _ random: inout SeededRandom) -> WorkoutDraft {
        // In milliseconds, so that no two end at the same time or are equally long.
        let age = Double(Int.random(in: 0...172_800_000, using: &random)) / 1_000
        let duration = Double(Int.random(in: 60_000...18_000_000, using: &random)) / 1_000
        var draft = WorkoutDraft.run(
            Double(Int.random(in: 1...20, using: &random)), minutes: duration / 60,
            endingAt: now.addingTimeInterval(-age),
            ItemVisibility.allCases.randomElement(using: &random) ?? .private)
        if Int.random(in: 0..<6, using: &random) == 0 {
            draft.endedAt = now.addingTimeInterval(-age)
            draft.startedAt -= Double(Int.random(in: 86_400_000...400_000_000, using: &random)) / 1_000
        }
        return draft
    }
}
