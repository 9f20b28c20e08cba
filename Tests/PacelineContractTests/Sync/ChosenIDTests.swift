import Foundation
import Paceline
import Testing

@Suite("Ids of comments and requests that devices choose")
struct ChosenIDTests {
    @Test("a comment sent twice under its id is one comment", .world, arguments: Implementation.allCases)
    func comment(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let (workout, other) = (try await ana.publishes("Row"), try await ana.publishes("Run"))
        let draft = CommentDraft(text: "Well done", id: .client())
        let first = try await ben.services.comment(draft, on: workout.id.item)
        #expect(first.id == draft.id)
        world.clock.tick()
        #expect(try await ben.services.comment(draft, on: workout.id.item) == first)
        #expect(try await ana.commentTexts(on: workout) == ["Well done"])
        // An id in use elsewhere, by its author or another person, tells nothing and takes nothing.
        let elsewhere = try await ben.services.comment(draft, on: other.id.item)
        let others = try await ana.services.comment(draft, on: workout.id.item)
        #expect(Set([first.id, elsewhere.id, others.id]).count == 3)
        #expect(try await ana.services.item(workout.id.item).commentCount == 2)
    }

    @Test("the id of a deleted comment is not used again", .world, arguments: Implementation.allCases)
    func deletedComment(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let workout = try await ana.publishes()
        let draft = CommentDraft(text: "Well done", id: .client())
        let first = try await ana.services.comment(draft, on: workout.id.item)
        try await ana.services.deleteComment(first.id)
        let second = try await ana.services.comment(draft, on: workout.id.item)
        #expect(second.id != first.id)
        #expect(try await ana.commentTexts(on: workout) == ["Well done"])
    }

    @Test("a comment's id must be random", .world, arguments: Implementation.allCases)
    func ordered(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let workout = try await ana.publishes()
        let ordered = try #require(Comment.ID("0195a3e0-7c00-7000-8000-000000000001"))
        await expectError(.invalidValue, field: "id") {
            try await ana.services.comment(CommentDraft(text: "Well done", id: ordered), on: workout.id.item)
        }
    }

    @Test("a request sent twice under its id asks once", .world, arguments: Implementation.allCases)
    func request(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let id = ConnectionRequest.ID.random()
        let draft = RequestDraft(to: .person(ben.reference), id: id)
        let first = try await ana.services.request(draft)
        #expect(first.id == id)
        world.clock.tick()
        #expect(try await ana.services.request(draft) == first)
        await expectError(.requestExists) {
            try await ana.services.request(RequestDraft(to: .person(ben.reference), id: .random()))
        }
        // Another request under an id in use gets one of its own.
        let second = try await cem.services.request(draft)
        let third = try await ana.services.request(RequestDraft(to: .person(cem.reference), id: id))
        #expect(Set([first.id, second.id, third.id]).count == 3)
        #expect(Set(try await ben.requests(.incoming)) == [first.id, second.id])
        try await ben.accepts(first)
        #expect(try await ana.services.request(draft).state == .accepted)
    }
}
