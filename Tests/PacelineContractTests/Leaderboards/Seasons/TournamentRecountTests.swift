import Foundation
import Paceline
import PacelineTestSupport
import Testing

@Suite("Tournaments, recounted")
struct TournamentRecountTests {
    private static let seeds = 1...Repetitions.count(2 as UInt64, deep: 40)

    @Test(
        "results equal a recount at any time, and final ones a recount of what was published in time", .world,
        arguments: Implementation.allCases, seeds)
    func recount(_ implementation: Implementation, _ seed: UInt64) async throws {
        let world = try await World.current(on: implementation)
        var history = try await RandomTournament(world, seed: seed)
        let graceEnd = Season.graceEnd(after: history.ofGroup.lastDay)
        while world.clock.now < graceEnd.addingTimeInterval(86_400) {
            try await history.step()
            try await history.check()
        }
        for tournament in [history.ofGroup, history.global] {
            #expect(try await history.members[0].state(of: tournament) == .final, "seed \(seed)")
        }
    }
}

/// Three members of a group, with a tournament of the group and a global one on the same days.
private struct RandomTournament {
    let world: World
    let members: [Member]
    let ofGroup: Season
    let global: Season
    private let seed: UInt64
    private var random: SeededRandom
    /// The published workouts, as far as they count.
    private var counted: [Workout.ID: Counted] = [:]
    /// The workouts that exist, with the hour after `start` in which each ended. No two of a member overlap.
    private var hours: [[Workout.ID: Int]] = [[:], [:], [:]]
    private let start: Date

    private struct Counted {
        let member: Int
        let day: Day
        let metres: Int
        let visibility: ItemVisibility
    }

    init(_ world: World, seed: UInt64) async throws {
        self.world = world
        self.seed = seed
        random = SeededRandom(seed: seed)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        members = [ana, ben, cem]
        let chief = try await world.staffMember("chief")
        let group = try await ana.createsGroup(with: ben, cem)
        ofGroup = try await ana.createsTournament(in: group)
        global = try await chief.createsTournament()
        start = ofGroup.firstDay.startInUTC.addingTimeInterval(-12 * 3_600)
    }

    /// Lets hours pass, and then publishes, edits or deletes a workout.
    mutating func step() async throws {
        world.clock.advance(by: Double(Int.random(in: 1...9, using: &random)) * 3_600)
        try await world.ranksAndCloses()
        let member = Int.random(in: 0..<members.count, using: &random)
        let isInTime = world.clock.now < Season.graceEnd(after: ofGroup.lastDay)
        let known = hours[member].keys.sorted().randomElement(using: &random)
        switch (Int.random(in: 0..<5, using: &random), known) {
        case (0, let id?):
            hours[member][id] = nil
            if isInTime { counted[id] = nil }
            try await members[member].services.deleteWorkout(id)
        case (1, let id?): try await publish(member, as: id, isInTime)
        default: try await publish(member, as: .random(), isInTime)
        }
    }

    private mutating func publish(_ member: Int, as id: Workout.ID, _ isInTime: Bool) async throws {
        let past = Int(world.clock.now.timeIntervalSince(start) / 3_600)
        let free = (1..<past).filter { !hours[member].values.contains($0) }
        guard let hour = free.randomElement(using: &random) else { return }
        let end = start.addingTimeInterval(Double(hour) * 3_600)
        let kilometres = Int.random(in: 1...8, using: &random)
        let visibility = [ItemVisibility.private, .friends, .public].randomElement(using: &random) ?? .public
        let draft = WorkoutDraft.run(Double(kilometres), minutes: 30, endingAt: end, visibility)
        _ = try await members[member].services.publish(draft, as: id, ifMatch: nil)
        hours[member][id] = hour
        guard isInTime else { return }
        counted[id] = Counted(
            member: member, day: Day(of: end.addingTimeInterval(-1_800), in: .gmt),
            metres: kilometres * 1_000, visibility: visibility)
    }

    /// Both tournaments equal a recount.
    func check() async throws {
        try await world.ranksAndCloses()
        for (tournament, least) in [(ofGroup, ItemVisibility.friends), (global, .public)] {
            var metres = [0, 0, 0]
            for workout in counted.values where workout.visibility >= least {
                guard (tournament.firstDay...tournament.lastDay).contains(workout.day) else { continue }
                metres[workout.member] += workout.metres
            }
            let expected = members.indices.filter { metres[$0] > 0 }.map { place in
                "\(1 + metres.count { $0 > metres[place] }) \(members[place].username) \(metres[place])"
            }
            #expect(
                try await members[0].results(of: tournament).sorted() == expected.sorted(),
                "seed \(seed), \(least), \(world.clock.now)")
        }
    }
}
