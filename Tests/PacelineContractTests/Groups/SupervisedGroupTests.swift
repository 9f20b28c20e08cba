import Foundation
import Paceline
import Testing

@Suite("Children in groups")
struct SupervisedGroupTests {
    @Test(
        "only friends see a child's row on a group's board, and the others' ranks leave no gap",
        arguments: Implementation.allCases)
    func board(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await GroupScene(world)
            let scope = LeaderboardScope.group(scene.group.id)
            for member in [scene.ana, scene.child] {
                #expect(try await member.standings(scope) == ["1 ana 6", "2 child 5", "3 ben 4"])
            }
            #expect(try await scene.ben.standings(scope) == ["1 ana 6", "2 ben 4"])
            #expect(try await scene.ben.board(scope).me?.rank == 2)
            let query = LeaderboardQuery(
                scope: scope, range: .today, day: try day(2026_03_01), game: .wordle, isCentredOnViewer: true)
            let neighbours = try await scene.ben.services.leaderboard(query, PageRequest())
            #expect(neighbours.rows.map(\.inShort) == ["1 ana 6", "2 ben 4"])
            #expect(try await scene.ben.members(of: scene.group) == ["ana", "ben", "child"])
            #expect(try await scene.ben.reads(scene.group).memberCount == 3)
            try await world.befriend(scene.ben, scene.child)
            #expect(try await scene.ben.standings(scope) == ["1 ana 6", "2 child 5", "3 ben 4"])
        }
    }

    @Test("in a supervised group, all members see a child's row", arguments: Implementation.allCases)
    func supervised(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await GroupScene(world)
            let (group, scope) = (scene.group, LeaderboardScope.group(scene.group.id))
            #expect(!group.isSupervised)
            var app = try await ChangeReader(scene.ben)
            #expect(try await scene.ben.receives { try await scene.ana.supervises(group) } == ["group"])
            #expect(try await app.changes().map(\.group?.isSupervised).contains(true))
            #expect(try await scene.ben.reads(group).isSupervised)
            #expect(try await scene.ben.standings(scope) == ["1 ana 6", "2 child 5", "3 ben 4"])
            #expect(
                try await scene.child.receives { try await scene.ana.supervises(group, false) } == ["group"])
            #expect(try await scene.ben.standings(scope) == ["1 ana 6", "2 ben 4"])
        }
    }

    @Test(
        "only the owner can have a group supervised; administrators edit the rest",
        arguments: Implementation.allCases)
    func roles(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup(with: ben)
            await expectError(.notAllowed) { try await ben.supervises(group) }
            await expectError(.groupNotFound) { try await cem.supervises(group) }
            try await ana.makes(ben, .administrator, in: group)
            await expectError(.notAllowed) { try await ben.supervises(group) }
            try await ana.supervises(group)
            await expectError(.notAllowed) { try await ben.supervises(group, false) }
            let changed = try await ben.services.updateGroup(
                group.id, GroupChanges(isSupervised: true, metrics: [.distance]))
            #expect(changed.isSupervised && changed.metrics == [.distance])
            let renamed = try await ana.services.renameGroup(group.id, title: "Rowers")
            #expect(renamed.isSupervised && renamed.title == "Rowers")
            #expect(try await ana.supervises(group, false).title == "Rowers")
            #expect(try await ana.services.updateGroup(group.id, GroupChanges()).title == "Rowers")
        }
    }

    @Test("a transfer ends supervision, until the new owner decides", arguments: Implementation.allCases)
    func transfer(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await GroupScene(world)
            let (ana, ben, group) = (scene.ana, scene.ben, scene.group)
            let cem = try await world.person("cem")
            try await world.befriend(ben, scene.child)
            try await cem.joins(try await ana.code(of: group))
            try await ana.supervises(group)
            let scope = LeaderboardScope.group(group.id)
            #expect(try await cem.standings(scope) == ["1 ana 6", "2 child 5", "3 ben 4"])
            #expect(try await ana.transfers(group, to: ben).isSupervised == false)
            #expect(try await cem.standings(scope) == ["1 ana 6", "2 ben 4"])
            await expectError(.notAllowed) { try await ana.supervises(group) }
            try await ben.supervises(group)
            #expect(try await cem.standings(scope) == ["1 ana 6", "2 child 5", "3 ben 4"])
        }
    }

    @Test(
        "a child's results in a season are shown to friends, and to all while the group is supervised",
        arguments: Implementation.allCases)
    func seasons(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            world.clock.advance(days: -20)
            let scene = try await GroupScene(world, on: 2026_02_10)
            try await world.closeWeek()
            let season = try #require(
                try await scene.ana.seasons(of: scene.group).first)
            let ranks = { (member: Member) in
                try await member.services.season(season.id).rows.map { "\($0.rank) \($0.person.username)" }
            }
            #expect(try await ranks(scene.ana) == ["1 ana", "2 child", "3 ben"])
            #expect(try await ranks(scene.child) == ["1 ana", "2 child", "3 ben"])
            #expect(try await ranks(scene.ben) == ["1 ana", "2 ben"])
            #expect(try await scene.ben.services.season(season.id).me?.rank == 2)
            try await scene.ana.supervises(scene.group)
            #expect(try await ranks(scene.ben) == ["1 ana", "2 child", "3 ben"])
        }
    }

    @Test("a child's row appears on the thirteenth birthday", arguments: Implementation.allCases)
    func growingUp(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await GroupScene(world, born: 2013_03_02)
            let scope = LeaderboardScope.group(scene.group.id)
            #expect(try await scene.ben.standings(scope) == ["1 ana 6", "2 ben 4"])
            world.clock.advance(days: 1)
            #expect(try await scene.ben.standings(scope) == ["1 ana 6", "2 child 5", "3 ben 4"])
        }
    }

    @Test(
        "a child's scores are announced, and overtake, only where their row is shown",
        arguments: Implementation.allCases)
    func announcing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await GroupScene(world)
            let (ana, ben, child) = (scene.ana, scene.ben, scene.child)
            try await ana.plays(3)
            #expect(try await ana.receives { try await child.plays(5, .friends) }.count == 1)
            var app = try await ChangeReader(ben)
            #expect(try await ben.receives { try await child.plays(1, .friends) } == [])
            #expect(try await app.summaries().contains("board moved") == false)
            #expect(try await ben.notified().contains("overtaken child") == false)
            #expect(try await ana.notified().contains("overtaken child"))
            try await ana.supervises(scene.group)
            #expect(try await ben.receives { try await child.plays(5, .friends) } == ["score"])
            #expect(try await app.summaries().contains("board moved"))
            #expect(try await ben.notified().contains("overtaken child") == false)
            try await child.plays(1, .friends)
            #expect(try await ben.notified().contains("overtaken child"))
            try await ana.supervises(scene.group, false)
            #expect(try await ben.notified().contains("overtaken child") == false)
        }
    }
}

