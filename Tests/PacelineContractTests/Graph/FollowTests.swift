import Paceline
import Testing

@Suite("Following")
struct FollowTests {
    @Test("a public profile is followed immediately", arguments: Implementation.withHybrid)
    func atOnce(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            guard case .following(let followed) = try await ana.follows(ben) else {
                Issue.record("a public profile needs no approval")
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
        "a follow request to a public profile is accepted immediately",
        arguments: Implementation.withHybrid, [true, false])
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
        "following a profile that is not public sends a request", arguments: Implementation.withHybrid,
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

    @Test("following is idempotent", arguments: Implementation.withHybrid)
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

    @Test("two people who follow each other are friends", arguments: Implementation.withHybrid)
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
        "becoming friends by following settles all requests between the two",
        arguments: Implementation.withHybrid)
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

    @Test("a follower can still send a friend request", arguments: Implementation.withHybrid)
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

    @Test("unfollowing is idempotent", arguments: Implementation.withHybrid)
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

    @Test("unfollowing cancels a pending follow request", arguments: Implementation.withHybrid)
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

    @Test("following oneself or an unknown person fails", arguments: Implementation.withHybrid)
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
        "notifications about a followee can be switched on and off",
        arguments: Implementation.withHybrid)
    func notifications(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            #expect(try await ana.sees(ben).notifications == nil)
            for (choice, expected) in [(nil, false), (true, true), (nil, true), (false, false), (true, true)]
            {
                let outcome = try await ana.services.follow(ben.reference, notifications: choice)
                guard case .following(let followed) = outcome else {
                    Issue.record("following a public profile needs no approval")
                    return
                }
                #expect(followed.notifications == expected)
                #expect(try await ana.sees(ben).notifications == expected)
            }
            #expect(try await ana.sees(ben).followerCount == 1)
            // The followee must not learn about the setting.
            #expect(try await ben.sees(ana).notifications == nil)
            try await ben.follows(ana)
            #expect(try await ben.sees(ana).notifications == false)
            try await ana.services.unfollow(ben.reference)
            #expect(try await ana.sees(ben).notifications == nil)
        }
    }

    @Test(
        "a person who accepts no requests gets no follow requests either",
        arguments: Implementation.withHybrid)
    func closed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.chooses(.friends)
            try await ben.sets(SettingsChanges(allowFriendRequests: false))
            await expectError(.requestsNotAllowed) { try await ana.follows(ben) }
        }
    }

    @Test(
        "following a profile that has become public needs no approval, even with a pending request",
        arguments: Implementation.withHybrid, [(true, true), (true, false), (false, true), (false, false)])
    func opened(_ implementation: Implementation, _ way: (isDeclined: Bool, asksAgain: Bool)) async throws {
        try await implementation.run { world in
            let (isDeclined, asksAgain) = way
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.chooses(.friends)
            let request = try await ana.asks(ben, kind: .follow)
            if isDeclined { try await ben.declines(request) }
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

    @Test("a public profile can approve its followers", .world, arguments: Implementation.withHybrid)
    func approval(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        for visibility in [ItemVisibility.public, .followers] {
            try await ben.publishes("\(visibility)", visibility)
        }
        try await ben.sets(SettingsChanges(followApproval: true))
        guard case .requested(let request) = try await ana.follows(ben) else {
            Issue.record("the profile approves its followers")
            return
        }
        #expect(request.kind == .follow && request.state == .pending)
        #expect(try await ana.follows(ben) == .requested(request))
        await expectError(.requestExists) { _ = try await ana.asks(ben, kind: .follow) }
        #expect(try await ben.followers(of: ben) == [])
        // Until then, only what everyone sees.
        #expect(try await ana.workoutTitles(of: ben) == ["public"])
        try await ben.accepts(request)
        #expect(try await ana.relationship(to: ben) == .following)
        #expect(try await ana.workoutTitles(of: ben).sorted() == ["followers", "public"])
        // Who follows already needs no approval.
        guard case .following = try await ana.follows(ben) else {
            Issue.record("ana follows already")
            return
        }
    }

    @Test(
        "following back needs approval, and friend requests work as without it", .world,
        arguments: Implementation.withHybrid)
    func approvalAndFriends(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        try await ben.sets(SettingsChanges(followApproval: true))
        try await ben.follows(ana)
        guard case .requested(let request) = try await ana.follows(ben) else {
            Issue.record("following back needs approval")
            return
        }
        try await ben.accepts(request)
        #expect(try await ana.relationship(to: ben) == .friends)
        try await world.befriend(eva, ben)
        #expect(try await ben.friends(of: ben).sorted() == ["ana", "eva"])
    }

    @Test(
        "without requests, a profile that approves followers gets none", .world,
        arguments: Implementation.withHybrid)
    func approvalWithoutRequests(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.sets(SettingsChanges(allowFriendRequests: false, followApproval: true))
        await expectError(.requestsNotAllowed) { _ = try await ana.follows(ben) }
        await expectError(.requestsNotAllowed) { _ = try await ana.asks(ben, kind: .follow) }
    }

    @Test(
        "following needs no approval once it is turned off, even with a pending request", .world,
        arguments: Implementation.withHybrid, [true, false])
    func approvalTurnedOff(_ implementation: Implementation, _ asksAgain: Bool) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.sets(SettingsChanges(followApproval: true))
        let request = try await ana.asks(ben, kind: .follow)
        #expect(request.state == .pending)
        try await ben.sets(SettingsChanges(followApproval: false))
        #expect(try await ana.relationship(to: ben) == .requestSentByMe)
        if asksAgain {
            #expect(try await ana.asks(ben, kind: .follow).state == .accepted)
        } else {
            try await ana.follows(ben)
        }
        #expect(try await ana.relationship(to: ben) == .following)
        #expect(try await ben.requests(.incoming) == [])
    }

    @Test(
        "a profile that is not public approves its followers, with and without the setting", .world,
        arguments: Implementation.withHybrid, [true, false])
    func approvalOfOthers(_ implementation: Implementation, _ approves: Bool) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.sets(SettingsChanges(followApproval: approves))
        try await ben.chooses(.friends)
        #expect(try await ana.asks(ben, kind: .follow).state == .pending)
    }
}
