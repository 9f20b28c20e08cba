import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Comments by and for children")
struct ChildrensCommentTests {
    @Test(
        "only friends see a child's comments, and a child sees comments by friends only",
        arguments: Implementation.withHybrid)
    func friendsOnly(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await CommentScene(world)
            let (ana, child) = (scene.ana, scene.child)
            try await scene.expectComments(["Strong", "I was there", "We all were"], shownTo: scene.friend)
            try await scene.expectComments(["I was there", "We all were"], shownTo: child)
            for adult in [ana, scene.cem] {
                try await scene.expectComments(["Strong", "We all were"], shownTo: adult)
            }
            try await world.befriend(ana, child)
            try await scene.expectComments(["Strong", "I was there", "We all were"], shownTo: ana)
            _ = try await ana.comments("All of you", on: scene.workout)
            try await scene.expectComments(["I was there", "We all were", "All of you"], shownTo: child)
            try await ana.services.unfriend(child.reference)
            try await scene.expectComments(["Strong", "We all were", "All of you"], shownTo: ana)
            try await scene.expectComments(["I was there", "We all were"], shownTo: child)
        }
    }

    /// Not with a device: the change feed does not report birthdays, so it shows them when the item changes next.
    @Test("a child's comments appear on the thirteenth birthday", arguments: Implementation.allCases)
    func growingUp(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await CommentScene(world, born: 2013_03_02)
            try await scene.expectComments(["Strong", "We all were"], shownTo: scene.ana)
            world.clock.advance(days: 1)
            for member in [scene.ana, scene.child, scene.cem] {
                try await scene.expectComments(["Strong", "I was there", "We all were"], shownTo: member)
            }
        }
    }

    @Test(
        "a birth date set later hides what the child has written already",
        arguments: Implementation.withHybrid)
    func becomingKnown(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, cem) = try await world.people("ana", "cem")
            try await cem.follows(ana)
            let workout = try await ana.publishes()
            let child = try await world.ageless("child")
            try await child.comments("Hello", on: workout)
            let texts = {
                try await cem.services.feed(FeedQuery(), .whole).items.map { $0.latestComment?.text }
            }
            #expect(try await texts() == ["Hello"])
            _ = try await child.services.update(
                AccountChanges(birthDate: try day(2016_01_01)), ifMatch: nil)
            #expect(try await texts() == [nil])
            #expect(try await ana.commentTexts(on: workout) == [])
        }
    }

    @Test(
        "hidden comments take no hearts and no replies, and replies to them stand by themselves",
        arguments: Implementation.withHybrid)
    func unreachable(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await CommentScene(world)
            for (member, comment) in [(scene.ana, scene.own), (scene.child, scene.strangers)] {
                await expectError(.commentNotFound) { try await member.services.giveHeart(to: comment.id) }
                await expectError(.commentNotFound) {
                    try await member.services.withdrawHeart(from: comment.id)
                }
                await expectError(.commentNotFound) {
                    try await member.services.hearts(of: comment.id, .whole)
                }
                await expectError(.commentNotFound) {
                    try await member.comments("Me too", on: scene.workout, answering: comment)
                }
                await expectError(.commentNotFound) { try await member.services.deleteComment(comment.id) }
            }
            let parents = { (member: Member) in
                try await member.services.comments(on: scene.workout.id.item, .whole).items.map(\.parent)
            }
            #expect(try await parents(scene.friend) == [nil, scene.strangers.id, scene.own.id])
            #expect(try await parents(scene.child) == [nil, scene.own.id])
            #expect(try await parents(scene.ana) == [nil, nil])
        }
    }

    @Test(
        "tombstones of comments with hidden replies only are left out", arguments: Implementation.withHybrid)
    func tombstones(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await CommentScene(world)
            let question = try await scene.ana.comments("Who?", on: scene.workout)
            try await world.befriend(scene.ana, scene.child)
            let answer = try await scene.child.comments("I", on: scene.workout, answering: question)
            try await scene.ana.services.deleteComment(question.id)
            #expect(try await scene.ana.commentTexts(on: scene.workout).suffix(2) == ["", "I"])
            try await scene.expectComments(["Strong", "We all were"], shownTo: scene.cem)
            try await scene.child.services.deleteComment(answer.id)
            try await scene.expectComments(["Strong", "I was there", "We all were"], shownTo: scene.ana)
        }
    }

    @Test(
        "streams and changes leave hidden comments out, and count without them",
        arguments: Implementation.withHybrid)
    func following(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await CommentScene(world)
            let (ana, child, friend, workout) = (scene.ana, scene.child, scene.friend, scene.workout)
            var (anas, friends) = (try await ChangeReader(ana), try await ChangeReader(friend))
            let item = workout.id.item
            let anaListens = try await ana.listens(watching: [item])
            let friendListens = try await friend.listens(watching: [item])
            let cemListens = try await scene.cem.listens(watching: [item])
            let comment = try await child.comments("Me again", on: workout)
            #expect(try await ana.receives(on: anaListens) == [])
            #expect(try await friend.receives(on: friendListens) == ["comment Me again of 4"])
            #expect(try await scene.cem.receives(on: cemListens) == [])
            #expect(try await anas.changes().contains { $0.comment != nil } == false)
            #expect(try await friends.summaries().contains("comment Me again"))
            try await child.services.deleteComment(comment.id)
            #expect(try await ana.receives(on: anaListens) == [])
            #expect(try await friend.receives(on: friendListens) == ["comment removed, 3 left"])
            #expect(try await anas.summaries().contains("comment gone") == false)
            let childs = try await child.listens(watching: [item])
            try await ana.comments("Thanks", on: workout)
            #expect(try await friend.receives(on: friendListens) == ["comment Thanks of 4"])
            #expect(try await scene.cem.receives(on: cemListens) == ["comment Thanks of 3"])
            #expect(try await child.receives(on: childs) == [])
        }
    }

    @Test(
        "comments, replies and mentions by a child notify only friends", arguments: Implementation.withHybrid)
    func notifications(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await CommentScene(world)
            let mine = try await scene.friend.publishes("Row", .public)
            try await scene.child.comments("Look, @cem @ana", on: mine)
            let texts = { (member: Member) in
                try await member.notified().filter {
                    ["comment child", "reply child", "mention child"].contains($0)
                }
            }
            #expect(try await texts(scene.friend) == ["comment child"])
            // Cem was a friend when the child answered.
            for adult in [scene.ana, scene.cem] { #expect(try await texts(adult) == []) }
            try await scene.friend.services.unfriend(scene.child.reference)
            #expect(try await texts(scene.friend) == [])
        }
    }

    @Test(
        "authors of hidden comments are not offered for mentions", .world,
        arguments: Implementation.withHybrid)
    func mentions(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await CommentScene(world)
        let engine = try await Engine(
            database: world.database, environment: EngineEnvironment(now: { world.clock.now }))
        let offered = { (member: Member) in
            try await engine.session(for: member.id)
                .mentionCandidates("ch", on: scene.workout.id.item, limit: 6).map(\.username)
        }
        #expect(try await offered(scene.friend) == ["child"])
        #expect(try await offered(scene.cem) == [])
    }
}