extension SupervisedGroupTests {
    @Test(
        "a child's training changes boards only for members who see the child's row", .world,
        arguments: Implementation.allCases)
    func training(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await GroupScene(world)
        var (anas, bens) = (try await ChangeReader(scene.ana), try await ChangeReader(scene.ben))
        func trains(hoursAgo hours: Int) async throws {
            let start = scene.child.hoursAgo(hours)
            try await scene.child.publishes("Row", .friends, startedAt: start, duration: 900)
        }
        #expect(try await scene.ben.receives { try await trains(hoursAgo: 8) } == [])
        #expect(try await anas.summaries().contains("board moved"))
        #expect(try await bens.summaries().contains("board moved") == false)
        try await trains(hoursAgo: 6)
        #expect(try await bens.summaries() == [])
        try await scene.ana.supervises(scene.group)
        _ = try await bens.summaries()
        try await trains(hoursAgo: 4)
        #expect(try await bens.summaries() == ["board moved"])
    }
}

/// Ana's group with Ben and a child who is a friend of Ana's only. Ana has 6 points, the child 5 and Ben 4.
private struct GroupScene: Sendable {
    let ana, ben, child: Member
    let group: LeaderboardGroup

    init(_ world: World, born birthDate: Int = 2016_01_01, on number: Int = 2026_03_01) async throws {
        (ana, ben) = try await world.people("ana", "ben")
        child = try await world.person("child", born: birthDate)
        try await world.befriend(ana, child)
        group = try await ana.createsGroup(with: ben, child)
        for (member, guesses) in [(ana, 1), (child, 2), (ben, 3)] {
            try await member.plays(guesses, on: number, .friends)
        }
    }
}

extension Member {
    @discardableResult
    fileprivate func supervises(_ group: LeaderboardGroup, _ isSupervised: Bool = true) async throws
        -> LeaderboardGroup
    {
        clock.tick()
        return try await services.updateGroup(group.id, GroupChanges(isSupervised: isSupervised))
    }
}
