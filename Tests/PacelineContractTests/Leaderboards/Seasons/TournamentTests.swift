import Foundation
import Paceline
import Testing

/// The clock starts on Sunday, 1 March 2026 at noon UTC.
@Suite("Tournaments of groups")
struct TournamentTests {
    @Test(
        "a tournament is open with the results of now, counts late workouts for 48 hours, and stays", .world,
        arguments: Implementation.allCases)
    func life(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let group = try await ana.createsGroup(with: ben)
        try await ben.runs(9, minutes: 60, endingMinutesAgo: 60 * 24)
        let tournament = try await ana.createsTournament("Spring sprint", in: group)
        #expect(tournament.title == "Spring sprint" && tournament.kind == .tournament)
        #expect(tournament.group == group.id && tournament.state == .open)
        #expect(tournament.firstDay.number == 2026_03_01 && tournament.lastDay.number == 2026_03_03)
        #expect(tournament.closedAt == tournament.lastDay.endEverywhere)
        #expect(try await ben.results(of: tournament) == [])
        try await ana.runs(5)
        try await ben.runs(6, minutes: 40)
        #expect(try await ben.results(of: tournament) == ["1 ben 6000", "2 ana 5000"])
        #expect(try await ben.services.season(tournament.id).me?.rank == 1)

        try await world.ranksAndCloses()
        #expect(try await ana.state(of: tournament) == .open)
        world.clock.advance(to: tournament.closedAt)
        try await world.ranksAndCloses()
        #expect(try await ana.state(of: tournament) == .closed)
        try await ana.runs(2, minutes: 15, endingMinutesAgo: 60 * 20)
        try await world.rankTraining()
        #expect(try await ana.state(of: tournament) == .reopened)
        try await world.ranksAndCloses()
        #expect(try await ben.results(of: tournament) == ["1 ana 7000", "2 ben 6000"])
        world.clock.advance(by: Season.gracePeriod)
        try await world.ranksAndCloses()
        try await ben.runs(9, minutes: 60, endingMinutesAgo: 60 * 24 * 3)
        try await world.ranksAndCloses()
        #expect(try await ana.state(of: tournament) == .final)
        #expect(try await ana.results(of: tournament) == ["1 ana 7000", "2 ben 6000"])
        let listed = try await ben.services.seasons(of: group.id, kind: .tournament, .whole).items
        #expect(listed.map(\.id) == [tournament.id] && listed.map(\.state) == [.final])
    }

    @Test(
        "a child reads titles of tournaments by friends only", .world, arguments: Implementation.allCases)
    func titlesForChildren(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let child = try await world.person("child", born: 2016_01_01)
        try await world.befriend(ana, child)
        let group = try await ana.createsGroup(with: ben, child)
        try await ana.makes(ben, .administrator, in: group)
        var copy = try await ChangeReader(child)
        try await ana.createsTournament("By a friend", in: group)
        let byStranger = try await ben.createsTournament("By a stranger", in: group)
        let titles = { (member: Member) in
            Set(
                try await member.services.seasons(of: group.id, kind: .tournament, .whole).items.map {
                    $0.title ?? ""
                })
        }
        #expect(try await titles(ben) == ["By a friend", "By a stranger"])
        #expect(try await titles(child) == ["By a friend", "Tournament"])
        #expect(try await child.services.season(byStranger.id).season.title == "Tournament")
        let received = try await copy.changes().compactMap { change in
            if case .season(let season) = change.content { season.title } else { nil }
        }
        #expect(Set(received) == ["By a friend", "Tournament"])
        try await world.befriend(ben, child)
        #expect(try await titles(child) == ["By a friend", "By a stranger"])
    }

