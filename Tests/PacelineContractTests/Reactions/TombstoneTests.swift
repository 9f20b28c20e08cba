import Paceline
import Testing

@Suite("Deleted comments")
struct TombstoneTests {
    @Test(
        "a deleted comment with replies remains as a tombstone",
        arguments: Implementation.withHybrid)
    func stays(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            let question = try await ben.comments("How was it?", on: workout)
            _ = try await ana.services.giveHeart(to: question.id)
            let answer = try await ana.comments("Windy", on: workout, answering: question)
            try await ben.services.deleteComment(question.id)

            let listed = try await ana.services.comments(on: workout.id.item, .whole).items
            let tombstone = try #require(listed.first)
            #expect(listed.map(\.id) == [question.id, answer.id])
            #expect(tombstone.isDeleted)
            #expect(tombstone.author == nil)
            #expect(tombstone.text == "")
            #expect(tombstone.heartCount == 0)
            #expect(!tombstone.hasHeart)
            #expect(listed.last?.parent == question.id)
            #expect(try await ana.card(of: workout).commentCount == 1)
        }
    }

    @Test(
        "a tombstone cannot be edited, deleted, replied to or given a heart",
        arguments: Implementation.withHybrid)
    func untouchable(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            let question = try await ana.comments("How was it?", on: workout)
            try await ana.comments("Windy", on: workout, answering: question)
            try await ana.services.deleteComment(question.id)
            await expectError(.commentNotFound) { try await ana.services.deleteComment(question.id) }
            await expectError(.commentNotFound) {
                try await ana.services.edit(question.id, text: "Back", ifMatch: nil)
            }
            await expectError(.commentNotFound) { try await ana.services.giveHeart(to: question.id) }
            await expectError(.commentNotFound) {
                try await ana.comments("Late", on: workout, answering: question)
            }
            #expect(try await ana.card(of: workout).commentCount == 1)
        }
    }

    @Test("deleting the last reply deletes the tombstones", arguments: Implementation.withHybrid)
    func goes(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            let one = try await ana.comments("One", on: workout)
            let two = try await ana.comments("Two", on: workout, answering: one)
            let three = try await ana.comments("Three", on: workout, answering: two)
            try await ana.services.deleteComment(one.id)
            try await ana.services.deleteComment(two.id)
            #expect(try await ana.commentTexts(on: workout) == ["", "", "Three"])
            try await ana.services.deleteComment(three.id)
            #expect(try await ana.commentTexts(on: workout) == [])
            #expect(try await ana.card(of: workout).commentCount == 0)
        }
    }

    @Test(
        "a tombstone is left out for those who see no reply to it, at any depth",
        arguments: Implementation.withHybrid)
    func hiddenReplies(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
            let workout = try await ana.publishes()
            let one = try await ben.comments("One", on: workout)
            let two = try await ben.comments("Two", on: workout, answering: one)
            let three = try await cem.comments("Three", on: workout, answering: two)
            for comment in [one, two] { try await ben.services.deleteComment(comment.id) }
            #expect(try await dan.commentTexts(on: workout) == ["", "", "Three"])
            try await cem.blocks(dan)
            #expect(try await dan.commentTexts(on: workout) == [])
            #expect(try await ana.commentTexts(on: workout) == ["", "", "Three"])
            _ = try await ana.comments("Four", on: workout, answering: three)
            // To Dan, the reply to a hidden person stands by itself.
            #expect(try await dan.commentTexts(on: workout) == ["Four"])
            let five = try await ana.comments("Five", on: workout)
            _ = try await ana.comments("Six", on: workout, answering: five)
            try await ana.services.deleteComment(five.id)
            #expect(try await dan.commentTexts(on: workout) == ["Four", "", "Six"])
        }
    }

    @Test(
        "deleted comments on several items are tombstones on the same page of changes",
        .world, arguments: Implementation.withHybrid)
    func changes(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        var reader = try await ChangeReader(ana)
        var questions: Set<Paceline.Comment.ID> = []
        for hour in 1...3 {
            let workout = try await ana.publishes(startedAt: ana.hoursAgo(hour))
            let question = try await ben.comments("How was it?", on: workout)
            try await ana.comments("Windy", on: workout, answering: question)
            try await ben.services.deleteComment(question.id)
            questions.insert(question.id)
        }
        let tombstones = try await reader.changes().compactMap(\.comment).filter(\.isDeleted)
        #expect(Set(tombstones.map(\.id)) == questions)
    }
}
