import Paceline
import Testing

@Suite("Changes of what is no longer visible")
struct LostVisibilityTests {
    @Test("a deletion is sent only to people who could see the item", arguments: Implementation.allCases)
    func deletions(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            try await eva.follows(ben)
            let hidden = try await ben.publishes("for me", .private)
            let shown = try await ben.publishes("for friends", .friends)
            var (friends, followers) = (try await ChangeReader(ana), try await ChangeReader(eva))
            try await ben.services.deleteWorkout(hidden.id)
            #expect(try await friends.summaries() == [])
            try await ben.services.deleteWorkout(shown.id)
            #expect(try await friends.summaries() == ["item gone"])
            #expect(try await followers.summaries() == [])
        }
    }

    @Test(
        "making an item private deletes it for others, and later changes are not sent",
        arguments: Implementation.allCases)
    func narrowing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let workout = try await ben.publishes("2000m", .public)
            var app = try await ChangeReader(ana)
            try await ben.publishes("2000m", .private, as: workout.id)
            #expect(try await app.summaries() == ["item gone"])
            try await ben.publishes("2100m", .private, as: workout.id)
            try await ben.comments("Alone", on: workout)
            #expect(try await app.summaries() == [])
            try await ben.publishes("2100m", .friends, as: workout.id)
            #expect(try await app.summaries() == ["item 2100m"])
        }
    }

    @Test("a new follower does not receive earlier changes", arguments: Implementation.allCases)
    func before(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            var app = try await ChangeReader(ana)
            let workout = try await ben.publishes("2000m", .friends)
            try await ben.services.deleteWorkout(workout.id)
            try await world.befriend(ana, ben)
            #expect(try await app.summaries() == ["edge ben friends", "request gone"])
        }
    }

    @Test("a block ends all changes between the two people", arguments: Implementation.allCases)
    func blocks(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            try await world.befriend(ana, eva)
            let workout = try await eva.publishes()
            var (hers, his) = (try await ChangeReader(ana), try await ChangeReader(ben))
            try await ana.blocks(ben)
            #expect(try await hers.summaries() == ["edge ben blockedByMe"])
            #expect(try await his.summaries() == ["edge gone"])
            try await ben.publishes()
            _ = try await ben.services.update(AccountChanges(displayName: "Benjamin"), ifMatch: nil)
            let comment = try await ben.comments("Hidden", on: workout)
            try await ben.services.deleteComment(comment.id)
            #expect(try await hers.summaries().filter { $0 != "item 2000m" } == [])
            try await ana.services.unblock(ben.reference)
            #expect(try await hers.summaries() == ["edge ben notFriends"])
            #expect(!(try await his.summaries().contains { $0.hasPrefix("edge") }))
        }
    }

    @Test("a block is not sent to a blocked stranger", arguments: Implementation.allCases)
    func strangersBlock(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            var app = try await ChangeReader(ben)
            try await ana.blocks(ben)
            try await ana.services.unblock(ben.reference)
            #expect(try await app.summaries() == [])
        }
    }

    @Test(
        "changes of unfriended, unfollowed and muted people are no longer sent",
        arguments: Implementation.allCases)
    func leaving(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, mia) = try await world.people("ana", "ben", "eva", "mia")
            for other in [ben, eva, mia] { try await world.befriend(ana, other) }
            var app = try await ChangeReader(ana)
            try await ben.services.unfriend(ana.reference)
            try await ana.services.unfollow(eva.reference)
            try await ana.mutes(mia)
            #expect(try await app.summaries() == ["edge ben notFriends", "edge eva followedBy", "mute Mia"])
            for other in [ben, eva, mia] { try await other.publishes() }
            #expect(try await app.summaries() == [])
        }
    }
}
