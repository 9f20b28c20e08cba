import Foundation
import Paceline
import PacelineEngine
import PacelineTestSupport
import Testing

@Suite("Restoring former ways to sign in")
struct FormerCredentialTests {
    private static let password = Credential.password(username: "ana", password: World.password)
    private static let thiefsText = "another horse battery"
    private static let thiefs = Credential.password(username: "ana", password: thiefsText)

    /// Signs up Ana, who signs in again a month later.
    /// - Returns: the new session, which a thief has, too.
    private static func stolenSession(in world: World) async throws -> Member {
        _ = try await world.person("ana")
        world.clock.advance(days: 30)
        let signedIn = try await world.community.signIn(with: password)
        world.clock.tick()
        return try await world.member(signingIn: signedIn)
    }

    /// A thief of Ana's session regains her account with new codes.
    private static func takenAccount(in world: World) async throws -> SignedIn {
        let thief = try await stolenSession(in: world)
        let code = try await thief.services.createRecoveryCodes().items[0]
        return try await world.community.recover(Recovery(code: code, newPassword: thiefsText))
    }

    @Test(
        "a takeover by a thief of a session with new codes can be undone for seven days", .world,
        arguments: Implementation.allCases)
    func codes(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let taken = try await Self.takenAccount(in: world)
        await expectError(.invalidCredentials) { try await world.community.signIn(with: Self.password) }
        await expectError(.invalidCredentials) { try await world.community.restore(with: Self.thiefs) }
        world.clock.advance(days: 7)
        world.clock.advance(by: -1)
        let restored = try await world.community.restore(with: Self.password)
        #expect(restored.person.id == taken.person.id)
        await expectError(.unauthenticated) { try await world.community.services(token: taken.token) }
        await expectError(.invalidCredentials) { try await world.community.signIn(with: Self.thiefs) }
        _ = try await world.community.signIn(with: Self.password)
        let services = try await world.community.services(token: restored.token)
        #expect(try await services.identities().map(\.provider) == [.password])
        #expect(try await services.recoveryCodes().unusedCount == 0)
        #expect(try await services.securityEvents(.whole).items.contains { $0.kind == .restored })
        // It is in use again, and can restore nothing.
        await expectError(.invalidCredentials) { try await world.community.restore(with: Self.password) }
        #expect(try await world.rows(of: "former_credentials") == 0)
    }

    @Test(
        "codes and tokens of a thief end when the owner adds a passkey, or removes the thief's way to sign in",
        .world, arguments: Implementation.allCases)
    func latestCodesAndTokens(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let thief = try await Self.stolenSession(in: world)
        let draft = AccessTokenDraft(name: "Script", scopes: [.read])
        var codes = [try await thief.services.createRecoveryCodes().items[0]]
        _ = try await thief.services.createAccessToken(draft)
        let owner = try await world.member(
            signingIn: try await world.community.signIn(with: Self.password))
        let authenticator = try await owner.createsPasskey()
        #expect(try await owner.services.accessTokens().isEmpty)

        // The thief, whose session came with the passkey, adds another one.
        let again = try await world.member(signingIn: try await world.signIn(with: authenticator))
        _ = try await again.createsPasskey(named: "Thief")
        codes.append(try await again.services.createRecoveryCodes().items[0])
        _ = try await again.services.createAccessToken(draft)
        let thiefs = try #require(try await again.services.passkeys().first { $0.name == "Thief" })
        let own = try await world.member(signingIn: try await world.signIn(with: authenticator))
        try await own.services.removePasskey(thiefs.id)
        #expect(try await own.services.accessTokens().isEmpty)

        world.clock.advance(days: 8)
        for code in codes {
            await expectError(.invalidCredentials) {
                try await world.community.recover(Recovery(code: code, newPassword: Self.thiefsText))
            }
        }
    }

    @Test("after seven days nothing is restored", .world, arguments: Implementation.allCases)
    func expiry(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        _ = try await Self.takenAccount(in: world)
        world.clock.advance(days: 7)
        await expectError(.invalidCredentials) { try await world.community.restore(with: Self.password) }
        #expect(try await world.purgeExpired().contains { $0.name == "former_credentials" && $0.rows == 1 })
        _ = try await world.community.signIn(with: Self.thiefs)
    }

