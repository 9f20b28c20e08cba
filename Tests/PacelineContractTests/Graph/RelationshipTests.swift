import Paceline
import Testing

@Suite("Relationships")
struct RelationshipTests {
    @Test("each of the eight relationships, from both sides", arguments: Implementation.withHybrid)
    func all(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            #expect(try await ana.services.person(.me).relationship == .me)
            #expect(try await ana.relationship(to: ana) == .me)
            #expect(try await ana.relationship(to: ben) == .notFriends)

            try await ana.follows(ben)
            #expect(try await ana.relationship(to: ben) == .following)
            #expect(try await ben.relationship(to: ana) == .followedBy)

            let request = try await ana.asks(ben)
            #expect(try await ana.relationship(to: ben) == .requestSentByMe)
            #expect(try await ben.relationship(to: ana) == .requestSentToMe)

            try await ben.accepts(request)
            #expect(try await ana.relationship(to: ben) == .friends)

            try await ana.blocks(ben)
            #expect(try await ana.relationship(to: ben) == .blockedByMe)
        }
    }

    @Test(
        "lists show each person's relationship to the viewer, not to the owner",
        arguments: Implementation.withHybrid)
    func inLists(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            try await world.befriend(ana, eva)
            try await ben.follows(eva)
            let listed = try await ben.services.friends(of: ana.reference, .whole).items
            #expect(listed.map(\.username) == ["eva", "ben"])
            #expect(listed.map(\.relationship) == [.following, .me])
        }
    }
}
