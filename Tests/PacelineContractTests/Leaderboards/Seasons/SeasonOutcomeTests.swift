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
}
