import Foundation
import Paceline
import Testing

@Suite("Boards by training")
struct TrainingBoardTests {
    @Test(
        "friends are ranked by XP, distance, time, weight, workouts, days and streaks", .world,
        arguments: Implementation.allCases)
    func metrics(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        for friend in [ben, cem] { try await world.befriend(ana, friend) }
        try await ana.runs(10, minutes: 50)
        try await ana.runs(2.5, minutes: 10, endingMinutesAgo: 60 * 24)
        try await ben.lifts(640, minutes: 45)
        try await cem.trains(.other, minutes: 9, metres: 5_000)
        #expect(try await ana.training(.xp) == ["1 ana 670", "2 ben 187", "3 cem 27"])
        #expect(try await ana.training(.distance) == ["1 ana 10000"])
        #expect(try await ana.training(.duration) == ["1 ana 3000", "2 ben 2700", "3 cem 540"])
        #expect(try await ana.training(.volume) == ["1 ben 640"])
        #expect(try await ana.training(.workouts) == ["1 ana 1", "1 ben 1"])
        #expect(try await ana.training(.workouts, .friends, .week) == ["1 ana 2", "2 ben 1"])
        #expect(try await ana.training(.activeDays, .friends, .week) == ["1 ana 2", "2 ben 1"])
        #expect(try await ana.training(.currentStreak) == ["1 ana 2", "2 ben 1"])
        let labels = try await ana.trainingBoard(.distance, .friends, .week).rows.map(\.result)
        #expect(labels == ["12.5 km"])
        #expect(try await ana.trainingBoard(.duration).rows.map(\.result) == ["50 min", "45 min", "9 min"])
        let board = try await ana.trainingBoard(.xp)
        #expect(board.me?.inShort == "1 ana 670")
        #expect(board.rows.allSatisfy { $0.breakdown == nil })
        #expect(board.rows.map(\.delta) == [0, nil, nil])
        #expect(try await ana.trainingBoard(.currentStreak).range == Leaderboard.DayRange(nil))
        // Ben's friends are different people.
        #expect(try await ben.training(.xp) == ["1 ana 670", "2 ben 187"])
    }

    @Test(
        "time counts up to that from start to end, on boards, in totals and for XP", .world,
        arguments: Implementation.allCases)
    func elapsed(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        // A source that rounds up.
        var draft = WorkoutDraft.run(5, minutes: 10, endingAt: world.clock.now)
        draft.endedAt = world.clock.now
        draft.duration = 650
        let workout = try await ana.services.publish(draft, as: .random(), ifMatch: nil).workout
        #expect(workout.awardSummary == "305 of 305")
        #expect(try await ana.services.me().stats.duration == 600)
        #expect(try await ana.training(.duration) == ["1 ana 600"])
        draft.startedAt += 60
        draft.duration = 590
        _ = try await ana.services.publish(draft, as: workout.id, ifMatch: nil)
        #expect(try await ana.services.me().stats.duration == 540)
        #expect(try await ana.training(.workouts) == [])
        #expect(try await ana.training(.duration) == ["1 ana 540"])
        try await ana.services.deleteWorkout(workout.id)
        #expect(try await ana.services.me().stats.duration == 0)
    }

    @Test(
        "short workouts count for no day and no streak, and no distance counts in sports where it earns no XP",
        .world, arguments: Implementation.allCases)
    func short(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        for day in 0..<8 {
            try await ana.trains(.other, minutes: 0, endingMinutesAgo: Double(day) * 24 * 60)
            try await ana.trains(.running, minutes: 9.9, endingMinutesAgo: Double(day) * 24 * 60 + 30)
        }
        try await ben.trains(.running, minutes: 10, metres: 2_000)
        try await world.rankTraining()
        for scope in [LeaderboardScope.friends, .global] {
            for range in LeaderboardRange.allOfToday {
                #expect(try await ben.training(.activeDays, scope, range) == ["1 ben 1"])
            }
        }
        #expect(try await ben.training(.currentStreak) == ["1 ben 1"])
        let stats = try await ana.services.me().stats
        #expect(stats.workouts == 16 && stats.longestStreak == 0 && stats.currentStreak == 0)
        #expect(try await ana.earned(besides: .timesOfDay).isEmpty)
        // An edit that makes one long enough makes a day, and another one ends it.
        let id = Workout.ID.random()
        try await ana.runs(1, minutes: 9, as: id)
        #expect(try await ana.services.me().stats.currentStreak == 0)
        try await ana.runs(1, minutes: 10, as: id)
        #expect(try await ana.services.me().stats.currentStreak == 1)
        #expect(try await ana.earned(besides: .timesOfDay) == ["workouts1"])
        try await ana.runs(1, minutes: 9, as: id)
        #expect(try await ana.services.me().stats.currentStreak == 0)
        #expect(try await ana.earned(besides: .timesOfDay).isEmpty)
        // Counted in the profile, and for no badge.
        for hour in 1...3 {
            try await ben.trains(.yoga, minutes: 60, endingMinutesAgo: Double(hour) * 60, metres: 40_000)
        }
        #expect(try await ben.services.me().stats.distance == 122_000)
        #expect(try await !ben.earned().contains("kilometres100"))
    }

