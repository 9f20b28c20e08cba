import Paceline
import Testing

@Suite("Following")
struct FollowTests {
    @Test("a public profile is followed at once", arguments: Implementation.allCases)
    func atOnce(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            guard case .following(let followed) = try await ana.follows(ben) else {
                Issue.record("a public profile asks nobody")
                return
            }
            #expect(followed.id == ben.id)
            #expect(followed.relationship == .following)
            #expect(followed.followerCount == 1)
            #expect(try await ben.relationship(to: ana) == .followedBy)
            #expect(try await ben.requests(.incoming) == [])
        }
    }

    @Test(
        "a request to follow a public profile follows at once, as following does",
        arguments: Implementation.allCases, [true, false])
    func requestAtOnce(_ implementation: Implementation, _ takesRequests: Bool) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.sets(SettingsChanges(allowFriendRequests: takesRequests))
            let request = try await ana.asks(ben, kind: .follow, message: "I row, too.")
            #expect(request.state == .accepted)
            #expect(request.kind == .follow)
            #expect(try await ana.relationship(to: ben) == .following)
            #expect(try await ben.followers(of: ben) == ["ana"])
            #expect(try await ana.requests(.outgoing) == [])
            #expect(try await ben.requests(.incoming) == [])
            await expectError(.alreadyFollowing) { try await ana.asks(ben, kind: .follow) }
        }
    }

    @Test(
        "a profile for friends, or a private one, is followed by request", arguments: Implementation.allCases,
        [PrivacyLevel.friends, .private])
    func byRequest(_ implementation: Implementation, _ level: PrivacyLevel) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.chooses(level)
            guard case .requested(let request) = try await ana.follows(ben) else {
                Issue.record("a profile that is not public approves its followers")
                return
            }
            #expect(request.kind == .follow)
            #expect(request.state == .pending)
            #expect(try await ana.following(of: ana) == [])
            #expect(try await ana.relationship(to: ben) == .requestSentByMe)
            #expect(try await ben.relationship(to: ana) == .requestSentToMe)

            try await ben.accepts(request)
            #expect(try await ana.relationship(to: ben) == .following)
            #expect(try await ben.relationship(to: ana) == .followedBy)
            #expect(try await ben.following(of: ben) == [])
        }
    }

    @Test("following twice is following once", arguments: Implementation.allCases)
    func twice(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await eva.chooses(.friends)
            try await ana.follows(ben)
            try await ana.follows(ben)
            #expect(try await ben.followers(of: ben) == ["ana"])
            #expect(try await ana.sees(ben).followerCount == 1)

            let first = try await ana.follows(eva)
            let second = try await ana.follows(eva)
            #expect(first == second)
            #expect(try await eva.requests(.incoming).count == 1)
        }
    }

    @Test("two people who follow each other are friends", arguments: Implementation.allCases)
    func mutual(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.follows(ben)
            try await ben.follows(ana)
            #expect(try await ana.relationship(to: ben) == .friends)
            #expect(try await ben.relationship(to: ana) == .friends)
            #expect(try await ana.friends(of: ana) == ["ben"])
            #expect(try await ana.services.me().friendCount == 1)
        }
    }

    @Test(
        "becoming friends by following settles the requests between the two",
        arguments: Implementation.allCases)
    func settles(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.asks(ben)
            try await ana.follows(ben)
            try await ben.follows(ana)
            #expect(try await ana.requests(.outgoing) == [])
            #expect(try await ben.requests(.incoming) == [])
        }
    }

    @Test("a follower may still ask to be friends", arguments: Implementation.allCases)
    func thenFriends(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.follows(ben)
            let request = try await ana.asks(ben)
            #expect(try await ana.relationship(to: ben) == .requestSentByMe)
            try await ben.accepts(request)
            #expect(try await ben.relationship(to: ana) == .friends)
            #expect(try await ben.sees(ana).followerCount == 1)
        }
    }

    @Test("unfollowing ends it, also when there was nothing to end", arguments: Implementation.allCases)
    func unfollowing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.follows(ben)
            try await ana.services.unfollow(ben.reference)
            try await ana.services.unfollow(ben.reference)
            #expect(try await ana.relationship(to: ben) == .notFriends)
            #expect(try await ana.sees(ben).followerCount == 0)
        }
    }

    @Test("unfollowing withdraws a request to follow", arguments: Implementation.allCases)
    func withdrawing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.chooses(.friends)
            try await ana.follows(ben)
            try await ana.services.unfollow(ben.reference)
            #expect(try await ana.requests(.outgoing) == [])
            #expect(try await ben.requests(.incoming) == [])
        }
    }

    @Test("nobody follows themselves or nobody", arguments: Implementation.allCases)
    func pointless(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            await expectError(.selfNotAllowed) { try await ana.follows(ana) }
            await expectError(.personNotFound) {
                try await ana.services.follow(.username("nobody_here"), notifications: true)
            }
        }
    }

    @Test(
        "notifications of somebody followed are switched without following anew",
        arguments: Implementation.allCases)
    func notifications(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            #expect(try await ana.sees(ben).notifications == nil)
            for (choice, expected) in [(nil, false), (true, true), (nil, true), (false, false), (true, true)]
            {
                let outcome = try await ana.services.follow(ben.reference, notifications: choice)
                guard case .following(let followed) = outcome else {
                    Issue.record("following a public profile asks nobody")
                    return
                }
                #expect(followed.notifications == expected)
                #expect(try await ana.sees(ben).notifications == expected)
            }
            #expect(try await ana.sees(ben).followerCount == 1)
            // Whether somebody is listened for is nobody else's business, and theirs least of all.
            #expect(try await ben.sees(ana).notifications == nil)
            try await ben.follows(ana)
            #expect(try await ben.sees(ana).notifications == false)
            try await ana.services.unfollow(ben.reference)
            #expect(try await ana.sees(ben).notifications == nil)
        }
    }

    @Test("who takes no requests is not asked for approval either", arguments: Implementation.allCases)
    func closed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.chooses(.friends)
            try await ben.sets(SettingsChanges(allowFriendRequests: false))
            await expectError(.requestsNotAllowed) { try await ana.follows(ben) }
        }
    }

    @Test(
        "who follows a profile that has opened does not wait for approval any more",
        arguments: Implementation.allCases, [(true, true), (true, false), (false, true), (false, false)])
    func opened(_ implementation: Implementation, _ way: (isRejected: Bool, asksAgain: Bool)) async throws {
        try await implementation.run { world in
            let (isRejected, asksAgain) = way
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.chooses(.friends)
            let request = try await ana.asks(ben, kind: .follow)
            if isRejected { try await ben.rejects(request) }
            try await ben.chooses(.public)
            if asksAgain {
                #expect(try await ana.asks(ben, kind: .follow).id == request.id)
            } else {
                try await ana.follows(ben)
            }
            #expect(try await ana.relationship(to: ben) == .following)
            #expect(try await ben.relationship(to: ana) == .followedBy)
            #expect(try await ana.requests(.outgoing) == [])
            #expect(try await ben.requests(.incoming) == [])
        }
    }
}
