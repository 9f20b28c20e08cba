import Paceline
import Testing

@Suite("Blocking")
struct BlockTests {
    @Test("a block ends all connections between the two", arguments: Implementation.withHybrid)
    func endsEverything(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            try await ana.blocks(ben)
            #expect(try await ana.friends(of: ana) == [])
            #expect(try await ana.followers(of: ana) == [])
            #expect(try await ana.following(of: ana) == [])
            #expect(try await ben.friends(of: ben) == [])
            #expect(try await ben.services.me().friendCount == 0)
            #expect(try await ben.services.me().followerCount == 0)
        }
    }

    @Test("requests between the two disappear", arguments: Implementation.withHybrid)
    func requestsVanish(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ben.asks(ana)
            try await ana.blocks(ben)
            #expect(try await ben.requests(.outgoing) == [])
            #expect(try await ana.requests(.incoming) == [])
            await expectError(.requestNotFound) { try await ana.services.accept(request.id) }
            await expectError(.requestNotFound) { try await ben.services.cancel(request.id) }
        }
    }

    @Test(
        "the blocker still sees the blocked person's card, and them in the list of blocked people",
        arguments: Implementation.withHybrid)
    func blockersView(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            _ = try await ben.services.setAvatar(Pictures.plain)
            #expect(try await ana.sees(ben).avatarURL != nil)
            try await ana.blocks(ben)
            let card = try await ana.sees(ben)
            #expect(card.avatarURL == nil, "its picture cannot be loaded")
            #expect(card.relationship == .blockedByMe)
            #expect(card.username == "ben")
            #expect(card.bio == nil)
            #expect(card.stats == nil)
            #expect(card.joinedAt == nil)
            let blocks = try await ana.services.blocks(.whole).items
            #expect(blocks.map(\.username) == ["ben"])
            #expect(blocks.map(\.avatarURL) == [nil])
            #expect(blocks.map(\.relationship) == [.blockedByMe])
            #expect(try await ben.services.blocks(.whole).items == [])
        }
    }

    @Test(
        "acting on a person whom I have blocked fails with that reason", arguments: Implementation.withHybrid)
    func acting(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.blocks(ben)
            await expectError(.blockedByMe) { try await ana.asks(ben) }
            await expectError(.blockedByMe) { try await ana.asks(ben, kind: .follow) }
            await expectError(.blockedByMe) { try await ana.follows(ben) }
        }
    }

    @Test("blocking and unblocking are idempotent", arguments: Implementation.withHybrid)
    func twice(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.blocks(ben)
            try await ana.blocks(ben)
            #expect(try await ana.services.blocks(.whole).items.count == 1)
            try await ana.services.unblock(ben.reference)
            try await ana.services.unblock(ben.reference)
            #expect(try await ana.services.blocks(.whole).items == [])
        }
    }

    @Test("unblocking restores visibility, but not the friendship", arguments: Implementation.withHybrid)
    func unblocking(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            try await ana.blocks(ben)
            try await ana.services.unblock(ben.reference)
            #expect(try await ben.relationship(to: ana) == .notFriends)
            #expect(try await ana.finds("ben") == ["ben"])
            try await world.befriend(ben, ana)
            #expect(try await ana.relationship(to: ben) == .friends)
        }
    }

    @Test("blocking oneself or an unknown person fails", arguments: Implementation.withHybrid)
    func pointless(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            await expectError(.selfNotAllowed) { try await ana.blocks(ana) }
            await expectError(.personNotFound) { try await ana.services.block(.username("nobody_here")) }
            await expectError(.personNotFound) { try await ana.services.unblock(.id(.random())) }
        }
    }
}
