import Foundation
import Paceline
import Testing

/// The clock starts on 1 March 2026.
@Suite("Children among the friends and kudos of others")
struct UnknownChildTests {
    @Test(
        "lists of friends and followers leave out children whom the reader does not know", .world,
        arguments: Implementation.withHybrid)
    func lists(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        try await world.befriend(scene.ana, scene.pat)
        let read = { (reader: Member) async throws -> [Set<String>] in
            [
                Set(try await reader.friends(of: scene.pat)), Set(try await reader.followers(of: scene.pat)),
                Set(try await reader.following(of: scene.pat)),
            ]
        }
        for reader in [scene.stranger, scene.ana] {
            #expect(try await read(reader) == [["ana"], ["ana"], ["ana"]], "\(reader.username)")
        }
        try await world.befriend(scene.ana, scene.child)
        for reader in [scene.pat, scene.child, scene.ana] {
            let everyone: Set = ["ana", "child"]
            #expect(try await read(reader) == [everyone, everyone, everyone], "\(reader.username)")
        }
    }

    @Test(
        "only friends see the picture of a child and the number of their friends", .world,
        arguments: Implementation.withHybrid)
    func card(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        _ = try await scene.child.services.setAvatar(Pictures.plain)
        let (unknown, known) = (
            try await scene.stranger.sees(scene.child), try await scene.pat.sees(scene.child)
        )
        #expect(unknown.displayName == known.displayName)
        #expect(unknown.friendCount == 0 && unknown.avatarURL == nil)
        #expect(known.friendCount == 1 && known.avatarURL != nil)
        await expectError(.photoNotFound) {
            try await scene.stranger.services.avatar(of: scene.child.reference)
        }
        for reader in [scene.pat, scene.child] {
            #expect(
                try await reader.services.avatar(of: scene.child.reference).bytes == Pictures.plain)
        }
    }

    @Test(
        "a child's card does not reveal that a friend of the child has blocked the reader", .world,
        arguments: Implementation.withHybrid)
    func friendWhoBlocks(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        let code = try await scene.child.services.friendCode().code
        try await scene.pat.blocks(scene.stranger)
        let sent = try await scene.stranger.services.request(RequestDraft(to: .code(code)))
        #expect(sent.to.username == "child" && sent.to.friendCount == 0)
        let requests = try await scene.stranger.services.requests(.outgoing, kind: nil, .whole).items
        #expect(requests.map(\.to.friendCount) == [0])
    }

    @Test(
        "kudos and hearts of a child are named to friends only, and counted for all", .world,
        arguments: Implementation.withHybrid)
    func reactions(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        let workout = try await scene.pat.publishes("Row", .public)
        let item = workout.id.item
        let comment = try await scene.pat.comments("Windy", on: workout)
        let (strangerListens, patListens) = (
            try await scene.stranger.listens(watching: [item]), try await scene.pat.listens()
        )
        try await scene.child.givesKudos(to: workout)
        #expect(try await scene.pat.receives(on: patListens) == ["kudos 1"])
        #expect(try await scene.stranger.receives(on: strangerListens) == [])
        try await scene.child.hearts(comment)
        let lists: [(reader: Member, named: [String])] = [
            (scene.stranger, []), (scene.pat, ["child"]), (scene.child, ["child"]),
        ]
        for (reader, named) in lists {
            let kudos = try await reader.services.kudos(of: item, .whole).items
            #expect(kudos.map(\.person.username) == named, "\(reader.username)")
            let hearts = try await reader.services.hearts(of: comment.id, .whole).items
            #expect(hearts.map(\.username) == named, "\(reader.username)")
            #expect(try await reader.card(of: workout).kudosCount == 1)
        }
        world.clock.advance(days: 1)
        #expect(try await scene.stranger.services.kudos(of: item, .whole).items.count == 1)
        #expect(try await scene.stranger.friends(of: scene.pat) == ["child"])
    }

    @Test(
        "kudos and hearts of a child notify friends only", .world, arguments: Implementation.withHybrid)
    func notifications(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        for owner in [scene.stranger, scene.pat] {
            let workout = try await owner.publishes("Row", .public)
            let comment = try await owner.comments("Windy", on: workout)
            try await scene.child.givesKudos(to: workout)
            // A child does not see comments by strangers.
            if owner.id == scene.pat.id { try await scene.child.hearts(comment) }
        }
        let reactions = { (member: Member) in
            try await member.notified().filter { $0.hasPrefix("heart") || $0.hasPrefix("kudos") }
        }
        #expect(try await reactions(scene.stranger) == [])
        #expect(try await reactions(scene.pat) == ["heart child", "kudos child"])
    }

    @Test(
        "a child's heart and kudos are announced to friends only", .world,
        arguments: Implementation.withHybrid)
    func hearts(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        let workout = try await scene.stranger.publishes("Row", .public)
        let comment = try await scene.pat.comments("Windy", on: workout)
        let stranger = try await scene.stranger.listens(watching: [workout.id.item])
        let pat = try await scene.pat.listens(watching: [workout.id.item])
        var (copy, patCopy) = (try await ChangeReader(scene.stranger), try await ChangeReader(scene.pat))
        try await scene.child.hearts(comment)
        try await scene.child.givesKudos(to: workout)
        #expect(try await scene.stranger.receives(on: stranger) == [])
        let told = try await copy.changes().filter {
            [workout.id.item.uuid, comment.id.uuid].contains($0.id.uuid)
        }
        #expect(told == [])
        #expect(try await scene.pat.receives(on: pat).isEmpty == false)
        #expect(Set(try await patCopy.changes().map(\.kind)).isSuperset(of: [.item, .comment]))
    }

    @Test(
        "a child who follows an adult is counted, but not named to them until they are 13", .world,
        arguments: Implementation.withHybrid, Following.allCases)
    func following(_ implementation: Implementation, _ following: Following) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        let (ana, child) = (scene.ana, scene.child)
        let (listener, own) = (try await ana.listens(), try await child.listens())
        var (copy, ownCopy) = (try await ChangeReader(ana), try await ChangeReader(child))
        try await following.takesPlace(of: ana, by: child)
        #expect(try await child.relationship(to: ana) == .following)
        #expect(try await child.following(of: child) == ["ana", "pat"])
        #expect(try await child.receives(on: own) == ["relationship"])
        #expect(try await ownCopy.summaries().contains("edge ana following"))

        #expect(try await ana.services.me().followerCount == 1)
        #expect(try await ana.sees(ana).followerCount == 1)
        #expect(try await ana.followers(of: ana) == [])
        #expect(try await ana.relationship(to: child) == .notFriends)
        #expect(try await ana.notified() == [])
        #expect(try await ana.unread() == 0)
        #expect(try await ana.receives(on: listener) == [])
        #expect(try await copy.changes().filter { $0.kind == .edge } == [])

        // Otherwise, removing the child would reveal whether they follow.
        try await ana.services.removeFollower(child.reference)
        #expect(try await child.relationship(to: ana) == .following)
        #expect(try await ana.services.me().followerCount == 1)
        try await child.services.unfollow(ana.reference)
        #expect(try await ana.receives(on: listener) == [])
        #expect(try await copy.changes().filter { $0.kind == .edge } == [])
        try await following.takesPlace(of: ana, by: child)
        world.clock.advance(days: 1)
        #expect(try await ana.followers(of: ana) == ["child"])
        #expect(try await ana.relationship(to: child) == .followedBy)
        try await child.services.unfollow(ana.reference)
        #expect(try await ana.receives(on: listener) == ["relationship"])
    }

    @Test(
        "a child who blocks an adult whom they follow is not named to them", .world,
        arguments: Implementation.withHybrid)
    func blocking(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        try await scene.child.follows(scene.ana)
        let listener = try await scene.ana.listens()
        var copy = try await ChangeReader(scene.ana)
        try await scene.child.blocks(scene.ana)
        #expect(try await scene.ana.services.me().followerCount == 0)
        #expect(try await scene.ana.receives(on: listener) == [])
        #expect(try await copy.changes().filter { $0.kind == .edge } == [])
    }

    @Test(
        "a follower who turns out to be a child is no longer named", .world,
        arguments: Implementation.withHybrid)
    func becomingKnown(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let kid = try await world.ageless("kid")
        try await kid.follows(ana)
        var copy = try await ChangeReader(ana)
        #expect(try await ana.followers(of: ana) == ["kid"])
        #expect(try await ana.notified() == ["newFollower kid"])
        try await kid.services.unfollow(ana.reference)
        try await kid.follows(ana)
        _ = try await kid.services.update(AccountChanges(birthDate: try day(2016_01_01)), ifMatch: nil)
        #expect(try await ana.followers(of: ana) == [])
        #expect(try await ana.services.me().followerCount == 1)
        #expect(try await ana.notified() == [])
        #expect(try await ana.unread() == 0)
        // The device has not yet been sent the second following.
        #expect(try await copy.changes().filter { $0.kind == .edge } == [])
    }

    @Test(
        "a friendship with a child who follows begins and ends for both", .world,
        arguments: Implementation.withHybrid)
    func befriending(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        let (ana, child) = (scene.ana, scene.child)
        try await child.follows(ana)
        var copy = try await ChangeReader(ana)
        try await world.befriend(ana, child)
        #expect(try await ana.followers(of: ana) == ["child"])
        #expect(try await copy.summaries().contains("edge child friends"))
        #expect(
            try await ana.receives { try await child.services.unfollow(ana.reference) } == ["relationship"])
        #expect(try await ana.relationship(to: child) == .notFriends)
        #expect(try await copy.summaries().contains("edge child notFriends"))
    }
}

extension UnknownChildTests {
    /// The calls that follow an adult who does not approve followers.
    enum Following: CaseIterable, Sendable {
        case follow, request

        func takesPlace(of adult: Member, by child: Member) async throws {
            switch self {
            case .follow: try await child.follows(adult)
            case .request: try await child.asks(adult, kind: .follow)
            }
        }
    }
}

/// A child who turns 13 tomorrow, their friend Pat, and Ana and a stranger who do not know the child.
private struct Scene: Sendable {
    let ana, pat, stranger, child: Member

    init(_ world: World) async throws {
        (ana, pat, stranger) = try await world.people("ana", "pat", "stranger")
        child = try await world.person("child", born: 2013_03_02)
        try await world.befriend(pat, child)
    }
}
