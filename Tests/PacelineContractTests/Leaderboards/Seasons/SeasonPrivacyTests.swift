import Foundation
import Paceline
import Testing

@Suite("Privacy of seasons")
struct SeasonPrivacyTests {
    @Test(
        "seasons are visible to members only; hidden people are left out, and the other ranks close up",
        .world, arguments: Implementation.allCases)
    func hidden(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await SeasonScene(world)
        let (ana, ben, cem, group) = (scene.ana, scene.ben, scene.cem, scene.group)
        let dan = try await world.person("dan")
        for (member, guesses) in [(ana, 1), (ben, 2), (cem, 3)] {
            try await member.plays(guesses, on: 2026_02_10)
        }
        try await world.closeWeek()
        try await ben.blocks(cem)
        let season = try #require(try await ana.seasons(of: group).first)
        #expect(try await ana.services.season(season.id).rows.map(\.rank) == [1, 2, 3])
        let bens = try await ben.services.season(season.id)
        #expect(bens.rows.map(\.person.username) == ["ana", "ben"])
        let cems = try await cem.services.season(season.id)
        #expect(cems.rows.map(\.person.username) == ["ana", "cem"])
        #expect(cems.rows.map(\.rank) == [1, 2])
        #expect(cems.me?.rank == 2)
        await expectError(.seasonNotFound) { try await dan.services.season(season.id) }
        await expectError(.groupNotFound) {
            try await dan.services.seasons(of: group.id, kind: nil, .whole)
        }
        await expectError(.groupNotFound) {
            try await dan.services.seasons(of: .random(), kind: .week, .whole)
        }
    }

    @Test(
        "a late score of a hidden member changes nothing for the reader, who receives nothing",
        .world, arguments: Implementation.allCases)
    func hiddenLateScore(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await SeasonScene(world)
        let (ana, ben, cem, group) = (scene.ana, scene.ben, scene.cem, scene.group)
        for member in [ana, ben] { try await member.plays(3, on: 2026_02_10) }
        try await ben.blocks(cem)
        try await world.closeWeek()
        let before = try await ben.seasons(of: group)
        let results = try await ben.services.season(try #require(before.first).id)
        let (anas, bens) = (try await ana.listens(), try await ben.listens())
        var (anasApp, bensApp) = (try await ChangeReader(ana), try await ChangeReader(ben))
        for guesses in [2, 4] {
            try await cem.plays(guesses, on: 2026_02_10)
            for isClosed in [false, true] {
                if isClosed { try await world.closeSeasons() }
                #expect(try await ben.seasons(of: group) == before)
                #expect(try await ben.services.season(results.season.id) == results)
                let season = try await ana.services.season(results.season.id).season
                #expect(season.state == (isClosed ? .closed : .reopened))
            }
            #expect(try await bensApp.ofSeasons() == [])
            #expect(try await anasApp.ofSeasons() == ["season week"])
            #expect(try await ben.receives(on: bens) == [])
            #expect(try await ana.receives(on: anas) == ["score", "group"])
        }
        try await ana.plays(1, on: 2026_02_10)
        let reopened = try await ben.services.season(results.season.id).season
        #expect(reopened.state == .reopened)
        try await world.closeSeasons()
        #expect(try await bensApp.ofSeasons() == ["season week"])
        #expect(try await ben.receives(on: bens) == ["score", "group"])
    }

    @Test(
        "late scores that change no result, such as private ones, are not reported; removed results are",
        .world,
        arguments: Implementation.allCases)
    func unchanged(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let (ana, ben) = try await world.people("ana", "ben")
        let group = try await ana.createsGroup(with: ben)
        for member in [ana, ben] { try await member.plays(3, on: 2026_02_10) }
        try await world.closeWeek()
        let before = try await ben.seasons(of: group)
        var app = try await ChangeReader(ben)
        try await ana.plays(20, in: .mini, on: 2026_02_11, .private)
        try await ana.plays(2, on: 2026_02_10)
        try await ana.plays(3, on: 2026_02_10)
        #expect(try await ben.seasons(of: group) == before)
        try await world.closeSeasons()
        #expect(try await ben.seasons(of: group) == before)
        #expect(try await app.ofSeasons() == [])
        try await ana.services.deleteScore(in: .wordle, on: try day(2026_02_10))
        try await world.closeSeasons()
        #expect(try await app.ofSeasons() == ["season week"])
    }

    @Test(
        "a week in which only hidden members scored has no results for the reader",
        .world, arguments: Implementation.allCases)
    func onlyHidden(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await SeasonScene(world)
        let (ana, ben, cem, group) = (scene.ana, scene.ben, scene.cem, scene.group)
        try await cem.plays(3, on: 2026_02_10)
        try await ben.blocks(cem)
        var app = try await ChangeReader(ben)
        let stream = try await ben.listens()
        try await world.closeWeek()
        let season = try #require(try await ana.seasons(of: group).first)
        #expect(try await ben.seasons(of: group) == [])
        await expectError(.seasonNotFound) { try await ben.services.season(season.id) }
        #expect(try await app.summaries() == [])
        #expect(try await ben.receives(on: stream) == [])
        try await ana.plays(4, on: 2026_02_10)
        try await world.closeSeasons()
        let seen = try await ben.services.season(season.id)
        #expect(seen.rows.map(\.person.username) == ["ana"])
        #expect(try await app.ofSeasons() == ["season week"])
    }

    @Test(
        "a week whose only score, by a hidden member, is deleted late has no results either", .world,
        arguments: Implementation.allCases)
    func emptied(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let group = try await ana.createsGroup(with: ben, cem)
        try await cem.plays(3, on: 2026_02_10)
        try await ben.blocks(cem)
        world.clock.advance(to: try day(2026_02_15).endEverywhere)
        try await world.closeSeasons()
        let season = try #require(
            try await ana.services.seasons(of: group.id, kind: nil, .whole).items.first)
        var (anas, bens) = (try await ChangeReader(ana), try await ChangeReader(ben))
        let stream = try await ben.listens()
        try await cem.services.deleteScore(in: .wordle, on: try day(2026_02_10))
        try await world.closeSeasons()
        for member in [ana, ben] {
            #expect(try await member.services.seasons(of: group.id, kind: nil, .whole).items == [])
            await expectError(.seasonNotFound) { try await member.services.season(season.id) }
        }
        #expect(try await anas.ofSeasons() == ["season gone"])
        #expect(try await bens.summaries() == [])
        #expect(try await ben.receives(on: stream) == [])
    }

