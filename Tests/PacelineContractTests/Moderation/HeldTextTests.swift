import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Texts that wait")
struct HeldTextTests {
    private static let lifetime: TimeInterval = 72 * 3_600
    private static let week: TimeInterval = 7 * 86_400

    @Test(
        "a comment with a word of severity 4 is only its author's for 72 hours, then published with masked words",
        arguments: Implementation.allCases)
    func comment(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            for reader in [ben, cem] { try await world.befriend(ana, reader) }
            let workout = try await ana.publishes()
            _ = try await ana.readsAll()
            let comment = try await ben.comments("@cem heldword!", on: workout)
            #expect(comment.text == "@cem heldword!" && comment.isWaiting == true)
            let sent = world.clock.now

            func expectWaiting() async throws {
                for reader in [ana, cem] {
                    let item = try await reader.services.item(workout.id.item)
                    #expect(item.commentCount == 0 && item.latestComment == nil)
                    #expect(try await reader.services.comments(on: item.id, .whole).items == [])
                    #expect(try await reader.notified().allSatisfy { !$0.contains("comment") })
                    #expect(try await reader.notified().allSatisfy { !$0.contains("mention") })
                    await expectError(.commentNotFound) {
                        _ = try await reader.services.giveHeart(to: comment.id)
                    }
                    await expectError(.commentNotFound) {
                        try await reader.services.deleteComment(comment.id)
                    }
                }
                #expect(try await ben.services.comments(on: workout.id.item, .whole).items == [comment])
            }
            try await expectWaiting()
            world.clock.advance(to: sent.addingTimeInterval(Self.lifetime - 1))
            try await world.releaseTexts()
            try await expectWaiting()

            world.clock.advance(to: sent.addingTimeInterval(Self.lifetime))
            try await world.releaseTexts()
            let item = try await ana.services.item(workout.id.item)
            #expect(item.commentCount == 1 && item.latestComment?.text == "@cem ••••••••!")
            #expect(try await ana.notified().first == "comment ben")
            #expect(try await cem.notified().first == "mention ben")
            let own = try await ben.services.comments(on: workout.id.item, .whole).items
            #expect(own.map(\.text) == [comment.text] && own.map(\.isWaiting) == [nil])
            try await world.releaseTexts()
            #expect(try await ana.services.item(workout.id.item).commentCount == 1)
        }
    }

    @Test(
        "a comment that is released looks to others like one that was just written",
        arguments: Implementation.allCases)
    func appearance(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            for friend in [ben, cem] { try await world.befriend(ana, friend) }
            let workout = try await ana.publishes()
            let held = try await ben.comments("heldword", on: workout)
            world.clock.tick()
            _ = try await ben.services.edit(held.id, text: "a heldword", ifMatch: nil)
            try await cem.comments("later", on: workout)
            var app = try await ChangeReader(ana)
            world.clock.advance(by: Self.lifetime)
            try await world.releaseTexts()
            let written = try await cem.comments("just now", on: workout)
            let listed = try await ana.services.comments(on: workout.id.item, .whole).items
            #expect(listed.map(\.text) == ["later", "a ••••••••", "just now"])
            let released = listed[1]
            let now = written.createdAt.addingTimeInterval(-1)
            #expect(released.createdAt == now && released.editedAt == nil)
            // Nor do ids tell the time.
            for comment in [released, written] {
                let version = try #require(comment.id.uuid.uuidString.dropFirst(14).first)
                #expect(version == "4")
            }
            #expect(try await app.changes().compactMap(\.comment) == Array(listed.suffix(2)))
            let notified = try await ana.inbox().items.filter { $0.comment?.id == held.id }
            #expect(notified.map(\.at) == [now])
        }
    }

    @Test(
        "a released reply to a comment that was deleted meanwhile is no longer a reply",
        arguments: Implementation.allCases)
    func orphan(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let workout = try await ana.publishes()
            let question = try await ana.comments("How?", on: workout)
            let answer = try await ben.comments("heldword", on: workout, answering: question)
            try await ana.services.deleteComment(question.id)
            world.clock.advance(by: Self.lifetime)
            try await world.releaseTexts()
            for reader in [ana, ben] {
                let listed = try await reader.services.comments(on: workout.id.item, .whole).items
                #expect(listed.map(\.id) == [answer.id] && listed.map(\.parent) == [nil])
            }
            #expect(try await world.rows(of: "comments") == 1)
        }
    }

    @Test(
        "a comment that others have answered stays above the answers", arguments: Implementation.allCases)
    func answered(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let workout = try await ana.publishes()
            let comment = try await ben.comments("fine", on: workout)
            let answer = try await ana.comments("thanks", on: workout, answering: comment)
            world.clock.tick()
            _ = try await ben.services.edit(comment.id, text: "heldword", ifMatch: nil)
            world.clock.advance(by: Self.lifetime)
            try await world.releaseTexts()
            let listed = try await ana.services.comments(on: workout.id.item, .whole).items
            #expect(listed.map(\.id) == [comment.id, answer.id])
            #expect(listed.first?.createdAt == comment.createdAt)
        }
    }

    @Test(
        "a released comment notifies those whom one written then would notify",
        arguments: Implementation.allCases)
    func receivers(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
            let teen = try await world.person("teen", born: 2011_01_01)
            for friend in [cem, dan, teen] { try await world.befriend(ben, friend) }
            let workout = try await ana.publishes()
            let question = try await dan.comments("How?", on: workout)
            _ = try await ben.comments("@cem @teen heldword", on: workout, answering: question)
            try await cem.blocks(ben)
            try await ben.services.unfriend(teen.reference)
            try await dan.mutes(ben)
            world.clock.advance(by: Self.lifetime)
            try await world.releaseTexts()
            for reader in [cem, dan, teen] {
                let found = try await reader.notified().filter {
                    ["mention ben", "reply ben", "comment ben"].contains($0)
                }
                #expect(found == [], "\(reader.username)")
            }
            #expect(try await ana.notified().first == "comment ben")
        }
    }

    @Test("links wait in the first week of an account only", arguments: Implementation.allCases)
    func links(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let ana = try await world.person("ana")
            world.clock.advance(days: 10)
            let ben = try await world.person("ben")
            let joined = world.clock.now
            try await world.befriend(ana, ben)
            let workout = try await ana.publishes()
            let texts = [
                "see https://spam.example/x", "www.spam.example", "buy at spam.com!", "Spam.CO.UK/x",
            ]
            for text in texts {
                #expect(try await ben.comments(text, on: workout).isWaiting == true, "\(text)")
            }
            for text in ["5.30 am", "well done.Next time", "ben@mail.com", "e.g. 2:00/500m", "a.b"] {
                #expect(try await ben.comments(text, on: workout).isWaiting == nil, "\(text)")
            }
            #expect(try await ana.comments(texts[0], on: workout).isWaiting == nil)
            world.clock.advance(to: joined.addingTimeInterval(Self.week - 2))
            #expect(try await ben.comments(texts[0], on: workout).isWaiting == true)
            world.clock.advance(to: joined.addingTimeInterval(Self.week))
            #expect(try await ben.comments(texts[0], on: workout).isWaiting == nil)

            world.clock.advance(by: Self.lifetime)
            try await world.releaseTexts()
            let released = try await ana.services.comments(on: workout.id.item, .whole).items.map(\.text)
            // They come when they are released, all at the same time.
            #expect(released.suffix(5).sorted() == ["buy at •••", "see •••", "see •••", "•••", "•••"])
            #expect(released.filter { $0 == texts[0] }.count == 2)
        }
    }

    @Test("an edit can make a comment wait, and publish it again", arguments: Implementation.allCases)
    func edits(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let workout = try await ana.publishes()
            var reader = try await ChangeReader(ana)
            let comment = try await ben.comments("fine", on: workout)
            let reply = try await ana.comments("thanks", on: workout, answering: comment)
            _ = try await reader.changes()
            for _ in 0..<2 {
                world.clock.tick()
                let held = try await ben.services.edit(comment.id, text: "heldword", ifMatch: nil)
                #expect(held.isWaiting == true)
                let others = try await ana.services.comments(on: workout.id.item, .whole).items
                #expect(others.map(\.id) == [reply.id] && others.map(\.parent) == [nil])
                #expect(try await ana.services.item(workout.id.item).commentCount == 1)
                #expect(try await ana.notified().allSatisfy { !$0.contains("comment") })
                let changes = try await reader.changes()
                #expect(changes.contains { $0.isDeleted && $0.id.uuid == comment.id.uuid })

                world.clock.tick()
                let fine = try await ben.services.edit(comment.id, text: "fine again", ifMatch: nil)
                #expect(fine.isWaiting == nil)
                #expect(try await ana.services.comments(on: workout.id.item, .whole).items.count == 2)
                #expect(try await ana.services.item(workout.id.item).commentCount == 2)
                #expect(try await ana.notified().first == "comment ben")
            }
            world.clock.tick()
            _ = try await ben.services.edit(comment.id, text: "heldword", ifMatch: nil)
            try await ben.services.deleteComment(comment.id)
            #expect(try await ana.services.item(workout.id.item).commentCount == 1)
            #expect(try await world.rows(of: "held_texts") == 0)
        }
    }

    @Test("an edit that publishes a comment anew counts as a comment", arguments: Implementation.allCases)
    func publishingAnew(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: {
            $0.words = .spellable
            $0.quotas.commentsPerHour = 2
        }) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let comment = try await ben.comments("heldword", on: ana.publishes())
            for text in ["fine", "heldword"] {
                world.clock.tick()
                _ = try await ben.services.edit(comment.id, text: text, ifMatch: nil)
            }
            world.clock.tick()
            await expectError(.rateLimited) {
                _ = try await ben.services.edit(comment.id, text: "fine", ifMatch: nil)
            }
            #expect(try await ana.notified().allSatisfy { !$0.contains("comment") })
        }
    }

    @Test("a held comment can be deleted by its author only", arguments: Implementation.allCases)
    func deletion(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let workout = try await ana.publishes()
            let held = try await ben.comments("heldword", on: workout)
            await expectError(.commentNotFound) { try await ana.services.deleteComment(held.id) }
            try await ben.services.deleteComment(held.id)
            _ = try await ben.comments("heldword", on: workout)
            // Its comments go with it.
            try await ana.services.deleteWorkout(workout.id)
            world.clock.advance(by: Self.lifetime)
            try await world.releaseTexts()
            #expect(try await world.rows(of: "held_texts") == 0)
        }
    }

    @Test("other texts that wait are replaced for others", arguments: Implementation.allCases)
    func others(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            try await world.befriend(ana, ben)
            let account = try await ana.services.update(
                AccountChanges(displayName: "Heldword", bio: "heldword"), ifMatch: nil)
            #expect(
                account.displayName == "Heldword" && account.bio == "heldword" && account.isWaiting == true)
            var draft = WorkoutDraft.sample("heldword", startedAt: world.clock.now, visibility: .public)
            draft.detail = WorkoutDetail(notes: "fine")
            let id = Workout.ID.random()
            let workout = try await ana.services.publish(draft, as: id, ifMatch: nil).workout
            #expect(workout.title == "heldword" && workout.isWaiting == true)
            let group = try await ana.createsGroup("heldword", with: ben)
            #expect(group.title == "heldword" && group.isWaiting == true)
            let request = try await ana.asks(cem, message: "heldword")
            #expect(request.message == "heldword" && request.isWaiting == true)

            func read() async throws -> [String?] {
                let seen = try await ben.sees(ana)
                let shown = try await ben.services.workout(id)
                let received = try await cem.services.requests(.incoming, kind: nil, .whole).items.first
                #expect(shown.isWaiting == nil && received?.isWaiting == nil)
                return [
                    seen.displayName, seen.bio, shown.title, shown.detail?.notes,
                    try await ben.services.item(id.item).workout?.title, try await ben.reads(group).title,
                    received?.message,
                ]
            }
            #expect(try await read() == ["ana", nil, "Workout", nil, "Workout", "Group", nil])
            world.clock.advance(by: Self.lifetime)
            try await world.releaseTexts()
            let mask = "••••••••"
            #expect(try await read() == [mask, mask, mask, "fine", mask, mask, mask])
            #expect(try await ana.services.me().isWaiting == nil)
            #expect(try await ana.services.workout(id).isWaiting == nil)
            #expect(try await ana.reads(group).isWaiting == nil)
            // Sending the same again does not make it wait again.
            world.clock.tick()
            draft.duration += 1
            #expect(try await ana.services.publish(draft, as: id, ifMatch: nil).workout.isWaiting == nil)
            _ = try await ana.services.updateGroup(
                group.id, GroupChanges(title: "heldword", isSupervised: true))
            #expect(try await ana.reads(group).isWaiting == nil)
        }
    }

    @Test("a name that waits is neither found nor in cursors of boards", arguments: Implementation.allCases)
    func searching(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let cem = try await world.person("cem", displayName: "Heldword Cem")
            let (ana, ben) = try await world.people("ana", "ben")
            _ = try await ana.services.update(AccountChanges(displayName: "Zoe Heldword"), ifMatch: nil)
            for query in ["heldword", "zoe", "held"] { #expect(try await ben.finds(query) == [], "\(query)") }
            for name in ["ana", "cem"] { #expect(try await ben.finds(name) == [name]) }
            #expect(try await world.rows(of: "people WHERE name_folded LIKE '%heldword%'") == 0)
            // A name that no longer waits is found at once, another after its release.
            _ = try await cem.services.update(AccountChanges(displayName: "Zoe Cem"), ifMatch: nil)
            #expect(try await ben.finds("zoe") == ["cem"])
            world.clock.advance(by: Self.lifetime)
            try await world.releaseTexts()
            #expect(try await Set(ben.finds("zoe")) == ["ana", "cem"])
            #expect(try await ben.finds("heldword") == ["ana"])
        }
    }

    @Test("a name that is held from the start is not shown to others", arguments: Implementation.allCases)
    func signUp(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let ana = try await world.person("ana", displayName: "Heldword")
            let ben = try await world.person("ben")
            #expect(try await ana.services.me().isWaiting == true)
            #expect(try await ben.sees(ana).displayName == "ana")
            _ = try await ana.services.update(AccountChanges(displayName: "Ana"), ifMatch: nil)
            #expect(try await ana.services.me().isWaiting == nil)
            #expect(try await ben.sees(ana).displayName == "Ana")
            #expect(try await world.rows(of: "held_texts") == 0)
        }
    }
}
