import Paceline
import Testing

@Suite("Lists of friends, followers and following")
struct ListTests {
    @Test("the latest edge comes first", arguments: Implementation.withHybrid)
    func order(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
            try await world.befriend(ana, ben)
            try await eva.follows(ana)
            try await ana.follows(ivo)
            #expect(try await ana.friends(of: ana) == ["ben"])
            #expect(try await ana.followers(of: ana) == ["eva", "ben"])
            #expect(try await ana.following(of: ana) == ["ivo", "ben"])
        }
    }

    @Test("everyone can read the lists of a public profile", arguments: Implementation.withHybrid)
    func publicProfile(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            #expect(try await eva.friends(of: ana) == ["ben"])
            #expect(try await eva.followers(of: ana) == ["ben"])
            #expect(try await eva.following(of: ana) == ["ben"])
            #expect(
                try await eva.services.friends(of: .username("ana"), .whole).items.map(\.username) == ["ben"])
        }
    }

    @Test(
        "only followers can read the lists of a profile that is not public",
        arguments: Implementation.withHybrid,
        [PrivacyLevel.friends, .private])
    func closedProfile(_ implementation: Implementation, _ level: PrivacyLevel) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
            try await world.befriend(ana, ben)
            try await ivo.follows(ana)
            try await ana.chooses(level)
            #expect(try await eva.friends(of: ana) == [])
            #expect(try await eva.followers(of: ana) == [])
            #expect(try await eva.following(of: ana) == [])
            #expect(try await ben.followers(of: ana) == ["ivo", "ben"])
            #expect(try await ivo.friends(of: ana) == ["ben"])
            #expect(try await ana.friends(of: ana) == ["ben"])
        }
    }

    @Test("lists of unknown people are not found", arguments: Implementation.withHybrid)
    func unknownPeople(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let newcomer = try await world.newcomer()
            await expectError(.personNotFound) { try await ana.friends(of: newcomer) }
            await expectError(.personNotFound) {
                try await ana.services.followers(of: .username("nobody_here"), .whole)
            }
        }
    }
}
