import Foundation
import Paceline
import Testing

@Suite("Recordings of one effort, in pieces and longer than a day")
struct OverlappingPiecesTests {
    @Test(
        "pieces for different viewers count once for each of them", .world, arguments: Implementation.allCases
    )
    func pieces(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, friend, follower, stranger) = try await world.people("ana", "cem", "dan", "eva")
        try await world.befriend(ana, friend)
        try await follower.follows(ana)
        // A run of 100 minutes, in one piece for friends, and in three shorter ones for more people.
        let whole = try await ana.runs(20, minutes: 100, .friends)
        let first = try await ana.runs(7, minutes: 35, endingMinutesAgo: 65, .public)
        try await ana.runs(6, minutes: 30, endingMinutesAgo: 35, .followers)
        try await ana.runs(15, minutes: 75, .private)
        for viewer in [ana, friend, follower] {
            #expect(try await viewer.sees(ana).stats?.distance == 13_000, "\(viewer.username)")
        }
        #expect(try await stranger.sees(ana).stats?.distance == 7_000)
        // The whole is worth more than its pieces, and friends see that it earned it.
        #expect(try await ana.services.workout(whole.id).awardSummary == "1340 of 1340, duplicate")
        #expect(try await friend.sees(ana).stats?.xp == 1_340)
        #expect(try await stranger.sees(ana).stats?.xp == 469)
        // Without the first piece, less than half of it is covered.
        try await ana.services.deleteWorkout(first.id)
        #expect(try await friend.sees(ana).stats?.distance == 26_000)
        #expect(try await stranger.sees(ana).stats?.distance == 0)
    }

    @Test(
        "what is hidden from a viewer makes nothing that they see a duplicate", .world,
        arguments: Implementation.allCases)
    func hidden(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ana.runs(5, minutes: 30, .public)
        let before = try await ben.sees(ana).stats
        for minutes in [25.0, 30, 60, 300] { try await ana.runs(10, minutes: minutes, .private) }
        try await ana.publishesLong(days: 3, activeHours: 10, .friends)
        #expect(try await ben.sees(ana).stats == before)
    }

    @Test(
        "a recording that was not stopped for more than a day counts once beside the workout within it",
        .world,
        arguments: Implementation.allCases)
    func notStopped(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        // It starts on the day before the run.
        let watch = try await ana.publishesLong(days: 1.5, activeHours: 1, .public)
        #expect(watch.awardSummary == "630 of 630")
        let run = try await ana.runs(12, minutes: 60, endingMinutesAgo: 60)
        #expect(run.awardSummary == "804 of 804")
        #expect(try await ana.services.workout(watch.id).awardSummary == "0 of 630 duplicate, duplicate")
        #expect(try await ana.services.me().stats.distance == 12_000)
        #expect(try await ana.services.experience().lifetime == 804)
        // For friends only, the run is the duplicate, since everyone sees the other.
        try await ana.runs(12, minutes: 60, endingMinutesAgo: 60, .friends, as: run.id)
        #expect(try await ana.services.workout(run.id).experience?.status == .duplicate)
        #expect(try await ana.services.me().stats.distance == 10_000)
        try await ana.services.deleteWorkout(watch.id)
        #expect(try await ana.services.me().stats.distance == 12_000)
        #expect(try await ana.services.experience().lifetime == 804)
    }

    @Test(
        "a recording of weeks that was published long before is found by a workout within it", .world,
        arguments: Implementation.allCases)
    func weeks(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let tour = try await ana.publishesLong(days: 20, activeHours: 2, .public)
        // Each a day of its own, and more than half of the two hours together.
        try await ana.runs(5, minutes: 30, endingMinutesAgo: 60)
        #expect(try await ana.services.workout(tour.id).experience?.status == .counted)
        try await ana.runs(6, minutes: 40, endingMinutesAgo: 7 * 24 * 60)
        #expect(try await ana.services.workout(tour.id).experience?.status == .duplicate)
        #expect(try await ana.services.me().stats.distance == 11_000)
    }

    @Test(
        "pieces that share a quarter of their time, or five minutes with several others, are listed", .world,
        arguments: Implementation.allCases)
    func listed(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let mo = try await world.moderator("moe")
        // A watch that was stopped four minutes late is no reason to list the next run.
        try await ben.runs(10, minutes: 60, endingMinutesAgo: 300)
        try await ben.runs(10, minutes: 60, endingMinutesAgo: 188)
        try await ben.runs(10, minutes: 60, endingMinutesAgo: 132)
        #expect(try await mo.listedLimits() == [])
        // Four minutes of each of two others are.
        try await ben.runs(10, minutes: 60, endingMinutesAgo: 244)
        #expect(try await mo.listedLimits() == [[.overlap]])
        // One every five minutes: each shares half of its time with the one before, and none is a duplicate.
        for minutes in stride(from: 50.0, through: 0, by: -5) {
            try await ana.runs(1.5, minutes: 10, endingMinutesAgo: minutes)
        }
        #expect(try await ana.services.me().stats.workouts == 11)
        #expect(try await mo.listedLimits() == Array(repeating: [.overlap], count: 11))
    }

    @Test("stages of a tour and what follows a race count", .world, arguments: Implementation.allCases)
    func honest(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        // A race of 30 hours that ended two hours ago, and a ride home.
        try await ana.publishesLong(days: 1.25, activeHours: 24, endingHoursAgo: 2, .public)
        try await ana.runs(3, minutes: 30, endingMinutesAgo: 30)
        #expect(try await ana.services.me().stats.distance == 13_000)
        // Three stages before, and the tour that they are.
        for day in 2..<5 { try await ana.runs(50, minutes: 480, endingMinutesAgo: Double(day) * 24 * 60) }
        try await ana.publishesLong(days: 3, activeHours: 23, endingHoursAgo: 36, .public)
        #expect(try await ana.services.me().stats.distance == 163_000)
        #expect(try await ana.services.me().stats.workouts == 5)
    }
}

extension Member {
    /// Publishes a run of 10 km that takes more than a day. Without a heart rate, it is worth 570 XP and one a minute.
    @discardableResult
    fileprivate func publishesLong(
        days: Double, activeHours hours: Double, endingHoursAgo ago: Double = 0, _ visibility: ItemVisibility
    ) async throws -> Workout {
        clock.tick()
        let end = clock.now.addingTimeInterval(-ago * 3_600)
        let draft = WorkoutDraft(
            type: .running, title: "\(days) days", startedAt: end.addingTimeInterval(-days * 86_400),
            endedAt: end,
            duration: hours * 3_600, measures: WorkoutMeasures(distance: 10_000), visibility: visibility)
        return try await services.publish(draft, as: .random(), ifMatch: nil).workout
    }
}