    @Test(
        "children and people of unknown age read titles of global tournaments by friends only", .world,
        arguments: Implementation.allCases)
    func globalTitlesForChildren(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, chief) = (try await world.person("ana"), try await world.staffMember("chief"))
        let child = try await world.person("child", born: 2016_01_01)
        let ageless = try await world.person("ageless")
        try await world.forgetBirthDate(of: ageless)
        let tournament = try await chief.createsTournament("By a stranger")
        func expectTitle(_ title: String, for member: Member) async throws {
            let listed = try await member.services.seasons(of: nil, kind: .tournament, .whole).items
            #expect(listed.map(\.title) == [title], "\(member.username)")
            #expect(try await member.services.season(tournament.id).season.title == title)
        }
        try await expectTitle("By a stranger", for: ana)
        for member in [child, ageless] { try await expectTitle("Tournament", for: member) }
        try await world.befriend(chief, child)
        try await expectTitle("By a stranger", for: child)
    }

    @Test(
        "owners and administrators create and cancel tournaments, at most three open ones", .world,
        arguments: Implementation.allCases)
    func roles(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
        let group = try await ana.createsGroup(with: ben, cem)
        await expectError(.notAllowed) { try await ben.createsTournament(in: group) }
        await expectError(.groupNotFound) { try await dan.createsTournament(in: group) }
        try await ana.makes(ben, .administrator, in: group)
        let first = try await ben.createsTournament("One", days: 1, in: group)
        try await ana.createsTournament("One", days: 1, in: group)
        try await ana.createsTournament("Three", after: 366, in: group)
        await expectError(.limitReached) { try await ana.createsTournament("Four", in: group) }
        await expectError(.notAllowed) { try await cem.services.cancelTournament(first.id) }
        await expectError(.seasonNotFound) { try await dan.services.cancelTournament(first.id) }
        try await ana.services.cancelTournament(first.id)
        await expectError(.seasonNotFound) { try await ben.services.season(first.id) }
        await expectError(.seasonNotFound) { try await ana.services.cancelTournament(first.id) }
        let fourth = try await ana.createsTournament("Four", days: 1, in: group)
        world.clock.advance(to: fourth.closedAt)
        await expectError(.notAllowed) { try await ana.services.cancelTournament(fourth.id) }
        try await world.closeSeasons()
        await expectError(.notAllowed) { try await ana.services.cancelTournament(fourth.id) }
        try await ana.createsTournament("Five", in: group)
        let titles = try await cem.seasons(of: group).compactMap(\.title)
        #expect(titles.sorted() == ["Five", "Four", "One", "Three"])
    }

    @Test("titles, metrics and days are checked", .world, arguments: Implementation.allCases)
    func rules(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let group = try await ana.createsGroup()
        func fails(
            _ field: String, _ title: String = "Sprint", by metric: BoardMetric = .xp, days: Int = 3,
            after daysAhead: Int = 0
        ) async {
            await expectError(.invalidValue, field: field) {
                try await ana.createsTournament(
                    title, by: metric, days: days, after: daysAhead, in: group)
            }
        }
        for title in ["", String(repeating: "a", count: 51), "See https://crew.example"] {
            await fails("title", title)
        }
        for metric in [BoardMetric.points, .currentStreak] { await fails("metric", by: metric) }
        for daysAhead in [-1, 367] { await fails("firstDay", after: daysAhead) }
        for days in [0, 93] { await fails("lastDay", days: days) }
        await expectError(.nameReserved) { try await ana.createsTournament("Admin", in: group) }
        let tournament = try await ana.createsTournament(days: 92, in: group)
        #expect(tournament.lastDay.number == 2026_05_31)
    }

    @Test(
        "members who do not share, hidden people and unknown children leave no gap", .world,
        arguments: Implementation.allCases)
    func hidden(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
        let child = try await world.person("child", born: 2016_01_01)
        try await world.befriend(ana, child)
        let group = try await ana.createsGroup(with: ben, cem, dan, child)
        let tournament = try await ana.createsTournament(in: group)
        for (place, member) in [cem, child, dan, ben, ana].enumerated() {
            try await member.runs(Double(9 - place), minutes: 60, .friends)
        }
        try await ben.blocks(cem)
        _ = try await dan.services.setSharing(false, with: group.id)
        for isOpen in [true, false] {
            #expect(
                try await ana.results(of: tournament) == [
                    "1 cem 9000", "2 child 8000", "3 ben 6000", "4 ana 5000",
                ], "\(isOpen)")
            #expect(try await ben.results(of: tournament) == ["1 ben 6000", "2 ana 5000"], "\(isOpen)")
            #expect(try await dan.services.season(tournament.id).me == nil)
            world.clock.advance(to: tournament.closedAt)
            try await world.ranksAndCloses()
        }
    }

    @Test(
        "members receive the creation, the closing and the end of a tournament", .world,
        arguments: Implementation.allCases)
    func announced(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let group = try await ana.createsGroup(with: ben)
        var app = try await ChangeReader(ben)
        let stream = try await ben.listens()
        let tournament = try await ana.createsTournament(days: 1, in: group)
        #expect(try await app.changes().compactMap(\.season) == [tournament])
        #expect(try await ben.receives(on: stream) == ["group"])
        world.clock.advance(to: tournament.closedAt)
        try await world.closeSeasons()
        #expect(try await app.changes().compactMap(\.season).map(\.state) == [.closed])
        #expect(try await ben.receives(on: stream) == ["group"])
        let other = try await ana.createsTournament(in: group)
        _ = try await app.changes()
        try await ana.services.cancelTournament(other.id)
        #expect(try await app.summaries() == ["season gone"])
    }
}
