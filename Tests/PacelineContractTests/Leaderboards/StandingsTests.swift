import Paceline
import Testing

@Suite("Standings under many hands")
struct StandingsTests {
    @Test("a hundred scores published at once: every total is right", arguments: Implementation.allCases)
    func atOnce(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let crowd = try await world.crowd(20)
            let group = try await crowd[0].founds()
            let code = try await crowd[0].code(of: group)
            for member in crowd.dropFirst() { try await member.joins(code) }
            let games = ["wordle", "nyt_mini", "connections", "strands", "pips"].map(Game.ID.init(trusted:))
            let acts = crowd.enumerated().flatMap { index, member in
                games.map { game -> @Sendable () async throws -> Score in
                    { try await member.plays(index % 4 + 1, in: game) }
                }
            }
            let scores = try await together(acts).values()
            let points = Dictionary(grouping: scores, by: \.owner).mapValues { $0.map(\.points).reduce(0, +) }
            for scope in [LeaderboardScope.group(group.id), .global] {
                let rows = try await crowd[0].board(scope, game: nil).rows
                #expect(rows.count == crowd.count)
                #expect(rows.allSatisfy { $0.points == points[$0.person.id] })
                #expect(rows.allSatisfy { $0.breakdown?.values.reduce(0, +) == $0.points })
                #expect(rows.allSatisfy { row in row.rank == 1 + rows.count { $0.points > row.points } })
            }
        }
    }
}
