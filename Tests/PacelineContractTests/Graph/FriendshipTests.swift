import Paceline
import Testing

@Suite("Friendship and its end")
struct FriendshipTests {
    @Test("friends follow each other", arguments: Implementation.withHybrid)
    func bothEdges(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            for (one, other) in [(ana, ben), (ben, ana)] {
                #expect(try await one.friends(of: one) == [other.username])
                #expect(try await one.followers(of: one) == [other.username])
                #expect(try await one.following(of: one) == [other.username])
                let account = try await one.services.me()
                #expect(account.friendCount == 1)
                #expect(account.followerCount == 1)
                #expect(account.followingCount == 1)
            }
        }
    }

    @Test("unfriending ends both directions at once", arguments: Implementation.withHybrid)
    func unfriending(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            try await ana.services.unfriend(ben.reference)
            for (one, other) in [(ana, ben), (ben, ana)] {
                #expect(try await one.relationship(to: other) == .notFriends)
                #expect(try await one.services.me().friendCount == 0)
                #expect(try await one.services.me().followerCount == 0)
                #expect(try await one.services.me().followingCount == 0)
            }
        }
    }

    @Test("access that depended on the friendship ends with it", arguments: Implementation.withHybrid)
    func access(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let workout = try await ana.publishes("2000m", .friends)
            let comment = try await ana.comments("Windy", on: workout)
            #expect(try await ben.feedTitles() == ["2000m"])

            try await ana.services.unfriend(ben.reference)
            #expect(try await ben.feedTitles() == [])
            #expect(try await ben.workoutTitles(of: ana) == [])
            await expectError(.workoutNotFound) { try await ben.services.workout(workout.id) }
            await expectError(.itemNotFound) { try await ben.card(of: workout) }
            await expectError(.itemNotFound) { try await ben.givesKudos(to: workout) }
            await expectError(.commentNotFound) { try await ben.services.giveHeart(to: comment.id) }
        }
    }

    @Test("only friends can be unfriended", arguments: Implementation.withHybrid)
    func notFriends(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            await expectError(.notFriends) { try await ana.services.unfriend(ben.reference) }
            try await ana.follows(ben)
            await expectError(.notFriends) { try await ana.services.unfriend(ben.reference) }
            await expectError(.notFriends) { try await ben.services.unfriend(ana.reference) }
            #expect(try await ana.relationship(to: ben) == .following)
        }
    }

    @Test("unfollowing a friend leaves a follower", arguments: Implementation.withHybrid)
    func unfollowingAFriend(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            try await ana.services.unfollow(ben.reference)
            #expect(try await ana.relationship(to: ben) == .followedBy)
            #expect(try await ben.relationship(to: ana) == .following)
            #expect(try await ana.services.me().friendCount == 0)
            #expect(try await ben.services.me().friendCount == 0)
        }
    }

    @Test("removing a follower is idempotent", arguments: Implementation.withHybrid)
    func removingAFollower(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.follows(ana)
            let workout = try await ana.publishes("2000m", .followers)
            try await ana.services.removeFollower(ben.reference)
            try await ana.services.removeFollower(ben.reference)
            #expect(try await ana.followers(of: ana) == [])
            #expect(try await ben.relationship(to: ana) == .notFriends)
            await expectError(.workoutNotFound) { try await ben.services.workout(workout.id) }
        }
    }

    @Test("former friends can become friends again", arguments: Implementation.withHybrid)
    func again(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            try await ben.services.unfriend(ana.reference)
            try await world.befriend(ben, ana)
            #expect(try await ana.relationship(to: ben) == .friends)
        }
    }
}
