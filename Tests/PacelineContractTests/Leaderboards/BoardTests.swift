import Foundation
import Paceline
import Testing

@Suite("Friends' leaderboards")
struct BoardTests {
    @Test(
        "more points rank higher; ties share a rank and are sorted by name",
        arguments: Implementation.allCases)
    func ranks(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let (ben, eva, ida) = try await world.people("ben", "eva", "ida")
            for friend in [ben, eva, ida] { try await world.befriend(ana, friend) }
            try await ida.plays(2)
            try await ben.plays(3)
            try await ana.plays(3)
            try await eva.plays(nil, solved: false)
            let board = try await ana.board()
            #expect(board.rows.map(\.inShort) == ["1 ida 5", "2 ana 4", "2 ben 4", "4 eva 0"])
            #expect(board.rows.map(\.result) == ["2 guesses", "3 guesses", "3 guesses", "not solved"])
            #expect(board.me?.inShort == "2 ana 4")
            #expect(board.range.from?.number == 2026_03_01)
            // Ben's friends are different people.
            #expect(try await ben.standings() == ["1 ana 4", "1 ben 4"])
        }
    }

    @Test(
        "a range adds up its days; the total has a breakdown by game",
        arguments: Implementation.allCases)
    func ranges(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            // Days in today, this week, the last seven days, this month and last month: 1 March is a Sunday.
            for (number, score) in [(2026_03_01, 6), (2026_02_23, 5), (2026_02_22, 4), (2025_12_31, 3)] {
                try await ana.plays(score, on: number)
            }
            try await ana.plays(20, in: .mini)
            #expect(try await ana.standings(.friends, .today) == ["1 ana 1"])
            #expect(try await ana.standings(.friends, .sevenDays) == ["1 ana 3"])
            #expect(try await ana.standings(.friends, .week) == ["1 ana 3"])
            #expect(try await ana.standings(.friends, .month) == ["1 ana 1"])
            #expect(try await ana.standings(.friends, .month, on: 2026_02_10) == ["1 ana 5"])
            #expect(try await ana.standings(.friends, .all) == ["1 ana 10"])
            let chosen = LeaderboardRange.custom(try day(2025_12_31)...(try day(2026_02_22)))
            #expect(try await ana.standings(.friends, chosen, on: nil) == ["1 ana 7"])
            let total = try await ana.board(.friends, .sevenDays, game: nil)
            #expect(total.rows.map(\.inShort) == ["1 ana 10"])
            #expect(total.rows.first?.breakdown == ["wordle": 3, "nyt_mini": 7])
            #expect(total.rows.first?.result == "10 pts")
            #expect(total.range.from?.number == 2026_02_23)
            #expect(total.range.to?.number == 2026_03_01)
            for range in [.today, .sevenDays, .week, .month, .all, chosen] as [LeaderboardRange] {
                #expect(try await ana.standings(.global, range) == ana.standings(.friends, range))
            }
        }
    }

    @Test(
        "a daily board shows the change in rank since the day before",
        arguments: Implementation.allCases)
    func delta(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            for friend in [ben, eva] { try await world.befriend(ana, friend) }
            try await ana.plays(2, on: 2026_02_28)
            try await ben.plays(3, on: 2026_02_28)
            try await ana.plays(4)
            try await ben.plays(3)
            try await eva.plays(5)
            for scope in [LeaderboardScope.friends, .global] {
                let rows = try await ana.board(scope).rows
                #expect(rows.map(\.inShort) == ["1 ben 4", "2 ana 3", "3 eva 2"])
                #expect(rows.map(\.delta) == [1, -1, nil])
                #expect(try await ana.board(scope, .week).rows.allSatisfy { $0.delta == nil })
            }
        }
    }

    @Test(
        "the viewer's row and its neighbours are included at any rank", arguments: Implementation.allCases
    )
    func neighbours(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let crowd = try await world.crowd(14)
            for (index, member) in crowd.enumerated() {
                try await member.plays(index < 4 ? 10 : index < 10 ? 40 : 70, in: .mini)
            }
            let me = crowd[8]
            let query = LeaderboardQuery(scope: .global, range: .today, game: .mini)
            let first = try await me.services.leaderboard(query, PageRequest(limit: 2))
            #expect(first.rows.map(\.rank) == [1, 1])
            #expect(first.me?.rank == 5)
            var around = query
            around.isCentredOnViewer = true
            let neighbours = try await me.services.leaderboard(around, PageRequest())
            #expect(neighbours.rows.map(\.rank) == [1, 5, 5, 5, 5, 5, 5, 11, 11, 11, 11])
            #expect(neighbours.rows[5].person.id == me.id)
            #expect(neighbours.next == nil)
        }
    }

    @Test("pages of a board neither skip nor repeat rows", arguments: Implementation.allCases)
    func pages(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let crowd = try await world.crowd(9)
            for (index, member) in crowd.enumerated() { try await member.plays(index % 3 + 1) }
            for friend in crowd.dropFirst() { try await world.befriend(crowd[0], friend) }
            for scope in [LeaderboardScope.friends, .global] {
                let whole = try await crowd[0].board(scope).rows
                let walked = try await walk(inPagesOf: 2) { page in
                    let query = LeaderboardQuery(scope: scope, day: try day(2026_03_01), game: .wordle)
                    let board = try await crowd[0].services.leaderboard(query, page)
                    return Page(items: board.rows, next: board.next)
                }
                #expect(walked == whole)
                #expect(whole.map(\.rank) == [1, 1, 1, 4, 4, 4, 7, 7, 7])
            }
        }
    }

    @Test("private scores count on no board, not even one's own", arguments: Implementation.allCases)
    func privateScores(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            try await ana.plays(1, .private)
            #expect(try await ben.standings() == [])
            #expect(try await ana.standings() == [])
            #expect(try await ana.board().me == nil)
            try await ana.plays(1, .friends)
            #expect(try await ben.standings() == ["1 ana 6"])
        }
    }

    @Test(
        "a group's board shows its members and is visible to members only", arguments: Implementation.allCases
    )
    func group(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ida) = try await world.people("ana", "ben", "eva", "ida")
            let group = try await ana.createsGroup("Crew", with: ben, eva)
            let scope = LeaderboardScope.group(group.id)
            try await ana.plays(3, .friends)
            try await ben.plays(2)
            try await eva.plays(1, .private)
            try await ida.plays(1)
            #expect(try await ana.standings(scope) == ["1 ben 5", "2 ana 4"])
            await expectError(.groupNotFound) { try await ida.board(scope) }

            // Group boards ignore `showOnLeaderboards`.
            try await ben.sets(SettingsChanges(showOnLeaderboards: false))
            #expect(try await ana.standings(scope) == ["1 ben 5", "2 ana 4"])
            try await eva.plays(1, .public)
            try await eva.blocks(ben)
            #expect(try await ana.standings(scope) == ["1 eva 6", "2 ben 5", "3 ana 4"])
            #expect(try await ben.standings(scope) == ["1 ben 5", "2 ana 4"])

            try await ben.services.removeMember(.me, from: group.id)
            await expectError(.groupNotFound) { try await ben.board(scope) }
            #expect(try await ana.standings(scope) == ["1 eva 6", "2 ana 4"])
        }
    }

    @Test("invalid queries are rejected", arguments: Implementation.allCases)
    func limits(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            await expectError(.gameNotFound) { try await ana.board(game: Game.ID(trusted: "chess")) }
            await expectError(.groupNotFound) { try await ana.board(.group(.random())) }
            await expectError(.invalidValue, field: "day") { try await ana.board(on: 2026_03_03) }
            let longest = try day(2025_03_01)...(try day(2026_03_01))
            #expect(try await ana.standings(.friends, .custom(longest)) == [])
            let longer = try day(2025_02_28)...(try day(2026_03_01))
            await expectError(.invalidValue, field: "to") { try await ana.board(.friends, .custom(longer)) }
        }
    }
}
