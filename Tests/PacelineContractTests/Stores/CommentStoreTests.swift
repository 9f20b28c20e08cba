import Foundation
import Paceline
import PacelineClient
import Testing

@Suite("Stores: comments", .timeLimit(.minutes(5)))
@MainActor struct CommentStoreTests {
    @Test("comments are posted, edited, given hearts and deleted", .world, arguments: Implementation.allCases)
    func verbs(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let workout = try await ben.publishes()
        let comments = Comments(ana.services, on: workout.id.item)
        await comments.refresh()
        #expect(comments.phase == .empty)
        let first = try await comments.post("  Well rowed! ")
        world.clock.tick()
        let reply = try await comments.post("Again?", replyingTo: first.id)
        #expect(comments.items == [first, reply] && !comments.isSending(first.id))
        #expect(try await comments.toggleHeart(of: first.id) == Tally(count: 1, mine: true))
        #expect(try await comments.edit(first.id, text: "Very well rowed!").text == "Very well rowed!")
        #expect(try await all(of: ana, on: workout) == comments.items)
        #expect(try await comments.toggleHeart(of: first.id) == Tally(count: 0, mine: false))
        // With a reply, its place stays; without, both go.
        try await comments.delete(first.id)
        #expect(comments.items.map(\.isDeleted) == [true, false])
        #expect(try await all(of: ana, on: workout).map(\.isDeleted) == [true, false])
        try await comments.delete(reply.id)
        #expect(comments.items.isEmpty)
        #expect(try await all(of: ana, on: workout).isEmpty)
    }

    @Test("an invalid text is refused before it is sent", .world, arguments: Implementation.allCases)
    func invalid(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let workout = try await ana.publishes()
        let comments = Comments(ana.services, on: workout.id.item)
        await comments.refresh()
        await expectRefusal(.invalidValue, field: "text") { try await comments.post("  ") }
        #expect(comments.problem?.code == .invalidValue)
        #expect(comments.items.isEmpty)
    }

    @Test(
        "own comments stand at the end, also before all pages are read", .world,
        arguments: Implementation.allCases)
    func ownAtEnd(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let workout = try await ana.publishes()
        for index in 0..<5 { try await ana.comments("\(index)", on: workout) }
        let comments = Comments(ana.services, on: workout.id.item, pageSize: 2)
        await comments.refresh()
        world.clock.tick()
        try await comments.post("mine")
        #expect(comments.items.map(\.text) == ["0", "1", "mine"])
        while comments.hasMore { await comments.loadMore() }
        #expect(comments.items.map(\.text) == ["0", "1", "2", "3", "4", "mine"])
    }

    @Test(
        "live events add, change and remove comments, none twice", .world, arguments: Implementation.allCases)
    func live(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let workout = try await ana.publishes()
        let comments = Comments(ana.services, on: workout.id.item)
        try await following([comments], as: ana) {
            let comment = try await ben.comments("Well rowed!", on: workout)
            await eventually { comments.items.map(\.id) == [comment.id] }
            world.clock.tick()
            let own = try await comments.post("Thanks!")
            try await ben.hearts(own)
            await eventually { comments.items.last?.heartCount == 1 }
            #expect(comments.items.map(\.id) == [comment.id, own.id])
            try await ben.services.deleteComment(comment.id)
            await eventually { comments.items.map(\.id) == [own.id] }
            try await ana.services.deleteWorkout(workout.id)
            await eventually { comments.phase != .loaded }
            #expect(comments.items.isEmpty)
        }
    }

    private func all(of member: Member, on workout: Workout) async throws -> [Paceline.Comment] {
        try await member.services.comments(on: workout.id.item, .whole).items
    }
}