    @Test(
        "nothing is restored after a recovery with codes that are a week old or from signing up", .world,
        arguments: Implementation.allCases)
    func settledCodes(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await Self.stolenSession(in: world)
        let code = try await ana.services.createRecoveryCodes().items[0]
        world.clock.advance(days: 7)
        // A thief of the password must not come back with it.
        _ = try await world.community.recover(Recovery(code: code, newPassword: Self.thiefsText))
        await expectError(.invalidCredentials) { try await world.community.restore(with: Self.password) }

        let ben = try await world.person("ben")
        let first = try await ben.services.createRecoveryCodes().items[0]
        world.clock.advance(days: 1)
        _ = try await world.community.recover(Recovery(code: first, newPassword: Self.thiefsText))
        await expectError(.invalidCredentials) {
            try await world.community.restore(with: .password(username: "ben", password: World.password))
        }
    }

    @Test(
        "a recovery with an administrator's link deletes former credentials", .world,
        arguments: Implementation.allCases)
    func administratorsLink(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        _ = try await Self.takenAccount(in: world)
        let link = try await world.engine.createRecoveryLink(for: "ana")
        _ = try await world.community.recover(Recovery(code: link.code, newPassword: "a third horse battery"))
        await expectError(.invalidCredentials) { try await world.community.restore(with: Self.password) }
    }

    @Test(
        "a thief cannot displace the former credentials, or use their own", .world,
        arguments: Implementation.allCases)
    func displacing(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let thief = try await Self.stolenSession(in: world)
        // Linked before the codes are created, so it is older than these.
        _ = try await thief.services.link(StandInAppleVerifier.credential("001.thief"))
        let apple = try await world.member(
            signingIn: try await world.community.signIn(with: StandInAppleVerifier.credential("001.thief")))
        world.clock.tick()
        let code = try await apple.services.createRecoveryCodes().items[0]
        _ = try await world.community.recover(Recovery(code: code, newPassword: Self.thiefsText))
        await expectError(.invalidCredentials) {
            try await world.community.restore(with: StandInAppleVerifier.credential("001.thief"))
        }
        world.clock.advance(days: 1)
        let again = try await world.member(
            signingIn: try await world.community.signIn(with: Self.thiefs))
        let other = try await again.services.createRecoveryCodes().items[0]
        _ = try await world.community.recover(Recovery(code: other, newPassword: "a third horse battery"))
        await expectError(.invalidCredentials) { try await world.community.restore(with: Self.thiefs) }
        let restored = try await world.community.restore(with: Self.password)
        #expect(restored.person.id == thief.id)
        let services = try await world.community.services(token: restored.token)
        #expect(try await services.identities().map(\.provider) == [.password])
    }

    @Test(
        "a takeover by a thief who adds a way to sign in and removes the owner's can be undone", .world,
        arguments: Implementation.allCases)
    func removing(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let thief = try await Self.stolenSession(in: world)
        let authenticator = try await thief.createsPasskey()
        let password = try #require(try await thief.services.identities().first)
        try await thief.services.unlink(password.id)
        await expectError(.invalidCredentials) { try await world.community.signIn(with: Self.password) }
        let restored = try await world.community.restore(with: Self.password)
        #expect(restored.person.id == thief.id)
        await expectError(.invalidCredentials) { try await world.signIn(with: authenticator) }
        let services = try await world.community.services(token: restored.token)
        #expect(try await services.passkeys().isEmpty)
    }

    @Test(
        "a way to sign in is not kept when an older one of the same strength stays", .world,
        arguments: Implementation.allCases)
    func notLast(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        _ = try await ana.services.link(StandInAppleVerifier.credential("001.ana"))
        world.clock.advance(days: 30)
        let apple = StandInAppleVerifier.credential("001.ana")
        let services = try await world.community.services(
            token: try await world.community.signIn(with: apple).token)
        let password = try #require(try await services.identities().first { $0.provider == .password })
        // Another person may know it.
        try await services.unlink(password.id)
        await expectError(.invalidCredentials) { try await world.community.restore(with: Self.password) }
    }