    @Test(
        "a season with a late score alone looks like one with an earlier score of a hidden member", .world,
        arguments: Implementation.allCases)
    func lateScoreAlone(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let groups = [try await ana.createsGroup(with: ben), try await ana.createsGroup(with: ben, cem)]
        try await cem.plays(3, on: 2026_02_10)
        try await ben.blocks(cem)
        world.clock.advance(to: try day(2026_02_15).endEverywhere)
        try await world.closeSeasons()
        world.clock.advance(by: 3_600)
        try await ben.plays(2, on: 2026_02_11)
        world.clock.advance(by: 60)
        try await world.closeSeasons()
        var seen: [String] = []
        for group in groups {
            let season = try #require(
                try await ben.services.seasons(of: group.id, kind: nil, .whole).items.first)
            let rows = try await ben.services.season(season.id).rows.map(\.person.username)
            // The id begins with a time.
            let time = season.id.uuid.uuidString.prefix(13)
            seen.append("\(time) \(season.closedAt) \(season.state) \(rows)")
        }
        #expect(seen[0] == seen[1])
    }

    @Test(
        "a late score of a child is sent to those who see the child's row", .world,
        arguments: Implementation.allCases
    )
    func childsLateScore(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let (ana, ben) = try await world.people("ana", "ben")
        let child = try await world.person("child", born: 2016_01_01)
        try await world.befriend(ana, child)
        let group = try await ana.createsGroup(with: ben, child)
        try await ben.plays(3, on: 2026_02_10)
        try await world.closeWeek()
        let (anas, bens) = (try await ana.listens(), try await ben.listens())
        var (anasApp, bensApp) = (try await ChangeReader(ana), try await ChangeReader(ben))
        try await child.plays(1, on: 2026_02_10, .groups)
        try await world.closeSeasons()
        #expect(try await ben.seasons(of: group).count == 1)
        #expect(try await bensApp.ofSeasons() == [])
        #expect(try await anasApp.ofSeasons() == ["season week"])
        #expect(try await ben.receives(on: bens) == [])
        #expect(try await ana.receives(on: anas).contains("group"))
    }

    @Test(
        "private scores do not count, and seasons are deleted with their group",
        .world, arguments: Implementation.allCases)
    func privateScores(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let (ana, ben) = try await world.people("ana", "ben")
        let group = try await ana.createsGroup(with: ben)
        try await ana.plays(1, on: 2026_02_10)
        try await ben.plays(1, on: 2026_02_10, .private)
        try await world.closeWeek()
        let season = try #require(try await ana.seasons(of: group).first)
        #expect(try await ben.services.season(season.id).rows.map(\.person.username) == ["ana"])
        try await ana.services.deleteGroup(group.id)
        await expectError(.seasonNotFound) { try await ana.services.season(season.id) }
    }

    @Test(
        "the result of an erased person keeps its place", .world,
        arguments: Implementation.allCases)
    func erasedPerson(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await SeasonScene(world)
        let (ana, ben, cem, group) = (scene.ana, scene.ben, scene.cem, scene.group)
        for (member, guesses) in [(ana, 1), (ben, 2), (cem, 3)] {
            try await member.plays(guesses, on: 2026_02_10)
        }
        try await world.closeWeek()
        try await world.database.write {
            try $0.send("UPDATE season_results SET person = NULL WHERE person = \(ben.id)")
        }
        let season = try #require(try await ana.seasons(of: group).first)
        let rows = try await cem.services.season(season.id).rows
        #expect(rows.map(\.person.username) == ["ana", "cem"])
        #expect(rows.map(\.rank) == [1, 3])
    }
}

/// Ana's group with Ben and Cem, in the week of 9 to 15 February 2026.
private struct SeasonScene {
    let ana, ben, cem: Member
    let group: LeaderboardGroup

    init(_ world: World) async throws {
        world.clock.advance(days: -20)
        (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        group = try await ana.createsGroup(with: ben, cem)
    }
}

extension ChangeReader {
    fileprivate mutating func ofSeasons() async throws -> [String] {
        try await summaries().filter { $0.hasPrefix("season") }
    }
}
