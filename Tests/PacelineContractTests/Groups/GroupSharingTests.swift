import Foundation
import Paceline
import Testing

@Suite("Sharing with groups")
struct GroupSharingTests {
    @Test(
        "a member who stops sharing stays a member without a row, until they share again",
        .world, arguments: Implementation.allCases)
    func board(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await SharingScene(world)
        let (ana, ben, cem) = (scene.ana, scene.ben, scene.cem)
        let scope = LeaderboardScope.group(scene.group.id)
        #expect(scene.group.isSharing)
        #expect(try await ben.shares(false, with: scene.group).isSharing == false)
        for member in [ana, ben, cem] {
            #expect(try await member.standings(scope) == ["1 ana 6", "2 cem 4"])
            #expect(try await member.standings(scope, .all, game: nil) == ["1 ana 6", "2 cem 4"])
            #expect(try await member.members(of: scene.group) == ["ana", "ben", "cem"])
            #expect(try await member.reads(scene.group).memberCount == 3)
            #expect(try await member.reads(scene.group).isSharing == (member.id != ben.id))
        }
        #expect(try await ben.board(scope).me == nil)
        #expect(try await cem.board(scope).me?.rank == 2)
        try await ben.plays(1, in: .mini)
        #expect(try await ana.standings(scope, game: .mini) == [])
        #expect(try await ana.standings(.global) == ["1 ana 6", "2 ben 5", "3 cem 4"])
        #expect(try await ben.shares(true, with: scene.group).isSharing)
        #expect(try await ana.standings(scope) == ["1 ana 6", "2 ben 5", "3 cem 4"])
        #expect(try await ana.standings(scope, game: .mini).count == 1)
    }

    @Test(
        "it concerns one group, ends with the membership, and is for members",
        .world, arguments: Implementation.allCases)
    func membership(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await SharingScene(world)
        let (ana, ben) = (scene.ana, scene.ben)
        let other = try await ben.createsGroup("Pair", with: ana)
        try await ben.shares(false, with: scene.group)
        #expect(try await ana.standings(.group(other.id)) == ["1 ana 6", "2 ben 5"])
        #expect(try await ben.reads(other).isSharing)
        // The owner can stop, too.
        try await ben.shares(false, with: other)
        #expect(try await ana.standings(.group(other.id)) == ["1 ana 6"])
        try await ben.leaves(scene.group)
        await expectError(.groupNotFound) { try await ben.shares(true, with: scene.group) }
        #expect(try await ben.joins(ana.code(of: scene.group)).isSharing)
        let stranger = try await world.person("stranger")
        await expectError(.groupNotFound) { try await stranger.shares(false, with: scene.group) }
        #expect(try await ana.makes(ben, .administrator, in: scene.group).role == .administrator)
    }

    @Test(
        "members receive that their board changed, and nothing of scores meanwhile",
        .world, arguments: Implementation.allCases)
    func changes(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await SharingScene(world)
        let (ana, ben) = (scene.ana, scene.ben)
        var (anas, bens) = (try await ChangeReader(ana), try await ChangeReader(ben))
        #expect(try await ana.receives { try await ben.shares(false, with: scene.group) } == ["group"])
        #expect(try await anas.changesOfGroups() == ["board moved"])
        #expect(try await bens.changes().compactMap(\.group?.isSharing) == [false])
        // Doing it again changes nothing.
        #expect(try await ben.receives { try await ben.shares(false, with: scene.group) } == [])
        #expect(try await ana.receives { try await ben.plays(3) } == [])
        #expect(try await anas.changesOfGroups() == [])
        _ = try await bens.changes()
        #expect(try await ben.receives { try await ben.shares(true, with: scene.group) } == ["group"])
        #expect(try await anas.changesOfGroups() == ["board moved"])
        #expect(try await bens.changes().compactMap(\.group?.isSharing) == [true])
        #expect(try await ana.receives { try await ben.plays(4) } == ["score"])
        #expect(try await anas.changesOfGroups() == ["board moved"])
    }

