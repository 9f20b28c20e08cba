import Paceline
import Testing

@Suite("Friend cards")
struct FriendCardTests {
    @Test(
        "a person who claimed a card is asked by its code, and their own code works as before", .world,
        arguments: Implementation.allCases)
    func claiming(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let own = try await ana.services.friendCode()
        let secret = Credential.newDeviceSecret()
        let link = try await ana.services.claimFriendCard(secret: secret)
        #expect(link.code.count == FriendCode.cardLength && link.url.hasSuffix("/add/\(link.code)"))
        #expect(try await ana.services.claimFriendCard(secret: secret) == link)
        let events = try await ana.services.securityEvents(.whole).items
        #expect(events.map(\.kind) == [.friendCardClaimed, .signedUp] && events[0].count == 1)
        #expect(try await ana.services.friendCode() == own)
        await expectError(.identityTaken) { try await ben.services.claimFriendCard(secret: secret) }
        let request = try await ben.services.request(RequestDraft(to: .code(link.code.lowercased())))
        #expect(request.to.username == "ana")
        await expectError(.requestExists) {
            try await ben.services.request(RequestDraft(to: .code(own.code)))
        }
        await expectError(.selfNotAllowed) {
            try await ana.services.request(RequestDraft(to: .code(link.code)))
        }
    }

    @Test("a secret is 32 bytes, and an account has ten cards", .world, arguments: Implementation.allCases)
    func limits(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        await expectError(.invalidValue) { try await ana.services.claimFriendCard(secret: "abc") }
        let secrets = (0..<FriendCard.maxPerAccount).map { _ in Credential.newDeviceSecret() }
        for secret in secrets { _ = try await ana.services.claimFriendCard(secret: secret) }
        await expectError(.limitReached) {
            try await ana.services.claimFriendCard(secret: Credential.newDeviceSecret())
        }
        _ = try await ana.services.claimFriendCard(secret: secrets[0])
    }

    @Test(
        "cards end with the friend code: when it is replaced, and when a child unfriends a person", .world,
        arguments: Implementation.allCases)
    func replacing(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let child = try await world.person("child", born: 2016_01_01)
        let codes = [
            try await ana.services.claimFriendCard(secret: Credential.newDeviceSecret()).code,
            try await child.services.claimFriendCard(secret: Credential.newDeviceSecret()).code,
        ]
        // A child can be asked by the code of a card, as by their own.
        try await child.accepts(try await ben.services.request(RequestDraft(to: .code(codes[1]))))
        #expect(try await child.relationship(to: ben) == .friends)
        _ = try await ana.services.resetFriendCode()
        try await child.services.unfriend(ben.reference)
        for code in codes {
            await expectError(.friendCodeNotFound, field: "code") {
                try await ben.services.request(RequestDraft(to: .code(code)))
            }
        }
    }

    @Test(
        "the card of a person who blocked its reader is not found", .world, arguments: Implementation.allCases
    )
    func blocks(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let code = try await ana.services.claimFriendCard(secret: Credential.newDeviceSecret()).code
        try await ana.blocks(ben)
        await expectError(.friendCodeNotFound, field: "code") {
            try await ben.services.request(RequestDraft(to: .code(code)))
        }
    }
}
