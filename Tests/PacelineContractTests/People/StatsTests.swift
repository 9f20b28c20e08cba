import Foundation
import Paceline
import Testing

@Suite("Profile stats")
struct StatsTests {
    private static let dayLength: TimeInterval = 86_400

    @Test(
        "totals are updated when workouts are published, replaced and deleted",
        arguments: Implementation.allCases)
    func totals(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let row = try await ana.publishes("2000m")
            let lift = Workout.ID.random()
            let sets = [ExerciseSet(exercise: "Squat", index: 0, repetitions: 5, weight: 80.5)]
            var draft = WorkoutDraft.sample(
                "Legs", type: .strength, startedAt: ana.hoursAgo(1), duration: 1_800.5, distance: nil,
                detail: WorkoutDetail(sets: sets))
            _ = try await ana.services.publish(draft, as: lift, ifMatch: nil)
            var stats = try await ana.services.me().stats
            #expect(stats.workouts == 2)
            #expect(stats.distance == 2_000)
            #expect(stats.volume == 402.5)
            #expect(stats.duration == 2_250.5)

            draft.duration = 1_000
            draft.volume = 100
            _ = try await ana.services.publish(draft, as: lift, ifMatch: nil)
            stats = try await ana.services.me().stats
            #expect(stats.workouts == 2)
            #expect(stats.volume == 100)
            #expect(stats.duration == 1_450)

            try await ana.services.deleteWorkout(row.id)
            try await ana.services.deleteWorkout(lift)
            #expect(try await ana.services.me().stats == .none)
        }
    }

    @Test("the favourite sport is the most frequent one", arguments: Implementation.allCases)
    func favourite(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            #expect(try await ana.services.me().stats.favouriteType == nil)
            let ride = try await ana.publishes("Ride", type: .cycling)
            try await ana.publishes("Run", type: .running, startedAt: ana.hoursAgo(2))
            try await ana.publishes("Run", type: .running, startedAt: ana.hoursAgo(4))
            #expect(try await ana.services.me().stats.favouriteType == .running)
            try await ana.publishes("Ride", as: ride.id, type: .running)
            #expect(try await ana.services.me().stats.favouriteType == .running)
        }
    }

    @Test("stats cover only workouts that the viewer may see", arguments: Implementation.allCases)
    func perViewer(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, friend, follower, stranger) = try await world.people(
                "ana", "ben", "eva", "ivo")
            try await world.befriend(ana, friend)
            try await follower.follows(ana)
            for visibility in ItemVisibility.allCases {
                try await ana.publishes(
                    "\(visibility)", visibility, startedAt: ana.hoursAgo(visibility.rawValue))
            }
            #expect(try await ana.services.me().stats.workouts == 4)
            #expect(try await ana.services.person(.me).stats?.workouts == 4)
            #expect(try await friend.sees(ana).stats?.workouts == 3)
            #expect(try await follower.sees(ana).stats?.workouts == 2)
            #expect(try await stranger.sees(ana).stats?.workouts == 1)
            #expect(try await stranger.sees(ana).stats?.distance == 2_000)
        }
    }

    @Test(
        "changing a workout's visibility updates the stats for all viewers",
        arguments: Implementation.allCases
    )
    func moving(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, stranger) = try await world.people("ana", "stranger")
            let workout = try await ana.publishes("2000m", .public)
            #expect(try await stranger.sees(ana).stats?.workouts == 1)
            try await ana.publishes("2000m", .private, as: workout.id)
            #expect(try await stranger.sees(ana).stats == PersonStats.none)
            #expect(try await ana.services.me().stats.workouts == 1)
        }
    }

    @Test("hidden stats are visible to their owner only", arguments: Implementation.allCases)
    func hidden(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            try await ana.publishes()
            try await ana.sets(SettingsChanges(showWorkoutStats: false))
            #expect(try await ben.sees(ana).stats == nil)
            #expect(try await ana.services.person(.me).stats?.workouts == 1)
        }
    }

    @Test("a streak counts consecutive days up to today or yesterday", arguments: Implementation.allCases)
    func streaks(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let today = world.clock.now
            for age in [9, 8, 7, 6, 2, 1] {
                try await ana.rows(startingAt: today.addingTimeInterval(-Double(age) * Self.dayLength))
            }
            #expect(try await ana.services.me().stats.currentStreak == 2)
            #expect(try await ana.services.me().stats.longestStreak == 4)
            let row = try await ana.rows(startingAt: today)
            try await ana.rows(startingAt: today, "Second of the day")
            // Too short for a day.
            try await ana.publishes("Row", startedAt: today.addingTimeInterval(-3 * Self.dayLength))
            #expect(try await ana.services.me().stats.currentStreak == 3)
            try await ana.services.deleteWorkout(row.id)
            #expect(try await ana.services.me().stats.currentStreak == 3)
            world.clock.advance(days: 1)
            #expect(try await ana.services.me().stats.currentStreak == 3)
            world.clock.advance(days: 1)
            #expect(try await ana.services.me().stats.currentStreak == 0)
            #expect(try await ana.services.me().stats.longestStreak == 4)
        }
    }

    @Test(
        "days are in the person's time zone at the start of each workout", arguments: Implementation.allCases)
    func timeZones(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            _ = try await ben.services.update(AccountChanges(timeZone: "Pacific/Auckland"), ifMatch: nil)
            // 23:30 and 00:30 UTC: two days in London, one in Auckland.
            let late = TestClock.start.addingTimeInterval(-12.5 * 3_600)
            for member in [ana, ben] {
                try await member.rows(startingAt: late, "Late")
                try await member.rows(startingAt: late.addingTimeInterval(3_600), "Early")
            }
            #expect(try await ana.services.me().stats.currentStreak == 2)
            #expect(try await ben.services.me().stats.currentStreak == 1)
            // A change moves nothing.
            _ = try await ana.services.update(AccountChanges(timeZone: "Pacific/Auckland"), ifMatch: nil)
            _ = try await ben.services.update(AccountChanges(timeZone: "Europe/London"), ifMatch: nil)
            #expect(try await ana.services.me().stats.currentStreak == 2)
            #expect(try await ben.services.me().stats.longestStreak == 1)
        }
    }

    @Test("the weekly average counts weeks since the first workout", arguments: Implementation.allCases)
    func weeklyAverage(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for age in [13, 12, 1] {
                try await ana.publishes(
                    "Row", startedAt: world.clock.now.addingTimeInterval(-Double(age) * Self.dayLength))
            }
            #expect(try await ana.services.me().stats.weeklyAverage == 1.5)
        }
    }
}

extension Member {
    /// Publishes a workout of ten minutes, which is long enough for a day of a streak.
    @discardableResult
    fileprivate func rows(startingAt start: Date, _ title: String = "Row") async throws -> Workout {
        clock.tick()
        return try await services.publish(
            .sample(title, startedAt: start, duration: 600, visibility: .public), as: .random(), ifMatch: nil
        ).workout
    }
}
