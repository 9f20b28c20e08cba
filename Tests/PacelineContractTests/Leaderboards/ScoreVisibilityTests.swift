import Foundation
import Paceline
import PacelineDatabase
import Testing

@Suite("Visibility of scores", .timeLimit(.minutes(10)))
struct ScoreVisibilityTests {
    @Test(
        "a score without a visibility gets the default one, and a later default leaves it as it is", .world,
        arguments: Implementation.withHybrid, ScoreVisibility.allCases)
    func defaultVisibility(_ implementation: Implementation, _ visibility: ScoreVisibility) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        #expect(try await ana.plays(3, nil).visibility == .friends)
        let settings = try await ana.sets(SettingsChanges(scoreVisibility: visibility))
        #expect(settings.scoreVisibility == visibility && settings.hasChosenScoreVisibility)
        #expect(try await ana.plays(20, in: .mini, nil).visibility == visibility)
        let imported = try await ana.services.importScores("Queens #300 | 0:45")
        #expect(imported.map(\.score?.visibility) == [visibility])
        #expect(try await ana.plays(0, in: .connections, .private).visibility == .private)
        #expect(try await ana.plays(4, nil).visibility == .friends)
        let stored = try await ana.services.scores(of: .me, from: nil, to: nil, .whole).items
        #expect(stored.first { $0.game == .wordle }?.visibility == .friends)
        #expect(stored.first { $0.game == .mini }?.visibility == visibility)
    }

    @Test(
        "new people start with the community's default, minors and people of unknown age with at most friends"
    )
    func communityDefault() async throws {
        for visibility in [ScoreVisibility.groups, .public] {
            let ofMinors = min(visibility, .friends)
            try await Implementation.engineInMemory.run(configuring: { $0.scoreVisibility = visibility }) {
                world in
                let ana = try await world.person("ana")
                #expect(try await ana.services.settings().scoreVisibility == visibility)
                #expect(try await ana.services.settings().hasChosenScoreVisibility)
                #expect(try await ana.plays(3, nil).visibility == visibility)
                let newcomer = try await world.newcomer()
                #expect(try await newcomer.services.settings().scoreVisibility == ofMinors)
                let adult = try await newcomer.services.update(
                    AccountChanges(birthDate: try day(1990_05_17)), ifMatch: nil)
                #expect(adult.settings.scoreVisibility == visibility)
                for birthDate in [2011_06_01, 2018_06_01] {
                    let minor = try await world.person("minor_\(birthDate)", born: birthDate)
                    #expect(try await minor.services.settings().scoreVisibility == ofMinors)
                    #expect(try await minor.plays(3, nil).visibility == ofMinors)
                }
            }
        }
    }

    @Test(
        "a private score that an older server wrote counts nowhere, also when it is replaced or deleted",
        .world,
        arguments: Implementation.withHybrid)
    func olderServers(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.plays(4, in: .mini)
        for day in [2026_02_27, 2026_02_28] { try await ana.plays(3, on: day, .private) }
        // Older servers leave the column to its default.
        try await world.database.write { connection in
            try connection.send("UPDATE scores SET counts = 2 WHERE visibility = 0")
        }
        let before = try await ana.standings(.global, .all, game: nil)
        try await ana.plays(2, on: 2026_02_27, .private)
        try await ana.services.deleteScore(in: .wordle, on: try day(2026_02_28))
        #expect(try await ana.standings(.global, .all, game: nil) == before)
    }

    @Test(
        "only the owner sees a score for groups, and only boards of groups count it", .world,
        arguments: Implementation.withHybrid)
    func groups(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
        try await world.befriend(ana, ben)
        try await ivo.follows(ana)
        let group = try await ana.createsGroup("Crew", with: ben, eva)
        let scope = LeaderboardScope.group(group.id)
        let score = try await ana.plays(3, .groups)
        for member in [ben, eva, ivo] {
            await expectError(.itemNotFound) { try await member.services.item(score.id) }
            let seen = try await member.services.scores(of: ana.reference, from: nil, to: nil, .whole).items
            #expect(seen == [])
            #expect(try await member.services.feed(FeedQuery(), .whole).items == [])
            #expect(try await member.streak(of: ana).current == 0)
            #expect(try await member.standings(.global) == [])
        }
        let item = try await ana.services.item(score.id)
        #expect(item.visibility == .private && item.score?.visibility == .groups)
        #expect(try await ana.streak().current == 1)
        let row = try #require(try await eva.board(scope).rows.first)
        #expect(row.inShort == "1 ana 4" && row.result == "3 guesses")
        #expect(try await ana.board(scope).me?.points == 4)
        for member in [ana, ben] { #expect(try await member.standings(.friends) == []) }

        try await ana.plays(3, .friends)
        #expect(try await ben.services.item(score.id).score?.points == 4)
        await expectError(.itemNotFound) { try await eva.services.item(score.id) }
        let boards = [scope, .friends, .global]
        for board in boards { #expect(try await ben.standings(board) == ["1 ana 4"]) }

        try await ana.plays(3, .private)
        for board in boards { #expect(try await ana.standings(board) == []) }
    }

    @Test(
        "members of the groups receive a change of the board, and no one else a change of the score", .world,
        arguments: Implementation.withHybrid)
    func changes(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await player(in: world)
        var (own, member, friend) = (
            try await ChangeReader(ana), try await ChangeReader(ben), try await ChangeReader(eva)
        )
        try await ana.plays(3, .groups)
        let mine = try await own.summaries()
        #expect(Set(mine) == ["item 3 guesses", "board moved"])
        #expect(try await member.summaries() == ["board moved"])
        #expect(try await friend.summaries() == [])
        try await ana.plays(3, .friends)
        #expect(try await member.summaries() == ["board moved"])
        #expect(try await friend.summaries() == ["item 3 guesses"])
        try await ana.plays(3, .groups)
        #expect(try await member.summaries() == ["board moved"])
        #expect(try await friend.summaries() == ["item gone"])
        try await ana.plays(3, .private)
        #expect(try await member.summaries() == ["board moved"])
        try await ana.plays(2, .private)
        #expect(try await member.summaries() == [])
        try await ana.plays(2, .groups)
        #expect(try await member.summaries() == ["board moved"])
        try await ana.services.deleteScore(in: .wordle, on: try day(2026_03_01))
        #expect(try await member.summaries() == ["board moved"])
        #expect(try await friend.summaries() == [])
    }

    @Test(
        "streams deliver a score for groups to their members, and the loss of one to friends", .world,
        arguments: Implementation.withHybrid)
    func streams(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await player(in: world)
        #expect(try await ben.receives { try await ana.plays(5, .groups) } == ["score"])
        #expect(try await eva.receives { try await ana.plays(4, .groups) } == [])
        #expect(try await ana.receives { try await ana.plays(3, .groups) } == ["item wordle"])
        #expect(try await eva.receives { try await ana.plays(3, .friends) } == ["item wordle"])
        #expect(try await eva.receives { try await ana.plays(3, .groups) } == ["item removed"])
        #expect(try await ben.receives { try await ana.plays(3, .private) } == ["score"])
        #expect(try await ben.receives { try await ana.plays(2, .private) } == [])
    }

    @Test(
        "a score for groups overtakes in groups only, and subscribers are not notified of it", .world,
        arguments: Implementation.withHybrid)
    func notifications(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        for friend in [ana, eva] { try await world.befriend(friend, ben) }
        _ = try await ana.services.follow(ben.reference, notifications: true)
        let crew = try await ana.createsGroup("Crew", with: ben)
        for member in [ana, eva] { try await member.readsAll() }
        let (old, evas) = (try await ana.notified(), try await eva.notified())
        try await ana.plays(4, .groups)
        try await eva.plays(4, .friends)
        try await ben.plays(3, .groups)
        #expect(try await ana.notified() == ["overtaken ben"] + old)
        #expect(try await ana.inbox().items.first?.group?.id == crew.id)
        #expect(try await eva.notified() == evas)
        try await ben.plays(3, .friends)
        #expect(try await eva.notified() == ["overtaken ben"] + evas)
        #expect(try await eva.inbox().items.first?.group == nil)
        try await ben.plays(3, .groups)
        #expect(try await eva.notified() == evas)
        #expect(try await ana.notified().contains("overtaken ben"))
        try await ben.plays(3, .private)
        #expect(try await ana.notified() == old)
    }

    @Test(
        "a score for groups counts while its owner is a member: not after leaving, and again after returning",
        .world, arguments: Implementation.withHybrid)
    func leaving(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        let (crew, pair) = (
            try await ana.createsGroup("Crew", with: ben), try await eva.createsGroup("Pair", with: ben)
        )
        let (left, kept) = (LeaderboardScope.group(crew.id), LeaderboardScope.group(pair.id))
        try await ben.plays(3, .groups)
        #expect(try await ana.standings(left) == ["1 ben 4"])
        try await ben.leaves(crew)
        #expect(try await ana.standings(left) == [])
        await expectError(.groupNotFound) { try await ben.board(left) }
        #expect(try await eva.standings(kept) == ["1 ben 4"])

        var (anas, evas) = (try await ChangeReader(ana), try await ChangeReader(eva))
        try await ben.plays(2, .groups)
        #expect(try await anas.summaries() == [])
        #expect(try await evas.summaries() == ["board moved"])
        #expect(try await ana.receives { try await ben.plays(1, .groups) } == [])
        #expect(try await ana.standings(left) == [])
        #expect(try await eva.standings(kept) == ["1 ben 6"])
        try await ben.joins(try await ana.code(of: crew))
        #expect(try await ana.standings(left) == ["1 ben 6"])
    }

    @Test(
        "reactions to a score that is for groups now are its owner's only, and come back with it", .world,
        arguments: Implementation.withHybrid)
    func reactions(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        try await world.befriend(ana, ben)
        _ = try await ana.createsGroup("Crew", with: ben, eva)
        let score = try await ana.plays(3, .friends)
        _ = try await ben.services.giveKudos(to: score.id, big: true)
        let comment = try await ben.services.comment(CommentDraft(text: "Sharp"), on: score.id)
        let reply = try await ana.services.comment(
            CommentDraft(text: "Thanks", parent: comment.id), on: score.id)
        #expect(try await ben.notified().contains("reply ana"))

        try await ana.plays(3, .groups)
        for member in [ben, eva] {
            let services = member.services
            await expectError(.itemNotFound) { try await services.kudos(of: score.id, .whole) }
            await expectError(.itemNotFound) { try await services.comments(on: score.id, .whole) }
            await expectError(.itemNotFound) { try await services.giveKudos(to: score.id, big: false) }
            await expectError(.itemNotFound) { try await services.withdrawKudos(from: score.id) }
            await expectError(.itemNotFound) {
                try await services.comment(CommentDraft(text: "Again"), on: score.id)
            }
            await expectError(.commentNotFound) { try await services.giveHeart(to: reply.id) }
            await expectError(.commentNotFound) { try await services.hearts(of: reply.id, .whole) }
            await expectError(.commentNotFound) {
                try await services.edit(comment.id, text: "Changed", ifMatch: nil)
            }
            await expectError(.commentNotFound) { try await services.deleteComment(comment.id) }
        }
        #expect(try await !ben.notified().contains("reply ana"))
        let later = CommentDraft(text: "Later")
        #expect(
            try await ben.receives(watching: [score.id]) {
                _ = try await ana.services.comment(later, on: score.id)
            } == [])
        #expect(try await ana.services.kudos(of: score.id, .whole).items.map(\.person.id) == [ben.id])

        try await ana.plays(3, .friends)
        for member in [ana, ben] {
            let item = try await member.services.item(score.id)
            #expect(item.kudosCount == 1 && item.commentCount == 3 && item.hasKudos == (member.id == ben.id))
            let comments = try await member.services.comments(on: score.id, .whole).items
            #expect(Set(comments.map(\.text)) == ["Sharp", "Thanks", "Later"])
        }
    }

    @Test("scores for groups count in seasons", .world, arguments: Implementation.withHybrid)
    func seasons(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let (ana, ben) = try await world.people("ana", "ben")
        let group = try await ana.createsGroup(with: ben)
        try await ana.plays(3, on: 2026_02_10, .groups)
        try await ben.plays(4, on: 2026_02_10, .friends)
        try await world.closeWeek()
        let season = try #require(try await ana.seasons(of: group).first)
        #expect(try await ben.services.season(season.id).rows.map(\.person.username) == ["ana", "ben"])
    }

    @Test(
        "the global board counts every score for friends or more of a public profile", .world,
        arguments: Implementation.withHybrid, ScoreVisibility.allCases)
    func globalBoard(_ implementation: Implementation, _ visibility: ScoreVisibility) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ana.plays(3, visibility)
        let expected = visibility < .friends ? [] : ["1 ana 4"]
        for range in [LeaderboardRange.today, .sevenDays, .week, .month, .all] {
            #expect(try await ben.standings(.global, range) == expected)
        }
        // Rebuilding the standings agrees with publishing.
        for isShown in [false, true] { try await ana.sets(SettingsChanges(showOnLeaderboards: isShown)) }
        #expect(try await ben.standings(.global, .all) == expected)
        try await ana.chooses(.friends)
        #expect(try await ben.standings(.global, .all) == [])
    }

    /// A player, a member of her group who is no friend, and a friend who is not in the group.
    private func player(in world: World) async throws -> (ana: Member, member: Member, friend: Member) {
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        try await world.befriend(ana, eva)
        _ = try await ana.createsGroup("Crew", with: ben)
        return (ana, ben, eva)
    }
}