/// A workout of Ana's with a comment by Cem, an answer by a child, and an answer to it by the child's friend. Cem and
/// the friend follow Ana.
private struct CommentScene: Sendable {
    let ana, cem, friend, child: Member
    let workout: Workout
    let strangers, own: Paceline.Comment

    init(_ world: World, born birthDate: Int = 2016_01_01) async throws {
        (ana, cem, friend) = try await world.people("ana", "cem", "flo")
        child = try await world.person("child", born: birthDate)
        for follower in [cem, friend] { try await follower.follows(ana) }
        workout = try await ana.publishes()
        strangers = try await cem.comments("Strong", on: workout)
        // The child answers a comment that only a friend may show them, and unfriends the author.
        try await world.befriend(cem, child)
        own = try await child.comments("I was there", on: workout, answering: strangers)
        try await child.services.unfriend(cem.reference)
        try await world.befriend(friend, child)
        try await friend.comments("We all were", on: workout, answering: own)
    }

    /// Checks the list of comments, the item's own card and the card in the feed.
    func expectComments(
        _ texts: [String], shownTo member: Member,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let listed = try await member.commentTexts(on: workout)
        #expect(listed == texts, "\(member.username)", sourceLocation: sourceLocation)
        let feed = try await member.services.feed(FeedQuery(), .whole).items
        for card in [try await member.card(of: workout)] + feed.filter({ $0.id == workout.id.item }) {
            #expect(card.commentCount == texts.count, "\(member.username)", sourceLocation: sourceLocation)
            #expect(card.latestComment?.text == texts.last, sourceLocation: sourceLocation)
        }
    }
}
