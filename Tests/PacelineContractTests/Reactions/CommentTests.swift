import Foundation
import Paceline
import Testing

@Suite("Comments")
struct CommentTests {
    @Test("comments are listed oldest first", arguments: Implementation.withOfflineDevices)
    func order(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            let first = try await ben.comments("  Well rowed, @ana! ", on: workout)
            #expect(first.text == "Well rowed, @ana!")
            #expect(first.item == workout.id.item)
            #expect(first.author?.id == ben.id)
            #expect(first.parent == nil)
            #expect(first.createdAt == world.clock.now)
            #expect(first.editedAt == nil)
            #expect(first.heartCount == 0)
            #expect(!first.hasHeart)
            #expect(!first.isDeleted)
            let second = try await ana.comments("Thank you", on: workout)
            let listed = try await ana.services.comments(on: workout.id.item, .whole).items
            #expect(listed == [first, second])
        }
    }

    @Test("comments with the same time are ordered by id", arguments: Implementation.withOfflineDevices)
    func ties(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            for index in 0..<5 {
                _ = try await ana.services.comment(CommentDraft(text: "\(index)"), on: workout.id.item)
            }
            let ids = try await ana.services.comments(on: workout.id.item, .whole).items.map(\.id)
            #expect(ids == ids.sorted())
        }
    }

    @Test("a comment has 1 to 500 characters", arguments: Implementation.withOfflineDevices)
    func length(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            let longest = String(repeating: "👍🏽", count: 500)
            for bad in ["", " \n ", longest + "!"] {
                await expectError(.invalidValue, field: "text") { try await ana.comments(bad, on: workout) }
            }
            let comment = try await ana.comments(longest, on: workout)
            #expect(comment.text == longest)
            for bad in ["", longest + "!"] {
                await expectError(.invalidValue, field: "text") {
                    try await ana.services.edit(comment.id, text: bad, ifMatch: nil)
                }
            }
            #expect(try await ana.commentTexts(on: workout) == [longest])
        }
    }

    @Test("a reply refers to its parent", arguments: Implementation.withOfflineDevices)
    func answers(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            let question = try await ben.comments("How was it?", on: workout)
            let answer = try await ana.comments("Windy", on: workout, answering: question)
            let thanks = try await ben.comments("Brr", on: workout, answering: answer)
            #expect(answer.parent == question.id)
            #expect(thanks.parent == answer.id)
            #expect(try await ana.card(of: workout).commentCount == 3)
        }
    }

    @Test("only comments on the same item can be replied to", arguments: Implementation.withOfflineDevices)
    func wrongParent(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let (one, other) = (try await ana.publishes(), try await ana.publishes())
            let elsewhere = try await ana.comments("Elsewhere", on: other)
            await expectError(.commentNotFound) { try await ana.comments("?", on: one, answering: elsewhere) }
            await expectError(.commentNotFound) {
                try await ana.services.comment(CommentDraft(text: "?", parent: .random()), on: one.id.item)
            }
            #expect(try await ana.card(of: one).commentCount == 0)
        }
    }

    @Test(
        "an edited comment has the time of the edit", arguments: Implementation.withOfflineDevices)
    func editing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            let comment = try await ana.comments("Windi", on: workout)
            #expect(try await ben.commentTexts(on: workout) == ["Windi"])
            world.clock.tick()
            let edited = try await ana.services.edit(comment.id, text: " Windy ", ifMatch: comment.version)
            #expect(edited.text == "Windy")
            #expect(edited.editedAt == world.clock.now)
            #expect(edited.createdAt == comment.createdAt)
            #expect(try await ana.services.comments(on: workout.id.item, .whole).items == [edited])
            await expectError(.preconditionFailed) {
                try await ana.services.edit(comment.id, text: "Stormy", ifMatch: comment.version)
            }
            let same = try await ana.services.edit(comment.id, text: "Windy", ifMatch: nil)
            #expect(same == edited)
        }
    }

    @Test("an edit knows the version after the edit before it", arguments: Implementation.withOfflineDevices)
    func editingTwice(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            // A friend's device is told of changes.
            try await world.befriend(ana, ben)
            let workout = try await ana.publishes()
            let comment = try await ana.comments("Windi", on: workout)
            #expect(try await ben.commentTexts(on: workout) == ["Windi"])
            world.clock.tick()
            let first = try await ana.services.edit(comment.id, text: "Windy", ifMatch: nil)
            world.clock.tick()
            await expectError(.preconditionFailed) {
                try await ana.services.edit(comment.id, text: "Stormy", ifMatch: comment.version)
            }
            let second = try await ana.services.edit(comment.id, text: "Stormy", ifMatch: first.version)
            #expect(second.text == "Stormy")
            #expect(second.editedAt == world.clock.now)
            #expect(try await ana.services.comments(on: workout.id.item, .whole).items == [second])
            #expect(try await ben.commentTexts(on: workout) == ["Stormy"])
        }
    }

    @Test("only the author can edit a comment", arguments: Implementation.withOfflineDevices)
    func editors(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes()
            let comment = try await ben.comments("Well rowed", on: workout)
            for other in [ana, eva] {
                await expectError(.notAllowed) {
                    try await other.services.edit(comment.id, text: "Changed", ifMatch: nil)
                }
            }
            await expectError(.commentNotFound) {
                try await ben.services.edit(.random(), text: "Changed", ifMatch: nil)
            }
        }
    }

    @Test(
        "only the author and the owner of the item can delete a comment",
        arguments: Implementation.withOfflineDevices)
    func deleting(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes()
            let one = try await ben.comments("One", on: workout)
            let two = try await ben.comments("Two", on: workout)
            await expectError(.notAllowed) { try await eva.services.deleteComment(one.id) }
            try await ben.services.deleteComment(one.id)
            try await ana.services.deleteComment(two.id)
            #expect(try await ana.commentTexts(on: workout) == [])
            #expect(try await ana.card(of: workout).commentCount == 0)
            await expectError(.commentNotFound) { try await ben.services.deleteComment(one.id) }
            await expectError(.commentNotFound) { try await ben.services.deleteComment(.random()) }
        }
    }

    @Test("hidden items cannot be commented on", arguments: Implementation.withOfflineDevices)
    func unseen(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes("2000m", .friends)
            let comment = try await ana.comments("Windy", on: workout)
            await expectError(.itemNotFound) { try await ben.comments("Hello", on: workout) }
            await expectError(.itemNotFound) { try await ben.commentTexts(on: workout) }
            await expectError(.commentNotFound) {
                try await ben.services.edit(comment.id, text: "Mine", ifMatch: nil)
            }
            await expectError(.commentNotFound) { try await ben.services.deleteComment(comment.id) }
        }
    }

    @Test(
        "an author who can no longer see the item cannot change the comment",
        arguments: Implementation.withOfflineDevices)
    func noLongerSeen(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes("2000m", .public)
            let comment = try await ben.comments("Well rowed", on: workout)
            try await ana.publishes("2000m", .private, as: workout.id)
            await expectError(.commentNotFound) {
                try await ben.services.edit(comment.id, text: "Changed", ifMatch: nil)
            }
            #expect(try await ana.commentTexts(on: workout) == ["Well rowed"])
        }
    }
}
