import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@Suite("Standings under concurrency")
struct StandingsTests {
    private static let games = ["wordle", "nyt_mini", "connections", "strands", "pips"].map(
        Game.ID.init(trusted:))

    @Test(
        "while a hundred members publish, every read is consistent and all totals end up right",
        arguments: Implementation.allCases)
    func hundredMembers(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let crowd = try await world.crowd(100)
            let group = try await crowd[0].createsGroup(withAll: crowd.dropFirst())
            let scopes = [LeaderboardScope.group(group.id), .global]
            let acts = crowd.enumerated().map { index, member -> @Sendable () async throws -> Score in
                {
                    let score = try await member.plays(index % 4 + 1, in: Self.games[index % 5])
                    if index.isMultiple(of: 10) {
                        for scope in scopes {
                            let board = try await member.board(scope, game: nil)
                            expectOneInstant(of: board)
                            #expect(board.me?.points == score.points, "one's own score is there at once")
                        }
                    }
                    return score
                }
            }
            let points = Dictionary(
                uniqueKeysWithValues: try await concurrently(acts).values().map { ($0.owner, $0.points) })
            for scope in scopes {
                let board = try await crowd[0].board(scope, game: nil)
                expectOneInstant(of: board)
                #expect(board.rows.count == crowd.count)
                #expect(board.rows.allSatisfy { $0.points == points[$0.person.id] })
            }
        }
    }

    @Test("no score is lost when one person publishes concurrently", arguments: Implementation.allCases)
    func manyOfEach(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let crowd = try await world.crowd(6)
            let acts = crowd.enumerated().flatMap { index, member in
                Self.games.map { game -> @Sendable () async throws -> Score in
                    { try await member.plays(index % 4 + 1, in: game) }
                }
            }
            let scores = try await concurrently(acts).values()
            let points = Dictionary(grouping: scores, by: \.owner).mapValues { $0.map(\.points).reduce(0, +) }
            let board = try await crowd[0].board(.global, game: nil)
            expectOneInstant(of: board)
            #expect(board.rows.count == crowd.count)
            #expect(board.rows.allSatisfy { $0.points == points[$0.person.id] })
        }
    }

    @Test(
        "boards survive opening the community in another process",
        arguments: Implementation.allCases)
    func openedAgain(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let crowd = try await world.crowd(3)
            for (index, member) in crowd.enumerated() {
                for game in Self.games.prefix(index + 1) { _ = try await member.plays(index + 1, in: game) }
            }
            let queries = ([nil] + Self.games).flatMap { game in
                LeaderboardRange.allKept.map { LeaderboardQuery(scope: .global, range: $0, game: game) }
            }
            let before = try await crowd[0].services.boards(queries)
            #expect(before[0].map(\.inShort) == ["1 crowd_2 13", "2 crowd_1 12", "3 crowd_0 6"])
            let engine = try await Engine(
                database: world.database, environment: EngineEnvironment(now: { world.clock.now }))
            let me = engine.session(for: crowd[0].id)
            #expect(try await me.boards(queries) == before)
            #expect(try await engine.check() == [])
            let draft = ScoreDraft(score: 1, isCompleted: true)
            let new = try await me.publish(draft, in: Self.games[4], on: try day(2026_03_01)).score
            #expect(
                try await me.boards(queries)[0].first { $0.person.id == me.viewer }?.points == 6 + new.points)
        }
    }

    @Test(
        "the check finds a standing without a person, because no foreign key prevents it",
        arguments: Implementation.allCases)
    func standingWithoutPerson(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let engine = try await Engine(database: world.database)
            let unknown = Person.ID(UUID())
            try await world.database.write {
                try $0.send(
                    """
                    INSERT INTO standings (owner, board, minus_points, name, scores)
                    VALUES (\(unknown), 1610612736, -1, 'nobody', 1)
                    """)
            }
            let counters = try await engine.check().map(\.counter)
            #expect(counters.contains("standings.scores"))
            try await world.database.write {
                try $0.send("DELETE FROM standings WHERE owner = \(unknown)")
            }
        }
    }

    @Test(
        "people with more points than the maximum slot share a rank",
        arguments: Implementation.allCases)
    func countless(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let crowd = try await world.crowd(4)
            let days = [2026_03_01, 2026_03_01, 2026_03_01, 2019_12_31]
            for (member, day) in zip(crowd, days) { try await member.plays(6, on: day) }
            // Written to the database because no game allows such results.
            let points = [4_000_000_000, 3_000_000_000, 2_147_483_646, 2_147_483_647]
            for (member, points) in zip(crowd, points) {
                try await world.database.write {
                    try $0.send("UPDATE scores SET points = \(points) WHERE owner = \(member.id)")
                }
                for shown in [false, true] {
                    _ = try await member.services.update(SettingsChanges(showOnLeaderboards: shown))
                }
            }
            #expect(
                try await crowd[2].standings(.global, .all) == [
                    "1 crowd_0 4000000000", "1 crowd_1 3000000000", "1 crowd_3 2147483647",
                    "4 crowd_2 2147483646",
                ])
            #expect(
                try await crowd[2].standings(.global) == [
                    "1 crowd_0 4000000000", "1 crowd_1 3000000000", "3 crowd_2 2147483646",
                ])
            for range in LeaderboardRange.allKept.dropFirst() {
                #expect(try await crowd[2].standings(.global, range, on: 1990_01_01) == [])
            }
        }
    }

    @Test(
        "a server can delete scores of a game that only another server has",
        arguments: Implementation.allCases)
    func gameOfAnotherServer(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            try await ana.plays(3)
            let chess = Game(
                id: Game.ID(trusted: "chess"), name: "Chess", symbol: "crown", scoring: .lowerGuesses,
                maximum: 6)
            let other = try await Engine(
                database: world.database,
                environment: EngineEnvironment(now: { world.clock.now }, games: try .standard.adding([chess]))
            )
            let me = other.session(for: ana.id)
            _ = try await me.publish(
                ScoreDraft(score: 1, isCompleted: true), in: chess.id, on: try day(2026_03_01))
            let board = LeaderboardQuery(scope: .global, range: .all, game: nil)
            let row = try await me.leaderboard(board, PageRequest()).rows.first
            #expect(row?.breakdown == ["wordle": 4, "chess": 6])
            try await ana.services.deleteScore(in: chess.id, on: try day(2026_03_01))
            #expect(try await ana.board(.global, .all, game: nil).rows.first?.breakdown == ["wordle": 4])
            #expect(try await me.leaderboard(board, PageRequest()).rows.first?.points == 4)
        }
    }

    @Test(
        "concurrent changes to scores, names and settings leave correct boards",
        arguments: Implementation.allCases)
    func everythingAtOnce(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let crowd = try await world.crowd(8)
            var random = SeededRandom(seed: 1)
            for _ in 0..<3 {
                let acts = crowd.flatMap { Self.changes(by: $0, &random) }.shuffled(using: &random)
                _ = try await concurrently(acts).values()
                let board = try await crowd[0].board(.global, game: nil)
                expectOneInstant(of: board)
                for member in crowd {
                    let scores = try await member.services.scores(of: .me, from: nil, to: nil, .whole).items
                    let shown = try await member.services.settings().showOnLeaderboards && !scores.isEmpty
                    let row = board.rows.first { $0.person.id == member.id }
                    #expect(row?.points == (shown ? scores.map(\.points).reduce(0, +) : nil))
                }
            }
        }
    }

    @Test(
        "turning on `showOnLeaderboards` during a change to a score leaves correct standings",
        arguments: Implementation.allCases)
    func showingWhilePlaying(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for round in 0..<25 {
                _ = try await ana.services.update(SettingsChanges(showOnLeaderboards: false))
                _ = try await concurrently(
                    [
                        { try await ana.plays(round % 4 + 1) },
                        { _ = try await ana.services.update(SettingsChanges(showOnLeaderboards: true)) },
                    ] as [@Sendable () async throws -> Void]
                ).values()
                let scores = try await ana.services.scores(of: .me, from: nil, to: nil, .whole).items
                #expect(scores.count == 1)
                #expect(try await ana.board(.global).me?.points == scores.first?.points)
            }
        }
    }

    /// All kinds of changes that affect a member's standings, and their reverse.
    private static func changes(
        by member: Member, _ random: inout SeededRandom
    ) -> [@Sendable () async throws -> Void] {
        let games = games.prefix(3)
        let plays = games.map { game -> @Sendable () async throws -> Void in
            let guesses = Int.random(in: 1...4, using: &random)
            return { try await member.plays(guesses, in: game) }
        }
        let deletes = games.map { game -> @Sendable () async throws -> Void in
            {
                do {
                    try await member.services.deleteScore(in: game, on: try day(2026_03_01))
                } catch let error as SocialError where error.code == .scoreNotFound {}
            }
        }
        let settings = [true, false].map { shown -> @Sendable () async throws -> Void in
            { _ = try await member.services.update(SettingsChanges(showOnLeaderboards: shown)) }
        }
        let name = Bool.random(using: &random) ? "Ana" : "Zoe"
        return plays + deletes + settings + [
            { _ = try await member.services.update(AccountChanges(displayName: name), ifMatch: nil) }
        ]
    }
}