    @Test("a passkey restores passkeys", .world, arguments: Implementation.allCases)
    func passkeys(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        var authenticator = try await ana.createsPasskey()
        authenticator.signCounter = 1
        world.clock.advance(days: 30)
        let thief = try await world.member(signingIn: try await world.signIn(with: authenticator))
        world.clock.tick()
        let code = try await thief.services.createRecoveryCodes().items[0]
        _ = try await world.community.recover(Recovery(code: code, newPassword: Self.thiefsText))
        let known = authenticator
        await expectError(.invalidCredentials) { try await world.signIn(with: known) }
        // The password was weaker, and another person may know it.
        await expectError(.invalidCredentials) { try await world.community.restore(with: Self.password) }
        // A copy of the passkey restores nothing.
        let copied = try await world.answer(of: authenticator)
        await expectError(.invalidCredentials) { try await world.community.restore(with: copied) }
        // Nor can another account take the place of it.
        let ben = try await world.person("ben")
        var bens = authenticator
        let registration = bens.create(for: try await ben.services.preparePasskey(), named: "Mine")
        await expectError(.identityTaken) { try await ben.services.addPasskey(registration) }
        authenticator.signCounter = 2
        let restored = try await world.community.restore(with: try await world.answer(of: authenticator))
        #expect(restored.person.id == ana.id)
        let services = try await world.community.services(token: restored.token)
        #expect(try await services.passkeys().count == 1)
        #expect(try await services.identities().isEmpty)
        authenticator.signCounter = 3
        #expect(try await world.signIn(with: authenticator).person.id == ana.id)
    }

    @Test(
        "a device whose secret a thief replaced restores the account, and gets no other one", .world,
        arguments: Implementation.allCases)
    func device(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let device = Credential.device(secret: Credential.newDeviceSecret())
        let thief = try await world.member(signingIn: try await world.community.signIn(with: device))
        let secret = try #require(try await thief.services.signOutEverywhere().newDeviceSecret)
        await expectError(.invalidCredentials) { try await world.community.signIn(with: device) }
        let ben = try await world.person("ben")
        await expectError(.identityTaken) { try await ben.services.link(device) }
        let restored = try await world.community.restore(with: device)
        #expect(restored.person.id == thief.id)
        #expect(try await world.community.signIn(with: device).person.id == thief.id)
        let other = try await world.community.signIn(with: .device(secret: secret))
        #expect(other.person.id != thief.id)
    }

    @Test(
        "a device's secret that was presented in the session is replaced for good", .world,
        arguments: Implementation.allCases)
    func presentedDevice(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let device = Credential.device(secret: Credential.newDeviceSecret())
        let owner = try await world.member(signingIn: try await world.community.signIn(with: device))
        world.clock.advance(days: 30)
        let confirmed = try await owner.services.reauthenticate(with: device)
        let services = try await world.community.services(token: confirmed.token)
        _ = try #require(try await services.signOutEverywhere().newDeviceSecret)
        // A thief of the secret has no way back.
        await expectError(.invalidCredentials) { try await world.community.restore(with: device) }
        #expect(try await world.community.signIn(with: device).person.id != owner.id)
    }

    @Test(
        "guesses of a former password are limited, and those of others do not keep the owner's client out",
        .world, arguments: Implementation.allCases)
    func guesses(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        _ = try await world.person("ana")
        world.clock.advance(days: 30)
        let signedIn = try await world.community.signIn(with: Self.password)
        let thief = try await world.community.services(token: signedIn.token)
        let code = try await thief.createRecoveryCodes().items[0]
        _ = try await world.community.recover(Recovery(code: code, newPassword: Self.thiefsText))
        let wrong = Credential.password(username: "ana", password: "not hers at all")
        for _ in 0..<10 {
            await expectError(.invalidCredentials) { try await world.community.restore(with: wrong) }
        }
        await expectError(.rateLimited) { try await world.community.restore(with: Self.password) }
        let known = world.community.client("Phone", knowing: signedIn.clientToken)
        #expect(try await known.restore(with: Self.password).person.id == signedIn.person.id)
    }
}
