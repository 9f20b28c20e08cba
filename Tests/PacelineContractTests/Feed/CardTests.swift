import Paceline
import PacelineDatabase
import Testing

@testable import PacelineEngine

@Suite("Feed cards")
struct CardTests {
    @Test("a card includes everything it shows", arguments: Implementation.withHybrid)
    func whole(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            _ = try await ana.services.setAvatar(Pictures.plain)
            try await ben.follows(ana)
            let workout = try await ana.publishes("2000m", .public)
            try await ben.givesKudos(to: workout)
            try await eva.givesKudos(to: workout)
            try await eva.comments("First", on: workout)
            let latest = try await ben.comments("Second", on: workout)
            _ = try await ben.services.giveHeart(to: latest.id)

            let card = try #require(try await ben.services.feed(FeedQuery(), .whole).items.first)
            #expect(card.id == workout.id.item)
            #expect(card.content.kind == .workout)
            #expect(card.at == workout.startedAt)
            #expect(card.author.id == ana.id)
            #expect(card.author.displayName == "Ana")
            #expect(card.author.avatarURL != nil)
            #expect(card.visibility == .public)
            var shown = workout
            shown.experience = nil
            #expect(card.workout == shown)
            #expect(card.kudosCount == 2)
            #expect(card.hasKudos)
            #expect(card.commentCount == 2)
            #expect(card.latestComment?.id == latest.id)
            #expect(card.latestComment?.author?.username == "ben")
            #expect(card.latestComment?.heartCount == 1)
            #expect(card.latestComment?.hasHeart == true)
            #expect(try await ben.card(of: workout) == card)
        }
    }

    /// Not with a device, whose pages are full: it does not keep such items.
    @Test("an item kind of a newer version is skipped", arguments: Implementation.allCases)
    func unknownKind(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ben, ana)
            let known = try await ana.publishes("known")
            let unknown = try await ana.publishes("unknown")
            try await world.database.write { connection in
                try connection.send("UPDATE items SET kind = 'fromTheFuture' WHERE id = \(unknown.id)")
            }
            for query in [FeedQuery(), FeedQuery(window: .recent), FeedQuery(person: ana.reference)] {
                #expect(try await ben.services.feed(query, .whole).items.map(\.id) == [known.id.item])
            }
            #expect(try await ben.services.feed(FeedQuery(), PageRequest(limit: 1)).items == [])
            await expectError(.itemNotFound) { _ = try await ben.card(of: unknown) }
        }
    }

    @Test(
        "an item kind of a newer version takes no reactions", .world, arguments: Implementation.withHybrid)
    func unknownKindReactions(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let item = try await ana.publishes()
        try await ben.givesKudos(to: item)
        let comment = try await ben.comments("Nice", on: item)
        let token = try await ana.services.changes(since: nil, limit: 10).next
        _ = try await ben.services.edit(comment.id, text: "Very nice", ifMatch: nil)
        #expect(try await ana.services.notifications(.whole).items.count == 2)
        try await world.database.write { connection in
            try connection.send("UPDATE items SET kind = 'fromTheFuture' WHERE id = \(item.id)")
        }
        let eva = try await world.person("eva")
        await expectError(.itemNotFound) { try await eva.givesKudos(to: item) }
        await expectError(.itemNotFound) { _ = try await ben.services.withdrawKudos(from: item.id.item) }
        await expectError(.itemNotFound) {
            _ = try await ben.services.kudos(of: item.id.item, PageRequest())
        }
        await expectError(.itemNotFound) { try await eva.comments("Hello", on: item) }
        await expectError(.commentNotFound) {
            _ = try await ben.services.edit(comment.id, text: "Changed", ifMatch: nil)
        }
        await expectError(.commentNotFound) { try await ben.services.deleteComment(comment.id) }
        await expectError(.commentNotFound) { _ = try await eva.services.giveHeart(to: comment.id) }
        #expect(try await ana.services.notifications(.whole).items == [])
        #expect(try await ana.services.changes(since: token, limit: 10).changes.compactMap(\.comment) == [])
        try await world.database.write { connection in
            try connection.send("UPDATE items SET kind = 'workout' WHERE id = \(item.id)")
        }
        #expect(try await ana.card(of: item).kudosCount == 1)
        #expect(try await ana.card(of: item).latestComment?.text == "Very nice")
    }

    @Test("a card depends on its viewer", arguments: Implementation.withHybrid)
    func perReader(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            try await ben.givesKudos(to: workout)
            #expect(try await ben.card(of: workout).hasKudos)
            #expect(try await !ana.card(of: workout).hasKudos)
            #expect(try await ana.card(of: workout).kudosCount == 1)
        }
    }

    @Test("the latest comment is the latest one that was not deleted", arguments: Implementation.withHybrid)
    func latestComment(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            #expect(try await ana.card(of: workout).latestComment == nil)
            let first = try await ana.comments("First", on: workout)
            let second = try await ana.comments("Second", on: workout)
            try await ana.services.deleteComment(second.id)
            #expect(try await ana.card(of: workout).latestComment == first)
            try await ana.services.deleteComment(first.id)
            #expect(try await ana.card(of: workout).latestComment == nil)
        }
    }

    @Test("an item that does not exist is not found", arguments: Implementation.withHybrid)
    func unknown(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            await expectError(.itemNotFound) { try await ana.services.item(.random()) }
        }
    }
}
