import Paceline
import Testing

@Suite("What others see of a profile")
struct StrangerTests {
    /// A person with a complete profile and a friend.
    private func ana(in world: World, _ level: PrivacyLevel) async throws -> (ana: Member, friend: Member) {
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        _ = try await ana.services.update(
            AccountChanges(
                displayName: "Ana Novak", bio: "Rows.", email: "ana@example.com", fullName: "Ana Marija"),
            ifMatch: nil)
        _ = try await ana.services.setAvatar(Pictures.plain)
        _ = try await ana.services.setHeader(Pictures.plain)
        try await ana.publishes("2000m", .public)
        try await ana.chooses(level)
        return (ana, ben)
    }

    @Test("everyone sees the whole of a public profile", arguments: Implementation.allCases)
    func publicProfile(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, _) = try await ana(in: world, .public)
            let eva = try await world.person("eva")
            let seen = try await eva.sees(ana)
            #expect(seen.displayName == "Ana Novak")
            #expect(seen.bio == "Rows.")
            #expect(seen.avatarURL != nil)
            #expect(seen.headerURL != nil)
            #expect(seen.isVerified == false)
            #expect(seen.privacyLevel == .public)
            #expect(seen.joinedAt != nil)
            #expect(seen.friendCount == 1)
            #expect(seen.followerCount == 1)
            #expect(seen.followingCount == 1)
            #expect(seen.stats?.workouts == 1)
            #expect(seen.relationship == .notFriends)
        }
    }

    @Test(
        "a stranger sees only the card of any other profile", arguments: Implementation.allCases,
        [PrivacyLevel.friends, .private])
    func closedProfile(_ implementation: Implementation, _ level: PrivacyLevel) async throws {
        try await implementation.run { world in
            let (ana, _) = try await ana(in: world, level)
            let eva = try await world.person("eva")
            let seen = try await eva.sees(ana)
            let card = Person(
                id: ana.id, username: "ana", displayName: "Ana Novak", avatarURL: seen.avatarURL,
                friendCount: 1, relationship: .notFriends)
            #expect(seen == card)
            #expect(seen.avatarURL != nil)
            #expect(try await eva.services.avatar(of: ana.reference).bytes == Pictures.plain)
            await expectError(.photoNotFound) { try await eva.services.header(of: ana.reference) }
        }
    }

    @Test("a followee sees no more of their follower than before", arguments: Implementation.allCases)
    func oneWay(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, _) = try await ana(in: world, .friends)
            let eva = try await world.person("eva")
            try await ana.follows(eva)
            let seen = try await eva.sees(ana)
            #expect(seen.relationship == .followedBy)
            #expect(seen.bio == nil)
            #expect(seen.stats == nil)
        }
    }

    @Test(
        "friends and followers see the whole of a profile that is not public",
        arguments: Implementation.allCases, [PrivacyLevel.friends, .private])
    func insiders(_ implementation: Implementation, _ level: PrivacyLevel) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await ana(in: world, level)
            let eva = try await world.person("eva")
            try await ana.accepts(try await eva.asks(ana, kind: .follow))
            for insider in [ben, eva] {
                let seen = try await insider.sees(ana)
                #expect(seen.bio == "Rows.")
                #expect(seen.privacyLevel == level)
                #expect(seen.joinedAt != nil)
                #expect(seen.followerCount == 2)
                #expect(seen.stats?.workouts == 1)
                #expect(try await insider.services.header(of: ana.reference).bytes == Pictures.plain)
            }
        }
    }

    @Test("a person can be referenced by id, by username, and as `me`", arguments: Implementation.allCases)
    func references(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            #expect(try await ben.services.person(.id(ana.id)).username == "ana")
            #expect(try await ben.services.person(.username("ana")).id == ana.id)
            #expect(try await ben.services.person(.me).id == ben.id)
            await expectError(.personNotFound) { try await ben.services.person(.id(.random())) }
            await expectError(.personNotFound) { try await ben.services.person(.username("nobody_here")) }
        }
    }
}
