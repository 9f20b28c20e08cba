import Foundation
import Paceline
import Testing

@Suite("Privacy of seasons")
struct SeasonPrivacyTests {
    @Test(
        "seasons are visible to members only; hidden people are left out without changing ranks",
        arguments: Implementation.allCases)
    func hidden(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            world.clock.advance(days: -20)
            let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
            let group = try await ana.createsGroup(with: ben, cem)
            for (member, guesses) in [(ana, 1), (ben, 2), (cem, 3)] {
                try await member.plays(guesses, on: 2026_02_10)
            }
            world.clock.advance(to: try day(2026_02_15).endEverywhere)
            try await world.closeSeasons()
            try await ben.blocks(cem)
            let season = try #require(
                try await ana.services.seasons(of: group.id, kind: nil, .whole).items.first)
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
    }

    @Test(
        "private scores do not count, and seasons are deleted with their group",
        arguments: Implementation.allCases)
    func privateScores(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            world.clock.advance(days: -20)
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.createsGroup(with: ben)
            try await ana.plays(1, on: 2026_02_10)
            try await ben.plays(1, on: 2026_02_10, .private)
            world.clock.advance(to: try day(2026_02_15).endEverywhere)
            try await world.closeSeasons()
            let season = try #require(
                try await ana.services.seasons(of: group.id, kind: nil, .whole).items.first)
            #expect(try await ben.services.season(season.id).rows.map(\.person.username) == ["ana"])
            try await ana.services.deleteGroup(group.id)
            await expectError(.seasonNotFound) { try await ana.services.season(season.id) }
        }
    }

    @Test(
        "the result of an erased person keeps its place", .world,
        arguments: Implementation.allCases)
    func erasedPerson(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let group = try await ana.createsGroup(with: ben, cem)
        for (member, guesses) in [(ana, 1), (ben, 2), (cem, 3)] {
            try await member.plays(guesses, on: 2026_02_10)
        }
        world.clock.advance(to: try day(2026_02_15).endEverywhere)
        try await world.closeSeasons()
        try await world.database.write {
            try $0.send("UPDATE season_results SET person = NULL WHERE person = \(ben.id)")
        }
        let season = try #require(
            try await ana.services.seasons(of: group.id, kind: nil, .whole).items.first)
        let rows = try await cem.services.season(season.id).rows
        #expect(rows.map(\.person.username) == ["ana", "cem"])
        #expect(rows.map(\.rank) == [1, 3])
    }
}
