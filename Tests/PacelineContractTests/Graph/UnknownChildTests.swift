import Foundation
import Paceline
import Testing

/// The clock starts on 1 March 2026.
@Suite("Children among the friends and kudos of others")
struct UnknownChildTests {
    @Test(
        "lists of friends and followers leave out children whom the reader does not know", .world,
        arguments: Implementation.allCases)
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
        arguments: Implementation.allCases)
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
        "kudos and hearts of a child are named to friends only, and counted for all", .world,
        arguments: Implementation.allCases)
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
        "kudos and hearts of a child notify friends only", .world, arguments: Implementation.allCases)
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
