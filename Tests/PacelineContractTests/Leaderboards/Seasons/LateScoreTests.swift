import Foundation
import Paceline
import Testing

@Suite("Late scores")
struct LateScoreTests {
    /// Closes the week from 9 to 15 February as soon as it has ended.
    private func closing(
        _ implementation: Implementation,
        _ body: @escaping @Sendable (World, Member, Member, LeaderboardGroup) async throws -> Void
    ) async throws {
        try await implementation.run { world in
            world.clock.advance(days: -20)
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.createsGroup(with: ben)
            try await ana.plays(4, on: 2026_02_10)
            try await world.closeWeek()
            try await body(world, ana, ben, group)
        }
    }

    @Test("a late score within 48 hours rebuilds the results", arguments: Implementation.allCases)
    func reopened(_ implementation: Implementation) async throws {
        try await closing(implementation) { world, ana, ben, group in
            let season = try await week(of: group, for: ana)
            world.clock.advance(by: 48 * 3_600 - 2)
            try await ben.plays(1, on: 2026_02_15)
            #expect(try await week(of: group, for: ana).state == .reopened)
            #expect(try await ana.services.season(season.id).rows.map(\.person.username) == ["ana"])
            try await world.closeSeasons()
            let again = try await ana.services.season(season.id)
            #expect(again.season.state == .closed)
            #expect(again.season.closedAt == season.closedAt)
            #expect(again.rows.map(\.person.username) == ["ben", "ana"])
            world.clock.tick()
            try await world.closeSeasons()
            #expect(try await week(of: group, for: ana).state == .final)
        }
    }

    @Test(
        "changing and deleting a score within 48 hours also rebuild the results",
        arguments: Implementation.allCases)
    func changed(_ implementation: Implementation) async throws {
        try await closing(implementation) { world, ana, ben, group in
            let season = try await week(of: group, for: ana)
            try await ana.plays(3, on: 2026_02_10)
            try await world.closeSeasons()
            #expect(try await ana.services.season(season.id).rows.map(\.points) == [4])
            try await ana.services.deleteScore(in: .wordle, on: try day(2026_02_10))
            try await world.closeSeasons()
            // A season without results does not exist.
            await expectError(.seasonNotFound) { try await ana.services.season(season.id) }
            #expect(try await seasons(of: group, for: ana) == [])
        }
    }

    @Test(
        "late scores during a rebuild are included or trigger another rebuild",
        arguments: Implementation.allCases)
    func whileClosing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            world.clock.advance(days: -20)
            let crowd = try await world.crowd(8)
            let group = try await crowd[0].createsGroup(withAll: crowd.dropFirst())
            world.clock.advance(to: try day(2026_02_15).endEverywhere)
            let late = crowd.map { member -> @Sendable () async throws -> Void in
                { try await member.plays(1, on: 2026_02_15) }
            }
            let closings = (0..<3).map { _ -> @Sendable () async throws -> Void in
                { try await world.closeSeasons() }
            }
            _ = try await concurrently((late + closings).shuffled()).values()
            try await world.closeSeasons()
            let season = try await week(of: group, for: crowd[0])
            #expect(try await crowd[0].services.season(season.id).rows.count == crowd.count)
        }
    }

    @Test(
        "after 48 hours the results are final; live boards still count the score",
        arguments: Implementation.allCases)
    func tooLate(_ implementation: Implementation) async throws {
        try await closing(implementation) { world, ana, ben, group in
            let season = try await week(of: group, for: ana)
            world.clock.advance(by: 48 * 3_600)
            try await ben.plays(1, on: 2026_02_15)
            try await world.closeSeasons()
            let kept = try await ana.services.season(season.id)
            #expect(kept.season.state == .final)
            #expect(kept.season.closedAt == season.closedAt)
            #expect(kept.rows.map(\.person.username) == ["ana"])
            let query = LeaderboardQuery(scope: .group(group.id), range: .week, day: try day(2026_02_15))
            let board = try await ana.services.leaderboard(query, .whole)
            #expect(board.rows.map(\.person.username) == ["ben", "ana"])
        }
    }

    @Test(
        "a late score in a week without scores creates its season",
        arguments: Implementation.allCases)
    func first(_ implementation: Implementation) async throws {
        try await closing(implementation) { world, _, ben, _ in
            let group = try await ben.createsGroup("Late")
            #expect(try await seasons(of: group, for: ben) == [])
            try await ben.plays(2, on: 2026_02_14)
            try await world.closeSeasons()
            #expect(
                try await seasons(of: group, for: ben) == [], "the group was created after the week had ended"
            )
        }
        try await closing(implementation) { world, ana, ben, group in
            let empty = try await ben.createsGroup("Empty")
            world.clock.advance(to: try day(2026_02_22).endEverywhere)
            try await world.closeSeasons()
            #expect(try await seasons(of: empty, for: ben) == [])
            try await ben.plays(2, on: 2026_02_20)
            #expect(try await seasons(of: empty, for: ben) == [], "a season appears only when it is closed")
            try await world.closeSeasons()
            #expect(try await seasons(of: empty, for: ben).map(\.firstDay.number) == [2026_02_16])
        }
    }

    @Test(
        "a late score that is deleted before the season is closed leaves no season",
        arguments: Implementation.allCases)
    func deletedAgain(_ implementation: Implementation) async throws {
        try await closing(implementation) { world, _, ben, group in
            let empty = try await ben.createsGroup("Empty")
            world.clock.advance(to: try day(2026_02_22).endEverywhere)
            try await world.closeSeasons()
            try await ben.plays(2, on: 2026_02_20)
            try await ben.services.deleteScore(in: .wordle, on: try day(2026_02_20))
            var app = try await ChangeReader(ben)
            try await world.closeSeasons()
            #expect(try await seasons(of: empty, for: ben) == [])
            #expect(try await seasons(of: group, for: ben).map(\.firstDay.number) == [2026_02_09])
            #expect(try await app.summaries() == [])
            try await ben.plays(3, on: 2026_02_20)
            try await world.closeSeasons()
            #expect(try await seasons(of: empty, for: ben).map(\.firstDay.number) == [2026_02_16])
        }
    }

    @Test(
        "after a long pause all ended seasons are closed, without scores that came too late",
        arguments: Implementation.allCases)
    func catchingUp(_ implementation: Implementation) async throws {
        try await closing(implementation) { world, ana, ben, group in
            try await ana.plays(3, on: 2026_02_16)
            world.clock.advance(days: 60)
            try await ana.plays(3, on: 2026_03_20)
            try await ben.plays(1, on: 2026_03_20)
            try await ana.plays(3, in: .mini, on: 2026_04_17)
            try await world.closeSeasons()
            #expect(
                try await seasons(of: group, for: ana).map(\.firstDay.number) == [2026_02_16, 2026_02_09])
            #expect(try await seasons(of: group, for: ana).map(\.state) == [.final, .final])
        }
    }

    private func seasons(of group: LeaderboardGroup, for member: Member) async throws -> [Season] {
        try await member.services.seasons(of: group.id, kind: .week, .whole).items
    }

    private func week(of group: LeaderboardGroup, for member: Member) async throws -> Season {
        try #require(try await seasons(of: group, for: member).first)
    }
}