/// Expects that a board is consistent: its ranks, its sums and the viewer's row. The board must fit on one page.
private func expectOneInstant(of board: Leaderboard, sourceLocation: SourceLocation = #_sourceLocation) {
    let rows = board.rows
    let points = rows.map(\.points)
    let ranks = points.map { mine in 1 + points.count { $0 > mine } }
    let sums = rows.map { $0.breakdown?.values.reduce(0, +) }
    let mine = rows.first { $0.person.id == board.me?.person.id }
    #expect(board.next == nil, sourceLocation: sourceLocation)
    #expect(Set(rows.map(\.person.id)).count == rows.count, sourceLocation: sourceLocation)
    #expect(points == points.sorted(by: >), sourceLocation: sourceLocation)
    #expect(rows.map(\.rank) == ranks, sourceLocation: sourceLocation)
    #expect(sums == points, sourceLocation: sourceLocation)
    #expect(board.me == mine, sourceLocation: sourceLocation)
}

extension LeaderboardRange {
    fileprivate static let allKept = [LeaderboardRange.all, .today, .week, .month]
}

extension LeaderboardService {
    fileprivate func boards(_ queries: [LeaderboardQuery]) async throws -> [[LeaderboardRow]] {
        var boards: [[LeaderboardRow]] = []
        for query in queries { boards.append(try await leaderboard(query, PageRequest()).rows) }
        return boards
    }
}