    @Test(
        "everyone is ranked by public workouts, at once for oneself", .world,
        arguments: Implementation.allCases)
    func everyone(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        try await ana.runs(10)
        try await ben.runs(8, minutes: 30, .followers)
        try await cem.runs(11)
        for range in LeaderboardRange.allOfToday {
            let board = try await ana.trainingBoard(.distance, .global, range)
            #expect(board.me?.points == 10_000)
            #expect(board.rows.contains { $0.person.id == ana.id })
        }
        try await world.rankTraining()
        for range in LeaderboardRange.allOfToday {
            #expect(
                try await ana.training(.distance, .global, range) == ["1 cem 11000", "2 ana 10000"])
        }
        try await ana.runs(3, minutes: 10, endingMinutesAgo: 120)
        #expect(try await ana.training(.distance, .global) == ["1 ana 13000", "2 cem 11000"])
        try await world.rankTraining()
        #expect(try await cem.training(.distance, .global) == ["1 ana 13000", "2 cem 11000"])
        #expect(try await cem.trainingBoard(.distance, .global).rows.map(\.delta) == [nil, nil])
    }

    @Test(
        "what is hidden, edited or deleted leaves the boards with the change itself", .world,
        arguments: Implementation.allCases)
    func shrinking(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let long = try await ana.runs(10, minutes: 40, endingMinutesAgo: 120)
        let short = try await ana.runs(5, minutes: 20)
        try await ben.runs(1, minutes: 10)
        try await world.rankTraining()
        #expect(try await ben.training(.distance, .global, .all) == ["1 ana 15000", "2 ben 1000"])
        try await ana.services.deleteWorkout(long.id)
        #expect(try await ben.training(.distance, .global, .all) == ["1 ana 5000", "2 ben 1000"])
        try await ana.runs(5, minutes: 20, .friends, as: short.id)
        for metric in BoardMetric.globalTraining where metric != .volume && metric != .workouts {
            for range in LeaderboardRange.allOfToday {
                let rows = try await ben.trainingBoard(metric, .global, range).rows
                #expect(rows.map(\.person.username) == ["ben"])
            }
        }
        #expect(try await ana.trainingBoard(.distance, .global).me == nil)
        try await world.rankTraining()
        #expect(try await ben.training(.distance, .global, .all) == ["1 ben 1000"])
    }

    @Test(
        "hiding statistics or details, the profile, or oneself on boards, hides a person's rows at once",
        .world, arguments: Implementation.allCases)
    func settings(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let group = try await ana.createsGroup(with: ben)
        for member in [ana, ben] { try await member.runs(5) }
        try await world.rankTraining()
        let scopes = [LeaderboardScope.friends, .group(group.id), .global]
        let both = ["1 ana 5000", "1 ben 5000"]
        for scope in scopes { #expect(try await ana.training(.distance, scope) == both) }

        try await ben.sets(SettingsChanges(showWorkoutDetails: false))
        for scope in scopes {
            #expect(try await ana.training(.distance, scope) == ["1 ana 5000"])
            #expect(try await ana.training(.activeDays, scope) == ["1 ana 1", "1 ben 1"])
        }
        try await ben.sets(SettingsChanges(showWorkoutStats: false, showWorkoutDetails: true))
        for scope in scopes {
            #expect(try await ana.training(.distance, scope) == ["1 ana 5000"])
            #expect(try await ana.training(.activeDays, scope) == ["1 ana 1"])
        }
        #expect(try await ben.trainingBoard(.distance).me?.points == 5_000, "the viewer's own row stays")
        #expect(try await ben.trainingBoard(.distance, .global).me == nil)
        try await ben.sets(SettingsChanges(showWorkoutStats: true))
        for scope in scopes { #expect(try await ana.training(.distance, scope) == both) }

        try await ben.sets(SettingsChanges(showOnLeaderboards: false))
        #expect(try await ana.training(.distance) == ["1 ana 5000"])
        #expect(try await ana.training(.distance, .group(group.id)) == both)
        #expect(try await ana.training(.distance, .global) == ["1 ana 5000"])
        try await ben.sets(SettingsChanges(showOnLeaderboards: true))
        _ = try await ben.chooses(.friends)
        #expect(try await ana.training(.distance) == both)
        #expect(try await ana.training(.distance, .global) == ["1 ana 5000"])
        _ = try await ben.chooses(.public)
        #expect(try await ana.training(.distance, .global) == both)
    }

    @Test("blocked people are left out of rows and ranks", .world, arguments: Implementation.allCases)
    func blocked(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        try await ben.runs(9)
        try await ana.runs(6)
        try await eva.runs(3)
        try await world.rankTraining()
        try await ben.blocks(ana)
        for range in LeaderboardRange.allOfToday {
            #expect(try await ana.training(.distance, .global, range) == ["1 ana 6000", "2 eva 3000"])
            #expect(try await ben.training(.distance, .global, range) == ["1 ben 9000", "2 eva 3000"])
            #expect(
                try await eva.training(.distance, .global, range) == [
                    "1 ben 9000", "2 ana 6000", "3 eva 3000",
                ])
        }
    }

    @Test(
        "at most ten workouts a day count, and duplicates once", .world, arguments: Implementation.allCases)
    func limits(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        for number in 0..<11 { try await ana.runs(1, minutes: 10, endingMinutesAgo: Double(number) * 20) }
        #expect(try await ana.training(.workouts) == ["1 ana 10"])
        try await ana.runs(1, minutes: 10, endingMinutesAgo: 0.5)
        #expect(try await ana.training(.distance) == ["1 ana 11000"])
        try await world.rankTraining()
        #expect(try await ana.training(.workouts, .global, .all) == ["1 ana 10"])
    }

    @Test(
        "boards by training have no games, global ones no streaks, and go back a limited time", .world,
        arguments: Implementation.allCases)
    func rejected(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        await expectError(.invalidValue, field: "game") {
            let query = LeaderboardQuery(scope: .friends, game: .wordle, metric: .xp)
            _ = try await ana.services.leaderboard(query, .whole)
        }
        await expectError(.invalidValue, field: "metric") {
            _ = try await ana.training(.currentStreak, .global)
        }
        let today = try day(2026_03_01)
        let ranges: [(LeaderboardRange, Int?, String?)] = [
            (.today, 39, nil), (.today, 40, "day"), (.sevenDays, 39, "day"), (.week, 380, nil),
            (.week, 410, "day"), (.month, 380, nil), (.month, 430, "day"), (.all, 800, nil),
            (.custom(today.adding(days: -30)...today), nil, nil),
            (.custom(today.adding(days: -31)...today), nil, "to"),
            (.custom(today.adding(days: -50)...today.adding(days: -40)), nil, "from"),
        ]
        for (range, ago, field) in ranges {
            let query = LeaderboardQuery(
                scope: .global, range: range, day: ago.map { today.adding(days: -$0) }, metric: .xp)
            if let field {
                await expectError(.invalidValue, field: field) {
                    _ = try await ana.services.leaderboard(query, .whole)
                }
            } else {
                #expect(try await ana.services.leaderboard(query, .whole).rows == [])
            }
            var ofFriends = query
            ofFriends.scope = .friends
            #expect(try await ana.services.leaderboard(ofFriends, .whole).rows == [])
        }
    }

    @Test(
        "pages of a board by training neither skip nor repeat rows", .world,
        arguments: Implementation.allCases)
    func pages(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let crowd = try await world.crowd(9)
        // Far apart, so that ranks need ranges of every width.
        for (index, member) in crowd.enumerated() {
            try await member.trains(.cycling, minutes: 300, metres: pow(7, Double(index % 5)) * 100)
        }
        try await world.rankTraining()
        let whole = try await crowd[0].trainingBoard(.distance, .global)
        #expect(whole.rows.map(\.rank) == [1, 2, 2, 4, 4, 6, 6, 8, 8])
        let walked = try await walk(inPagesOf: 2) { page in
            let query = LeaderboardQuery(scope: .global, metric: .distance)
            let board = try await crowd[0].services.leaderboard(query, page)
            #expect(board.me == whole.me)
            return Page(items: board.rows, next: board.next)
        }
        #expect(walked == whole.rows)
        var around = LeaderboardQuery(scope: .global, metric: .distance)
        around.isCentredOnViewer = true
        for member in crowd {
            let mine = try await member.services.leaderboard(around, .whole).rows
                .first { $0.person.id == member.id }
            #expect(mine?.rank == whole.rows.first { $0.person.id == member.id }?.rank)
        }
    }
}

extension World {
    /// Ranks people by the workouts so far, as a server does within a second.
    func rankTraining() async throws { _ = try await engine.followLog() }
}