    @Test(
        "a change of one group's board is not one of another with which the player does not share",
        .world, arguments: Implementation.allCases)
    func otherBoards(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await SharingScene(world)
        let (ana, ben) = (scene.ana, scene.ben)
        let other = try await ana.createsGroup("Pair", with: ben)
        try await ben.shares(false, with: scene.group)
        var app = try await ChangeReader(ana)
        try await ben.plays(1)
        #expect(try await app.changes().map(\.id) == [Change.ID(other.id.uuid)])
        try await ben.shares(true, with: scene.group)
        #expect(try await app.changes().map(\.id) == [Change.ID(scene.group.id.uuid)])
        try await ben.plays(2)
        #expect(Set(try await app.changes().map(\.id.uuid)) == [other.id.uuid, scene.group.id.uuid])
    }

    @Test(
        "of a member without scores, the others receive nothing", .world, arguments: Implementation.allCases)
    func unnoticed(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await SharingScene(world)
        let dan = try await world.person("dan")
        try await dan.joins(try await scene.ana.code(of: scene.group))
        try await dan.plays(3, .private)
        var app = try await ChangeReader(scene.ana)
        for isSharing in [false, true] {
            let received = try await scene.ana.receives {
                try await dan.shares(isSharing, with: scene.group)
            }
            #expect(received == [])
        }
        #expect(try await app.changesOfGroups() == [])
    }

    @Test(
        "members overtake and are overtaken only while they share", .world, arguments: Implementation.allCases
    )
    func overtaking(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let group = try await ana.createsGroup(with: ben, cem)
        try await ana.plays(4)
        try await ben.plays(5)
        try await ben.shares(false, with: group)
        try await ben.plays(1)
        #expect(try await ana.notified().contains("overtaken ben") == false)
        try await ben.plays(6)
        try await cem.plays(3)
        #expect(try await ana.notified().contains("overtaken cem"))
        #expect(try await ben.notified().contains("overtaken cem") == false)
        try await cem.shares(false, with: group)
        #expect(try await ana.notified().contains("overtaken cem") == false)
        #expect(try await ana.unread() == ana.inbox().items.count { !$0.isRead })
        try await cem.shares(true, with: group)
        #expect(try await ana.notified().contains("overtaken cem"))
        try await ana.shares(false, with: group)
        #expect(try await ana.notified().contains("overtaken cem") == false)
    }

