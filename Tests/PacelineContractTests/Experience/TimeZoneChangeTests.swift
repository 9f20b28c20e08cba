import Foundation
import Paceline
import PacelineDatabase
import Testing

@testable import PacelineEngine

/// The clock starts on Sunday, 1 March 2026 at noon UTC, where everyone lives at first.
@Suite("Changes of the time zone")
struct TimeZoneChangeTests {
    private static let hour: TimeInterval = 3_600

    @Test("one day's training earns once, in any zone and order", .world, arguments: Implementation.allCases)
    func split(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        world.clock.advance(by: 11 * Self.hour)
        // Until 21:00, which is 2:00 of the next day in Karachi.
        #expect(try await ana.runs(170, minutes: 60, endingMinutesAgo: 120).awardSummary == "9810 of 9810")
        try await ana.moves(to: "Asia/Karachi")
        #expect(try await ana.runs(10).awardSummary == "190 of 630 dailyCap")
        for zone in ["Pacific/Honolulu", "Asia/Tokyo", "UTC", "Asia/Karachi"] {
            try await ana.moves(to: zone)
        }
        try await ana.runs(1, minutes: 10, endingMinutesAgo: 300)
        #expect(try await ana.services.experience().lifetime == 10_000)
        // Nor does what is published when the new zone applies.
        world.clock.advance(days: 3)
        try await ana.runs(5, endingMinutesAgo: 3 * 1_440 + 400)
        #expect(try await ana.services.experience().lifetime == 10_000)
        #expect(try await ana.services.experience().today == 0)
    }

    @Test(
        "the rest of a day in a new zone earns with the day before, and is a day of its own in streaks and totals",
        .world, arguments: Implementation.allCases)
    func rest(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        world.clock.advance(by: 11 * Self.hour)
        try await ana.runs(175, minutes: 60)
        try await ana.moves(to: "Asia/Tokyo")
        #expect(try await ana.services.experience().today == 10_000)
        // From 9:00 of 2 March, which is midnight in Greenwich: the evening of 2 March.
        world.clock.advance(by: 15 * Self.hour)
        #expect(try await ana.runs(175, minutes: 60).awardSummary == "0 of 10095 dailyCap")
        #expect(try await ana.services.me().stats.currentStreak == 2)
        #expect(try await ana.services.experience().lifetime == 10_000)
        #expect(try await ana.training(.distance, .friends, .today, on: 2026_03_02) == ["1 ana 175000"])
        // 3 March in Tokyo.
        world.clock.advance(by: 3 * Self.hour)
        #expect(try await ana.services.experience().today == 0)
        #expect(try await ana.runs(10).awardSummary == "630 of 630")
        #expect(try await ana.services.me().stats.currentStreak == 3)
        #expect(try await ana.services.experience().today == 630)
        #expect(try await ana.training(.xp, .friends, .today, on: 2026_03_03) == ["1 ana 630"])
    }

    @Test(
        "a change moves no workout between days and weeks, nor does an edit after it", .world,
        arguments: Implementation.allCases)
    func weeks(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        world.clock.advance(by: 11 * Self.hour)
        // Until 23:00 on Sunday, which is Monday in Karachi.
        let workout = try await ana.runs(10)
        for zone in ["Asia/Karachi", "Pacific/Honolulu", "Asia/Karachi"] {
            try await ana.moves(to: zone)
            world.clock.advance(days: 2)
            var draft = WorkoutDraft.run(10, endingAt: workout.endedAt)
            draft.title = "Sunday before \(zone)"
            _ = try await ana.services.publish(draft, as: workout.id, ifMatch: nil)
            try await world.rankTraining()
            for scope in [LeaderboardScope.friends, .global] {
                for metric in [BoardMetric.distance, .duration, .xp, .activeDays] {
                    let before = try await ana.training(metric, scope, .week, on: 2026_03_01)
                    let after = try await ana.training(metric, scope, .week, on: 2026_03_02)
                    #expect(before.count == 1 && after.isEmpty, "\(metric) of \(scope), \(zone)")
                }
            }
        }
    }

    @Test(
        "a workout that is moved across a change has the day of the zone at its new start", .world,
        arguments: Implementation.allCases)
    func moved(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.runs(1, minutes: 10)
        try await ana.moves(to: "Asia/Karachi")
        world.clock.advance(days: 3)
        // 20:00 UTC is 1:00 of the next day in Karachi.
        let midnight = TestClock.start.addingTimeInterval(12 * Self.hour)
        let id = Workout.ID.random()
        for (start, day) in [(20, 2026_03_03), (-4, 2026_03_01), (44, 2026_03_04), (-4, 2026_03_01)] {
            let end = midnight.addingTimeInterval(Double(start) * Self.hour + 1_800)
            let workout = try await ana.services.publish(.run(10, endingAt: end), as: id, ifMatch: nil)
                .workout
            #expect(workout.awardSummary == "630 of 630")
            for number in [2026_03_01, 2026_03_03, 2026_03_04] {
                let board = try await ana.training(.xp, .friends, .today, on: number)
                #expect(board.contains { $0.hasSuffix("630") || $0.hasSuffix("707") } == (number == day))
            }
        }
    }

