import Paceline
import Testing

@Suite("Ways to sign in")
struct IdentityTests {
    @Test("a linked identity signs in to the same account", arguments: Implementation.allCases)
    func linking(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let secret = Credential.newDeviceSecret()
            let device = try await ana.services.link(.device(secret: secret))
            let apple = try await ana.services.link(StandInAppleVerifier.credential("001.ana"))
            #expect(device.provider == .device)
            #expect(apple.provider == .apple)
            let linked = try await ana.services.identities()
            #expect(Set(linked.map(\.provider)) == [.password, .device, .apple])
            for credential in [.device(secret: secret), StandInAppleVerifier.credential("001.ana")] {
                #expect(try await world.community.signIn(with: credential).person.id == ana.id)
            }
        }
    }

    @Test(
        "a person who signed in with a device can add a password to their username",
        arguments: Implementation.allCases)
    func password(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.newcomer()
            let credential = Credential.password(username: "ana", password: World.password)
            await expectError(.invalidValue, field: "username") { try await ana.services.link(credential) }
            _ = try await ana.services.setUsername("ana")
            await expectError(.invalidValue, field: "password") {
                try await ana.services.link(.password(username: "ana", password: "short"))
            }
            _ = try await ana.services.link(credential)
            #expect(try await world.community.signIn(with: credential).person.id == ana.id)
        }
    }

    @Test(
        "linking ends all other sessions, and keeps access tokens older than a week",
        arguments: Implementation.allCases)
    func sessions(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let earlier = try await world.person("ana")
            _ = try await earlier.services.createAccessToken(AccessTokenDraft(name: "Old", scopes: [.read]))
            world.clock.advance(days: 8)
            let ana = try await world.signsInAgain(earlier)
            let other = try await world.community.signIn(
                with: .password(username: "ana", password: World.password))
            _ = try await ana.services.createAccessToken(AccessTokenDraft(name: "New", scopes: [.read]))
            let stream = try await world.member(signingIn: other).listens()
            _ = try await ana.services.link(.device(secret: Credential.newDeviceSecret()))
            await expectError(.unauthenticated) { try await world.community.services(token: other.token) }
            #expect(try await stream.endsSignedOut())
            #expect(try await ana.services.sessions(.whole).items.map(\.isCurrent) == [true])
            #expect(try await ana.services.accessTokens().map(\.name) == ["Old"])
        }
    }

    @Test("an identity of another account cannot be linked", arguments: Implementation.allCases)
    func taken(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let secret = Credential.newDeviceSecret()
            let other = try await world.community.signIn(with: .device(secret: secret))
            await expectError(.identityTaken) { try await ana.services.link(.device(secret: secret)) }
            #expect(
                try await world.community.signIn(with: .device(secret: secret)).person.id == other.person.id)
        }
    }

    @Test("an account has at most one identity per provider", arguments: Implementation.allCases)
    func second(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            _ = try await ana.services.link(.device(secret: Credential.newDeviceSecret()))
            await expectError(.identityExists) {
                try await ana.services.link(.device(secret: Credential.newDeviceSecret()))
            }
            await expectError(.identityExists) {
                try await ana.services.link(.password(username: "ana", password: "another password"))
            }
        }
    }

    @Test("an unlinked identity no longer signs in", arguments: Implementation.allCases)
    func unlinking(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let secret = Credential.newDeviceSecret()
            let device = try await ana.services.link(.device(secret: secret))
            let onDevice = try await world.community.signIn(with: .device(secret: secret))
            try await ana.services.unlink(device.id)
            #expect(try await ana.services.identities().map(\.provider) == [.password])
            await expectError(.unauthenticated) { try await world.community.services(token: onDevice.token) }
            let stranger = try await world.community.signIn(with: .device(secret: secret))
            #expect(stranger.person.id != ana.id)
        }
    }

    @Test("the last identity cannot be unlinked", arguments: Implementation.allCases)
    func last(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let only = try await ana.services.identities()[0]
            await expectError(.lastIdentity) { try await ana.services.unlink(only.id) }
            #expect(try await ana.services.identities() == [only])
        }
    }

    @Test(
        "identities of others cannot be unlinked or distinguished from unknown ones",
        arguments: Implementation.allCases)
    func others(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let bens = try await ben.services.identities()[0]
            await expectError(.notFound) { try await ana.services.unlink(bens.id) }
            await expectError(.notFound) { try await ana.services.unlink(.random()) }
        }
    }
}