    @Test(
        "results count members who share, for 48 hours after the end, and then stay",
        .world, arguments: Implementation.allCases)
    func seasons(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let scene = try await SharingScene(world, on: 2026_02_10)
        let (ana, ben) = (scene.ana, scene.ben)
        try await ben.shares(false, with: scene.group)
        try await world.closeWeek()
        let season = try #require(
            try await ana.services.seasons(of: scene.group.id, kind: .week, .whole).items.first)
        func results() async throws -> [String] {
            try await world.closeSeasons()
            let rows = try await ana.services.season(season.id).rows
            return rows.map { "\($0.rank) \($0.person.username)" }
        }
        #expect(try await results() == ["1 ana", "2 cem"])
        try await ben.shares(true, with: scene.group)
        #expect(try await results() == ["1 ana", "2 ben", "3 cem"])
        try await ben.shares(false, with: scene.group)
        #expect(try await results() == ["1 ana", "2 cem"])
        #expect(try await ben.services.season(season.id).me == nil)
        // A late score of a member who does not share reopens nothing.
        var app = try await ChangeReader(ana)
        try await ben.plays(1, on: 2026_02_11)
        #expect(try await results() == ["1 ana", "2 cem"])
        #expect(try await app.summaries() == [])
        try await ben.shares(true, with: scene.group)
        #expect(try await results() == ["1 ben", "2 ana", "3 cem"])
        world.clock.advance(days: 2)
        try await world.closeSeasons()
        try await ben.shares(false, with: scene.group)
        #expect(try await results() == ["1 ben", "2 ana", "3 cem"])
        #expect(try await ana.services.season(season.id).season.state == .final)
    }

    @Test(
        "a week in which no one else scored has results once the member shares",
        .world, arguments: Implementation.allCases)
    func emptySeason(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let (ana, ben) = try await world.people("ana", "ben")
        let group = try await ana.createsGroup(with: ben)
        try await ben.plays(2, on: 2026_02_10)
        try await ben.shares(false, with: group)
        world.clock.advance(to: try day(2026_02_15).endEverywhere)
        func seasons() async throws -> [Season] {
            try await world.closeSeasons()
            return try await ana.seasons(of: group)
        }
        #expect(try await seasons() == [])
        for isSharing in [true, false] { try await ben.shares(isSharing, with: group) }
        #expect(try await seasons() == [], "it was never closed")
        try await ben.shares(true, with: group)
        let season = try #require(try await seasons().first)
        #expect(try await ana.services.season(season.id).rows.map(\.person.username) == ["ben"])
    }

    @Test(
        "the feed of a group has nothing of members who do not share", .world,
        arguments: Implementation.allCases)
    func feed(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await SharingScene(world)
        let (ana, ben) = (scene.ana, scene.ben)
        try await world.befriend(ana, ben)
        try await ben.publishes("2000m", .friends)
        try await ana.publishes("5000m", .friends)
        try await ben.shares(false, with: scene.group)
        for window in [FeedQuery.Window?.none, .recent] {
            let query = FeedQuery(window: window, group: scene.group.id)
            #expect(try await ana.feedTitles(query) == ["5000m"])
            #expect(try await ben.feedTitles(query) == ["5000m", "2000m"])
        }
        #expect(try await ana.feedTitles(FeedQuery(person: ben.reference, group: scene.group.id)) == [])
        #expect(try await ana.feedTitles() == ["5000m", "2000m"])
        try await ben.shares(true, with: scene.group)
        #expect(try await ana.feedTitles(FeedQuery(group: scene.group.id)) == ["5000m", "2000m"])
    }

    @Test(
        "a member who plays without sharing looks like one who keeps scores private",
        arguments: Implementation.allCases)
    func twins(_ implementation: Implementation) async throws {
        let (quiet, silent) = (Observations(), Observations())
        for (observations, isQuiet) in [(quiet, true), (silent, false)] {
            try await implementation.run { world in
                world.clock.advance(days: -20)
                let (ana, ben) = try await world.people("ana", "ben")
                let group = try await ana.createsGroup(with: ben)
                if isQuiet { try await ben.shares(false, with: group) }
                var app = try await ChangeReader(ana)
                try await ana.plays(3, on: 2026_02_10)
                for guesses in [6, 4, 1] {
                    let received = try await ana.receives {
                        try await ben.plays(guesses, on: 2026_02_10, isQuiet ? .groups : .private)
                    }
                    await observations.add(received)
                    await observations.add(try await app.summaries())
                }
                await observations.add(try await ana.standings(.group(group.id), on: 2026_02_10))
                await observations.add(try await ana.notified())
                try await world.closeWeek()
                let page = try await ana.services.seasons(of: group.id, kind: nil, .whole)
                for season in page.items {
                    let rows = try await ana.services.season(season.id).rows
                    await observations.add(rows.map { "\($0.rank) \($0.person.username) \($0.points)" })
                }
                try await ben.plays(2, on: 2026_02_11, isQuiet ? .groups : .private)
                try await world.closeSeasons()
                await observations.add(try await app.summaries())
            }
        }
        let (found, expected) = (await quiet.lines, await silent.lines)
        #expect(found == expected)
        #expect(expected.contains(["1 ana 4"]))
    }
}

private actor Observations {
    private(set) var lines: [[String]] = []

    func add(_ line: [String]) { lines.append(line) }
}

/// Ana's group. She has 6 points, Ben 5 and Cem 4. They are not friends.
private struct SharingScene: Sendable {
    let ana, ben, cem: Member
    let group: LeaderboardGroup

    init(_ world: World, on number: Int = 2026_03_01) async throws {
        (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        group = try await ana.createsGroup(with: ben, cem)
        for member in [ana, ben, cem] {
            _ = try await member.services.update(AccountChanges(privacyLevel: .public), ifMatch: nil)
            _ = try await member.services.update(SettingsChanges(showOnLeaderboards: true))
        }
        for (member, guesses) in [(ana, 1), (ben, 2), (cem, 3)] {
            try await member.plays(guesses, on: number)
        }
    }
}

extension ChangeReader {
    /// The changes without those of the account, whose settings tests of streams change.
    fileprivate mutating func changesOfGroups() async throws -> [String] {
        try await summaries().filter { !$0.hasPrefix("account") && !$0.hasPrefix("settings") }
    }
}

extension Member {
    @discardableResult
    fileprivate func shares(_ isSharing: Bool, with group: LeaderboardGroup) async throws -> LeaderboardGroup
    {
        clock.tick()
        return try await services.setSharing(isSharing, with: group.id)
    }
}
