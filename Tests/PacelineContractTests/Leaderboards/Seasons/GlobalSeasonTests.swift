import Foundation
import Paceline
import Testing

@testable import PacelineEngine

/// The clock starts on Sunday, 1 March 2026 at noon UTC; the week ends a day later.
@Suite("Global seasons")
struct GlobalSeasonTests {
    @Test(
        "global weeks and months rank by XP of public workouts, with the same grace period", .world,
        arguments: Implementation.allCases)
    func weeks(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        world.clock.advance(to: TestClock.start)
        try await ana.runs(5)
        try await ben.runs(8, minutes: 40)
        try await cem.runs(9, minutes: 60, .followers)
        try await world.rankTraining()
        let xp = try await ana.training(.xp, .global, .week)
        #expect(xp.count == 2)
        #expect(try await ana.services.seasons(of: nil, kind: .week, .whole).items == [])
        world.clock.advance(days: 1)
        try await world.ranksAndCloses()
        let week = try #require(try await ana.services.seasons(of: nil, kind: .week, .whole).items.first)
        #expect(week.group == nil && week.metric == .xp && week.state == .closed)
        #expect(week.lastDay.number == 2026_03_01)
        #expect(try await cem.results(of: week) == xp)
        #expect(try await cem.services.season(week.id).me == nil)
        try await ana.runs(9, minutes: 60, endingMinutesAgo: 60 * 30)
        try await world.rankTraining()
        #expect(try await ben.state(of: week) == .reopened)
        try await world.ranksAndCloses()
        let final = try await ana.results(of: week)
        #expect(final != xp && final.first?.hasPrefix("1 ana") == true)
        world.clock.advance(days: 2)
        try await world.ranksAndCloses()
        try await ben.runs(15, minutes: 90, endingMinutesAgo: 60 * 24 * 3)
        try await world.ranksAndCloses()
        #expect(try await ana.state(of: week) == .final)
        #expect(try await ana.results(of: week) == final)
        world.clock.advance(to: try day(2026_03_31).endEverywhere)
        try await world.ranksAndCloses()
        let months = try await ana.services.seasons(of: nil, kind: .month, .whole).items
        #expect(months.first?.firstDay.number == 2026_03_01)
    }

    @Test(
        "people who are hidden or not on the global boards leave no gap, also later", .world,
        arguments: Implementation.allCases)
    func hidden(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
        let child = try await world.person("child", born: 2016_01_01)
        try await world.befriend(ana, child)
        for (place, member) in [cem, child, dan, ben, ana].enumerated() {
            try await member.runs(Double(9 - place), minutes: 60, member.id == child.id ? .friends : .public)
        }
        world.clock.advance(days: 1)
        try await world.ranksAndCloses()
        let week = try #require(try await ana.services.seasons(of: nil, kind: .week, .whole).items.first)
        func names(_ viewer: Member) async throws -> [String] {
            try await viewer.services.season(week.id).rows.map { "\($0.rank) \($0.person.username)" }
        }
        #expect(try await names(ana) == ["1 cem", "2 dan", "3 ben", "4 ana"])
        try await ben.blocks(cem)
        #expect(try await names(ben) == ["1 dan", "2 ben", "3 ana"])
        #expect(try await names(cem) == ["1 cem", "2 dan", "3 ana"])
        world.clock.advance(days: 3)
        try await world.ranksAndCloses()
        for changes in [
            SettingsChanges(showWorkoutStats: false), SettingsChanges(showOnLeaderboards: false),
            SettingsChanges(showWorkoutDetails: false),
        ] {
            try await dan.sets(changes)
            #expect(try await names(ana) == ["1 cem", "2 ben", "3 ana"])
            try await dan.sets(
                SettingsChanges(
                    showWorkoutStats: true, showWorkoutDetails: true, showOnLeaderboards: true))
        }
        #expect(try await names(ana) == ["1 cem", "2 dan", "3 ben", "4 ana"])
        for member in [dan, ana] { try await ben.blocks(member) }
        #expect(try await names(ben) == ["1 ben"])
        try await ben.sets(SettingsChanges(showOnLeaderboards: false))
        #expect(try await ben.services.seasons(of: nil, kind: .week, .whole).items == [])
        await expectError(.seasonNotFound) { try await ben.services.season(week.id) }
    }

    @Test(
        "administrators create and cancel global tournaments, at most 20 open ones", .world,
        arguments: Implementation.allCases)
    func roles(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let chief = try await world.staffMember("chief")
        await expectError(.staffOnly) { try await ana.createsTournament() }
        var tournaments: [Season] = []
        for number in 1...20 { tournaments.append(try await chief.createsTournament("Number \(number)")) }
        await expectError(.limitReached) { try await chief.createsTournament("Number 21") }
        await expectError(.notAllowed) { try await ana.services.cancelTournament(tournaments[0].id) }
        await expectError(.staffOnly) {
            try await ana.staffServices.cancelGlobalTournament(tournaments[0].id)
        }
        try await chief.staffServices.cancelGlobalTournament(tournaments[0].id)
        await expectError(.seasonNotFound) { try await ana.services.season(tournaments[0].id) }
        let listed = try await ana.services.seasons(of: nil, kind: .tournament, .whole).items
        #expect(Set(listed.map(\.id)) == Set(tournaments.dropFirst().map(\.id)))
        let group = try await ana.createsGroup()
        let other = try await ana.createsTournament(in: group)
        await expectError(.seasonNotFound) {
            try await chief.staffServices.cancelGlobalTournament(other.id)
        }
    }

    @Test(
        "a global tournament counts all of its days, also those before it was created", .world,
        arguments: Implementation.allCases)
    func tournament(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let chief = try await world.staffMember("chief")
        try await ana.runs(5)
        try await world.rankTraining()
        let tournament = try await chief.createsTournament(days: 50)
        _ = try await PeriodicJob.rankingTraining.run(on: world.engine)
        #expect(try await ben.results(of: tournament) == ["1 ana 5000"])
        try await ben.runs(4)
        world.clock.advance(days: 45)
        let last = try await ben.runs(3)
        try await ana.runs(1, minutes: 15, .friends)
        try await world.rankTraining()
        #expect(try await ana.results(of: tournament) == ["1 ben 7000", "2 ana 5000"])
        try await ben.services.deleteWorkout(last.id)
        #expect(try await ana.results(of: tournament) == ["1 ana 5000", "2 ben 4000"])
        world.clock.advance(to: tournament.closedAt)
        try await world.ranksAndCloses()
        #expect(try await ben.state(of: tournament) == .closed)
        world.clock.advance(by: Season.gracePeriod)
        try await world.ranksAndCloses()
        _ = try await PeriodicJob.rankingTraining.run(on: world.engine)
        #expect(try await ben.state(of: tournament) == .final)
        #expect(try await ana.results(of: tournament) == ["1 ana 5000", "2 ben 4000"])
        let left = "standings WHERE board >= \(BoardKey(.tournament(1), game: 0).number)"
        #expect(try await world.rows(of: left) == 0)
    }
}
