import Foundation
import Paceline
import Testing

/// The clock starts on Sunday, 1 March 2026 at noon UTC.
@Suite("Badges that are earned again, and across the date line")
struct RepeatedBadgeTests {
    @Test(
        "a badge whose workout is deleted and published again is not posted again", .world,
        arguments: Implementation.allCases)
    func again(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let first = try await ana.runs(10, minutes: 60)
        _ = try await ana.earned()
        #expect(try await ben.earnedItems(ofKind: .achievement, "tenK").count == 1)
        try await ana.services.deleteWorkout(first.id)
        #expect(try await ana.earned() == [])
        try await ana.runs(10, minutes: 60)
        #expect(try await ben.earned(of: ana).contains("tenK"))
        #expect(try await ben.earnedItems() == [])
        #expect(try await ana.earnedItems() == [])
        #expect(try await ana.inbox().items.count { $0.kind == .levelUp } <= 1)
        // Others are.
        try await ana.runs(22, minutes: 120, endingMinutesAgo: 120)
        _ = try await ana.earned()
        #expect(try await ben.earnedItems(ofKind: .achievement, "halfMarathon").count == 1)
    }

    @Test(
        "a day that occurs twice, across the date line, counts for badges as it does in totals", .world,
        arguments: Implementation.allCases)
    func dateLine(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        // 2 March, 2:00.
        try await ana.moves(to: "Pacific/Kiritimati")
        for _ in 2...6 {
            try await ana.runs(1)
            world.clock.advance(days: 1)
        }
        // No workout on 7 March.
        world.clock.advance(days: 1)
        try await ana.runs(1)
        try await ana.moves(to: "Etc/GMT+12")
        // 8 March still lasts, although it is 7 March, 22:45, in the new zone.
        world.clock.advance(to: try day(2026_03_08).startInUTC.addingTimeInterval(10.75 * 3_600))
        try await ana.runs(1)
        #expect(try await ana.services.me().stats.longestStreak == 5)
        #expect(try await !ana.earned().contains("streak7"))
        #expect(try await !ana.earned().contains("perfectWeek"))
    }
}