    @Test(
        "a workout that was moved across a change stays on its day when that is settled again", .world,
        arguments: Implementation.allCases)
    func settledAgain(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let workout = try await ana.runs(10)
        try await ana.moves(to: "Asia/Karachi")
        world.clock.advance(days: 3)
        // 20:00 UTC of 2 March is 1:00 of 3 March in Karachi.
        let end = TestClock.start.addingTimeInterval(32.5 * Self.hour)
        for visibility in [ItemVisibility.public, .friends, .followers] {
            world.clock.tick()
            let draft = WorkoutDraft.run(10, endingAt: end, visibility)
            _ = try await ana.services.publish(draft, as: workout.id, ifMatch: nil)
            #expect(try await ana.training(.xp, .friends, .today, on: 2026_03_03) == ["1 ana 630"])
            #expect(try await ana.training(.xp, .friends, .today, on: 2026_03_02) == [])
        }
    }

    @Test(
        "a zone changed just after publishing a workout of tomorrow has the result of one changed just before",
        .world, arguments: Implementation.allCases)
    func midnight(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        for member in [ana, ben] { try await member.runs(1, minutes: 10) }
        world.clock.advance(to: TestClock.start.addingTimeInterval(12 * Self.hour - 240))
        let draft = WorkoutDraft.run(1, minutes: 4, endingAt: world.clock.now.addingTimeInterval(540))
        let plan = WorkoutDraft.run(
            5, minutes: 120, endingAt: world.clock.now.addingTimeInterval(360 + 2 * Self.hour))
        for zone in ["Pacific/Honolulu", "Asia/Tokyo", "UTC"] {
            let (one, other) = (Workout.ID.random(), Workout.ID.random())
            for (draft, id) in [(draft, one), (plan, other)] {
                _ = try await ana.services.publish(draft, as: id, ifMatch: nil)
            }
            for member in [ana, ben] { try await member.moves(to: zone) }
            let (third, fourth) = (Workout.ID.random(), Workout.ID.random())
            for (draft, id) in [(draft, third), (plan, fourth)] {
                _ = try await ben.services.publish(draft, as: id, ifMatch: nil)
            }
            #expect(try await ana.awards() == ben.awards(), "\(zone)")
            #expect(try await ana.services.me().stats == ben.services.me().stats, "\(zone)")
            for day in [2026_03_01, 2026_03_02] {
                for metric in [BoardMetric.xp, .distance] {
                    let one = try await ana.trainingBoard(metric, .friends, .today, on: day).rows
                    let other = try await ben.trainingBoard(metric, .friends, .today, on: day).rows
                    #expect(one.map(\.points) == other.map(\.points), "\(metric) on \(day), \(zone)")
                }
            }
            let days = try await ana.training(.distance, .friends, .today, on: 2026_03_01)
            #expect(days == ["1 ana \(zone == "Pacific/Honolulu" ? 2_000 : 1_000)"])
            for (member, id) in [(ana, one), (ana, other), (ben, third), (ben, fourth)] {
                try await member.services.deleteWorkout(id)
            }
        }
    }

    @Test(
        "zones are recorded only for people who have trained and changed their zone", .world,
        arguments: Implementation.allCases)
    func recorded(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.moves(to: "Asia/Tokyo")
        #expect(try await world.rows(of: "time_zone_changes") == 0)
        let workout = try await ana.runs(5)
        try await ana.moves(to: "Asia/Karachi")
        #expect(try await ana.services.me().timeZone == "Asia/Karachi")
        #expect(try await world.rows(of: "time_zone_changes") == 2)
        try await ana.moves(to: "Asia/Tokyo")
        #expect(try await world.rows(of: "time_zone_changes") == 0)
        try await ana.moves(to: "Asia/Karachi")
        world.clock.advance(days: 2)
        try await ana.moves(to: "Asia/Tokyo")
        #expect(try await world.rows(of: "time_zone_changes") == 3)
        // They stay without workouts, which could be published again.
        try await ana.services.deleteWorkout(workout.id)
        try await ana.moves(to: "Asia/Karachi")
        #expect(try await world.rows(of: "time_zone_changes") == 2)
    }

    @Test(
        "workouts that are deleted, and published again after a change of the zone, keep their days", .world,
        arguments: Implementation.allCases)
    func deletedBefore(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        world.clock.advance(by: 11 * Self.hour)
        // At 19:00 and 21:30, which is 2:30 of the next day in Karachi.
        func publish() async throws -> [Workout] {
            [
                try await ana.runs(170, minutes: 60, endingMinutesAgo: 180),
                try await ana.runs(170, minutes: 60, endingMinutesAgo: 30),
            ]
        }
        for workout in try await publish() { try await ana.services.deleteWorkout(workout.id) }
        #expect(try await ana.services.experience().lifetime == 0)
        try await ana.moves(to: "Asia/Karachi")
        _ = try await publish()
        #expect(try await ana.services.experience().lifetime == 10_000)
    }

    @Test(
        "a workout from before changes were recorded keeps its day", .world,
        arguments: Implementation.allCases)
    func earlier(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        world.clock.advance(by: 11 * Self.hour)
        let workout = try await ana.runs(10)
        try await world.database.write { [id = ana.id] connection in
            try connection.send("UPDATE accounts SET time_zone = 'Asia/Karachi' WHERE person = \(id)")
        }
        for title in ["Before", "After"] {
            var draft = WorkoutDraft.run(10, endingAt: workout.endedAt)
            draft.title = title
            _ = try await ana.services.publish(draft, as: workout.id, ifMatch: nil)
            #expect(try await ana.training(.xp, .friends, .today, on: 2026_03_01) == ["1 ana 630"])
            #expect(try await ana.training(.distance, .friends, .today, on: 2026_03_01) == ["1 ana 10000"])
            try await ana.moves(to: "Asia/Tokyo")
        }
    }
}

extension Member {
    /// Chooses another time zone.
    func moves(to zone: String) async throws {
        _ = try await services.update(AccountChanges(timeZone: zone), ifMatch: nil)
    }
}
