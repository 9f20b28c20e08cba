import Foundation
import Paceline
import Testing

/// The clock starts on Sunday, 1 March 2026 at noon UTC; the week ends a day later.
@Suite("Seasons by training")
struct TrainingSeasonTests {
    @Test(
        "managers choose up to four metrics, and weeks and months are stored by each", .world,
        arguments: Implementation.allCases)
    func chosen(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let (ana, ben) = try await world.people("ana", "ben")
        let group = try await ana.createsGroup(with: ben)
        #expect(group.metrics == [.points])
        let changed = try await ana.services.updateGroup(
            group.id, GroupChanges(metrics: [.distance, .points, .activeDays]))
        #expect(changed.metrics == [.distance, .points, .activeDays])
        #expect(try await ben.services.group(group.id).metrics == changed.metrics)
        for wrong in [[], [.xp, .xp], [.currentStreak], [.points, .xp, .distance, .duration, .volume]]
            as [[BoardMetric]]
        {
            await expectError(.invalidValue, field: "metrics") {
                _ = try await ana.services.updateGroup(group.id, GroupChanges(metrics: wrong))
            }
        }
        await expectError(.notAllowed) {
            _ = try await ben.services.updateGroup(group.id, GroupChanges(metrics: [.xp]))
        }

        world.clock.advance(to: TestClock.start)
        try await ana.runs(5)
        try await ben.runs(8, minutes: 40)
        try await ben.runs(4, minutes: 20, endingMinutesAgo: 60, .private)
        try await ana.plays(3)
        world.clock.advance(days: 1)
        try await world.closeSeasons()
        let seasons = try await ana.services.seasons(of: group.id, kind: .week, .whole).items
        #expect(Set(seasons.map(\.metric)) == [.distance, .points, .activeDays])
        #expect(seasons.count == 3)
        #expect(try await ana.results(of: group, by: .distance) == ["1 ben 8000", "2 ana 5000"])
        #expect(try await ben.results(of: group, by: .activeDays) == ["1 ana 1", "1 ben 1"])
        #expect(try await ben.results(of: group, by: .points) == ["1 ana 4"])
        let season = try #require(seasons.first { $0.metric == .distance })
        let rows = try await ana.services.season(season.id).rows
        #expect(rows.allSatisfy { $0.breakdown.isEmpty })
    }

    @Test(
        "late, edited and hidden workouts change the results for 48 hours, then they stay", .world,
        arguments: Implementation.allCases)
    func late(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let (ana, ben) = try await world.people("ana", "ben")
        let group = try await ana.createsGroup(with: ben)
        _ = try await ana.services.updateGroup(group.id, GroupChanges(metrics: [.distance]))
        world.clock.advance(to: TestClock.start)
        try await ana.runs(5)
        let run = try await ben.runs(6, minutes: 40)
        world.clock.advance(days: 1)
        func results() async throws -> [String] {
            try await world.rankTraining()
            try await world.closeSeasons()
            return try await ana.results(of: group, by: .distance)
        }
        #expect(try await results() == ["1 ben 6000", "2 ana 5000"])
        try await ana.runs(2, minutes: 15, endingMinutesAgo: 60 * 26)
        #expect(try await results() == ["1 ana 7000", "2 ben 6000"])
        try await ben.services.deleteWorkout(run.id)
        #expect(try await results() == ["1 ana 7000"])
        try await ben.runs(3, minutes: 15, endingMinutesAgo: 60 * 27)
        #expect(try await results() == ["1 ana 7000", "2 ben 3000"])
        _ = try await ben.services.setSharing(false, with: group.id)
        #expect(try await results() == ["1 ana 7000"])
        _ = try await ben.services.setSharing(true, with: group.id)
        try await ben.sets(SettingsChanges(showWorkoutStats: false))
        #expect(try await results() == ["1 ana 7000"])
        try await ben.sets(SettingsChanges(showWorkoutStats: true))
        #expect(try await results() == ["1 ana 7000", "2 ben 3000"])
        world.clock.advance(days: 3)
        #expect(try await results() == ["1 ana 7000", "2 ben 3000"])
        try await ben.runs(9, minutes: 60, endingMinutesAgo: 60 * 24 * 4)
        #expect(try await results() == ["1 ana 7000", "2 ben 3000"])
    }
}

extension Member {
    /// The results of the group's last week by a metric, in the form `1 ana 5000`.
    fileprivate func results(of group: LeaderboardGroup, by metric: BoardMetric) async throws -> [String] {
        let seasons = try await services.seasons(of: group.id, kind: .week, .whole).items
        let season = try #require(seasons.first { $0.metric == metric })
        return try await services.season(season.id).rows.map {
            "\($0.rank) \($0.person.username) \($0.points)"
        }
    }
}
