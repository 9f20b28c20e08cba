import Foundation
import Paceline
import Testing

/// The clock starts on Sunday, 1 March 2026 at noon UTC.
@Suite("Workouts across midnight")
struct MidnightTests {
    @Test(
        "of two workouts that overlap each other across midnight, only one earns XP", .world,
        arguments: Implementation.allCases)
    func overlap(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        world.clock.advance(by: 14 * 3_600)
        // From 23:00 to 0:30, and from 0:00 to 1:30: a third of each, so neither is a duplicate.
        let first = try await ana.runs(10, minutes: 90, endingMinutesAgo: 90)
        let second = try await ana.runs(11, minutes: 90, endingMinutesAgo: 30)
        #expect(second.awardSummary == "807 of 807")
        #expect(try await ana.services.workout(first.id).awardSummary == "0 of 750 cooldown")
        #expect(try await ana.services.experience().lifetime == 807)
        #expect(try await ana.services.me().stats.workouts == 2)
        // Apart, each earns on its own day, without a pause between them.
        try await ana.runs(10, minutes: 60, endingMinutesAgo: 121, as: first.id)
        #expect(try await ana.services.workout(second.id).awardSummary == "807 of 807")
        #expect(try await ana.services.workout(first.id).awardSummary == "690 of 690")
        #expect(try await ana.services.experience().today == 807)
    }

    @Test(
        "a workout for friends that overlaps public ones of two days earns nothing beside them", .world,
        arguments: Implementation.allCases)
    func bridge(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, friend, stranger) = try await world.people("ana", "ben", "cem")
        try await world.befriend(ana, friend)
        world.clock.advance(by: 14 * 3_600)
        // From 22:30 to 23:40, and from 0:20 to 1:30.
        try await ana.runs(10, minutes: 70, endingMinutesAgo: 140)
        let last = try await ana.runs(10, minutes: 70, endingMinutesAgo: 30)
        #expect(try await ana.services.experience().lifetime == 1_420)
        // From 23:30 to 0:30.
        let bridge = try await ana.runs(20, minutes: 60, endingMinutesAgo: 90, .friends)
        #expect(bridge.awardSummary == "0 of 1260 cooldown")
        #expect(try await ana.services.experience().lifetime == 1_420)
        for viewer in [friend, stranger] { #expect(try await viewer.sees(ana).stats?.xp == 1_420) }
        // With only one of them left, the better of the two earns, for viewers who see both.
        try await ana.services.deleteWorkout(last.id)
        #expect(try await ana.services.workout(bridge.id).awardSummary == "1260 of 1260")
        #expect(try await friend.sees(ana).stats?.xp == 1_260)
        #expect(try await stranger.sees(ana).stats?.xp == 710)
    }

    @Test(
        "hidden workouts do not decide on which day a workout earns XP", .world,
        arguments: Implementation.allCases)
    func hidden(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, friend) = try await world.people("ana", "ben")
        try await world.befriend(ana, friend)
        world.clock.advance(by: 14 * 3_600)
        try await ana.runs(10, minutes: 60, endingMinutesAgo: 30, .friends)
        // From 23:00 to 0:40, which would be the first of the two if both were seen.
        try await ana.runs(30, minutes: 100, endingMinutesAgo: 80, .private)
        #expect(try await friend.sees(ana).stats?.xp == 690)
        #expect(try await friend.training(.xp, .friends, .today, on: 2026_03_02) == ["1 ana 690"])
        #expect(try await friend.training(.xp, .friends, .today, on: 2026_03_01) == [])
        #expect(try await ana.services.experience().lifetime == 1_910)
    }

    @Test(
        "global boards rank by XP that a deleted duplicate moves to another day", .world,
        arguments: Implementation.allCases)
    func movedByDuplicate(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, stranger) = try await world.people("ana", "cem")
        world.clock.advance(by: 15.5 * 3_600)
        // From 22:00 to 23:50, from 0:10 to 1:40, and, for herself only, from 1:00 to 3:00.
        try await ana.runs(20, minutes: 110, endingMinutesAgo: 220)
        try await ana.runs(10, minutes: 90, endingMinutesAgo: 110)
        try await ana.runs(20, minutes: 120, endingMinutesAgo: 30, .private)
        // From 23:30 to 0:30, mostly within the two public ones, which therefore compete on one day.
        let bridge = try await ana.runs(5, minutes: 60, endingMinutesAgo: 180)
        #expect(bridge.experience?.status == .duplicate)
        #expect(try await stranger.sees(ana).stats?.xp == 1_360)
        #expect(try await stranger.training(.xp, .global, .all) == ["1 ana 1360"])
        try await ana.services.deleteWorkout(bridge.id)
        #expect(try await stranger.sees(ana).stats?.xp == 2_110)
        #expect(try await stranger.training(.xp, .global, .all) == ["1 ana 2110"])
        #expect(try await stranger.training(.xp, .global, .today, on: 2026_03_02) == ["1 ana 750"])
    }
}
