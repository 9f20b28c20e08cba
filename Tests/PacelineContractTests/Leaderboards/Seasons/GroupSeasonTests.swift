import Foundation
import Paceline
import Testing

/// The clock starts on Sunday, 1 March 2026 at noon UTC. At that moment, February ends in the last time zone; the week
/// ends a day later.
@Suite("Seasons of groups")
struct GroupSeasonTests {
    /// Moves the clock to February, before groups are created.
    private func february(_ world: World) throws {
        world.clock.advance(days: -20)
    }

    @Test(
        "a week is closed with its current board when its Sunday has ended in all time zones",
        arguments: Implementation.allCases)
    func week(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            try february(world)
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup(with: ben, cem)
            world.clock.advance(to: TestClock.start)
            try await ana.plays(2, on: 2026_02_23)
            try await ana.plays(3, in: .mini, on: 2026_03_01)
            try await ben.plays(2, on: 2026_02_24)
            try await cem.plays(1, on: 2026_02_22)
            world.clock.advance(to: TestClock.start.addingTimeInterval(86_399))
            try await world.closeSeasons()
            #expect(
                try await ana.services.seasons(of: group.id, kind: .week, .whole).items == [])
            world.clock.tick()
            try await world.closeSeasons()
            let season = try #require(
                try await ana.services.seasons(of: group.id, kind: .week, .whole).items.first)
            #expect(season.firstDay.number == 2026_02_23)
            #expect(season.lastDay.number == 2026_03_01)
            #expect(season.state == .closed)
            #expect(season.closedAt == world.clock.now)
            let results = try await ben.services.season(season.id)
            #expect(results.rows.map(\.person.username) == ["ana", "ben"])
            #expect(results.rows.map(\.rank) == [1, 2])
            #expect(results.rows.map(\.points) == results.rows.map { $0.breakdown.values.reduce(0, +) })
            #expect(results.rows[0].breakdown.keys.sorted() == ["nyt_mini", "wordle"])
            #expect(results.me?.person.username == "ben")
            #expect(try await cem.services.season(season.id).me == nil)
        }
    }

    @Test(
        "months are closed too; weeks and months are listed newest first",
        arguments: Implementation.allCases)
    func month(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            try february(world)
            let ana = try await world.person("ana")
            let group = try await ana.createsGroup()
            for number in [2026_02_12, 2026_02_20, 2026_02_27] {
                world.clock.advance(to: try day(number).startInUTC)
                try await ana.plays(3, on: number)
            }
            world.clock.advance(to: TestClock.start.addingTimeInterval(30 * 86_400))
            try await world.closeSeasons()
            let all = try await ana.seasons(of: group)
            #expect(all.map(\.lastDay.number) == [2026_03_01, 2026_02_28, 2026_02_22, 2026_02_15])
            #expect(all.map(\.kind) == [.week, .month, .week, .week])
            let months = try await ana.services.seasons(of: group.id, kind: .month, .whole).items
            #expect(months.map(\.firstDay.number) == [2026_02_01])
            #expect(months.map(\.state) == [.final])
            #expect(try await ana.services.season(months[0].id).rows.map(\.points) == [12])
        }
    }

    @Test("closing is idempotent, also concurrently", arguments: Implementation.allCases)
    func once(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            try february(world)
            let ana = try await world.person("ana")
            let group = try await ana.createsGroup()
            try await ana.plays(3, on: 2026_02_10)
            world.clock.advance(to: TestClock.start)
            let closings = await concurrently((0..<6).map { _ in { try await world.closeSeasons() } })
            #expect(closings.filter(\.isSuccess).count == 6)
            let first = try await ana.seasons(of: group)
            #expect(first.map(\.firstDay.number) == [2026_02_01, 2026_02_09])
            world.clock.advance(by: 600)
            try await world.closeSeasons()
            #expect(try await ana.seasons(of: group) == first)
        }
    }

    @Test(
        "ties share a rank, and the next rank comes after all of them",
        arguments: Implementation.allCases)
    func ties(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            try february(world)
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await cem.createsGroup(with: ben, ana)
            for member in [ana, ben] { try await member.plays(2, on: 2026_02_09) }
            try await cem.plays(6, on: 2026_02_09)
            let results = try await closed(group, for: ana, in: world)
            #expect(results.rows.map(\.person.username) == ["ana", "ben", "cem"])
            #expect(results.rows.map(\.rank) == [1, 1, 3])
        }
    }

    @Test("results stay the same when names, members and scores change", arguments: Implementation.allCases)
    func kept(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            try february(world)
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let dan = try await world.person("dan")
            let group = try await ana.createsGroup(with: ben, cem)
            for member in [ana, ben] { try await member.plays(2, on: 2026_02_09) }
            try await cem.plays(5, on: 2026_02_09)
            let before = try await closed(group, for: ana, in: world)
            world.clock.advance(days: 10)
            _ = try await ana.services.update(AccountChanges(displayName: "Zoe"), ifMatch: nil)
            try await ben.plays(6, on: 2026_02_09)
            try await cem.services.deleteScore(in: .wordle, on: try day(2026_02_09))
            try await cem.leaves(group)
            try await dan.joins(try await ana.code(of: group))
            try await world.closeSeasons()
            let after = try await dan.services.season(before.season.id)
            #expect(after.rows.map(\.person.username) == ["ana", "ben", "cem"])
            #expect(after.rows.map(\.points) == before.rows.map(\.points))
            #expect(after.rows.map(\.rank) == before.rows.map(\.rank))
            #expect(after.rows.map(\.breakdown) == before.rows.map(\.breakdown))
            await expectError(.seasonNotFound) { try await cem.services.season(before.season.id) }
        }
    }

    /// The results of the week from 9 to 15 February, closed as soon as it has ended.
    private func closed(_ group: LeaderboardGroup, for member: Member, in world: World) async throws
        -> SeasonResults
    {
        try await world.closeWeek()
        let seasons = try await member.services.seasons(of: group.id, kind: .week, .whole).items
        return try await member.services.season(try #require(seasons.first).id)
    }
}
