import Foundation
import Paceline
import PacelineEngine
import Testing

/// What the list of seasons on a page says about final results.
@Suite("Outcomes of seasons")
struct SeasonOutcomeTests {
    private static let engines = Implementation.allCases.filter { $0 != .remote }

    @Test("name the winner and the reader's rank, as the results show them", .world, arguments: engines)
    func outcomes(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let dan = try await world.person("dan")
        // A member who blocks the owner would leave the group.
        let group = try await ben.createsGroup(with: ana, cem, dan)
        for (member, guesses) in [(ana, 1), (ben, 2), (cem, 2), (dan, 4)] {
            try await member.plays(guesses, on: 2026_02_10)
        }
        try await dan.blocks(ana)
        try await world.closeWeek()
        func outcome(for member: Member) async throws -> String? {
            let page = try await world.engine.session(for: member.id).seasonsPage(of: group.id, .whole)
            let season = try #require(page.seasons.items.first)
            return page.outcomes[season.id].map {
                "\($0.winner.username) +\($0.otherWinners), rank \($0.rank ?? 0)"
            }
        }
        let early = try await outcome(for: ana)
        #expect(early == nil, "Late scores can still change the results.")
        world.clock.advance(to: Season.graceEnd(after: try day(2026_02_15)))
        world.clock.tick()
        try await world.closeSeasons()
        let expected = [
            (ana, "ana +0, rank 1"), (ben, "ana +0, rank 2"), (cem, "ana +0, rank 2"),
            (dan, "ben +1, rank 3"),
        ]
        for (member, words) in expected {
            #expect(try await outcome(for: member) == words)
            let season = try #require(try await member.seasons(of: group).first)
            let results = try await member.services.season(season.id)
            let first = results.rows.filter { $0.rank == 1 }
            let winner = first.first?.person.username ?? ""
            #expect("\(winner) +\(first.count - 1), rank \(results.me?.rank ?? 0)" == words)
        }
    }

    @Test("count all who share the first place, except hidden people", .world, arguments: engines)
    func sharedPlaces(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let ana = try await world.person("ana")
        let crowd = try await world.crowd(8)
        let group = try await ana.createsGroup(withAll: crowd)
        for member in crowd { try await member.plays(2, on: 2026_02_10) }
        for hidden in crowd[2...3] { try await hidden.blocks(crowd[0]) }
        try await world.closeWeek()
        world.clock.advance(to: Season.graceEnd(after: try day(2026_02_15)))
        world.clock.tick()
        try await world.closeSeasons()
        for (member, others) in [(ana, 7), (crowd[0], 5)] {
            let page = try await world.engine.session(for: member.id).seasonsPage(of: group.id, .whole)
            let season = try #require(page.seasons.items.first)
            #expect(page.outcomes[season.id]?.otherWinners == others)
            let rows = try await member.services.season(season.id).rows
            #expect(rows.count { $0.rank == 1 } == others + 1)
        }
    }

    @Test("leave out a rank that global results do not show", .world, arguments: engines)
    func farBehind(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ana.runs(8, minutes: 40)
        try await ben.runs(5)
        for days in [1, 3] {
            world.clock.advance(days: days)
            try await world.ranksAndCloses()
        }
        for place in [Season.maxGlobalRows, Season.maxGlobalRows + 1] {
            try await world.database.write {
                try $0.send(
                    "UPDATE season_results SET place = \(place), rank = \(place) WHERE person = \(ben.id)")
            }
            let page = try await world.engine.session(for: ben.id).seasonsPage(of: nil, .whole)
            let week = try #require(page.seasons.items.first)
            let outcome = try #require(page.outcomes[week.id])
            #expect(outcome.winner.username == "ana" && outcome.otherWinners == 0)
            #expect(outcome.rank == (place > Season.maxGlobalRows ? nil : place))
        }
    }
}
