import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@Suite("Tokens of Sign in with Apple")
struct AppleTokenTests {
    private static let subject = "001.ana"

    @Test("a token signs in once, also with another signature", .world, arguments: Implementation.allCases)
    func once(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let credential = Self.credential()
        let first = try await world.community.signIn(with: credential)
        guard case .apple(let token, let nonce) = credential else { return }
        let other = token.replacing(".signature", with: ".other")
        for again in [credential, .apple(identityToken: other, nonce: nonce)] {
            await expectError(.invalidCredentials, field: "identityToken") {
                try await world.community.signIn(with: again)
            }
        }
        #expect(try await world.community.signIn(with: Self.credential()).person.id == first.person.id)
    }

    @Test(
        "a token that is sent several times at once signs in once", .world, arguments: Implementation.allCases
    )
    func concurrent(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let credential = Self.credential()
        let outcomes = await concurrently(
            (0..<6).map { _ in { try await world.community.signIn(with: credential).token } })
        #expect(outcomes.filter(\.isSuccess).count == 1)
        #expect(outcomes.filter { $0.rejection == .invalidCredentials }.count == 5)
    }

    @Test(
        "a token that signed in neither links nor confirms, and the other way round", .world,
        arguments: Implementation.allCases)
    func elsewhere(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let linked = Self.credential()
        _ = try await ana.services.link(linked)
        await expectError(.invalidCredentials) { try await world.community.signIn(with: linked) }
        await expectError(.invalidCredentials) { try await ana.services.reauthenticate(with: linked) }
        let used = Self.credential()
        let signedIn = try await world.community.signIn(with: used)
        let services = try await world.community.services(token: signedIn.token)
        await expectError(.invalidCredentials) { try await services.reauthenticate(with: used) }
        let confirming = Self.credential()
        _ = try await services.reauthenticate(with: confirming)
        await expectError(.invalidCredentials) { try await world.community.signIn(with: confirming) }
        let foreign = StandInAppleVerifier.credential("001.ben")
        _ = try await world.community.signIn(with: foreign)
        let cem = try await world.person("cem")
        await expectError(.invalidCredentials) { try await cem.services.link(foreign) }
    }

    @Test(
        "an attempt that is refused does not use the token up", .world, arguments: Implementation.allCases)
    func refused(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        _ = try await world.community.signIn(with: StandInAppleVerifier.credential("001.ben"))
        _ = try await ana.services.link(Self.credential())
        let bens = StandInAppleVerifier.credential("001.ben")
        await expectError(.invalidCredentials) { try await ana.services.reauthenticate(with: bens) }
        let cem = try await world.person("cem")
        await expectError(.identityTaken) { try await cem.services.link(bens) }
        _ = try await world.community.signIn(with: bens)
        let anas = Self.credential()
        await expectError(.identityExists) { try await ana.services.link(anas) }
        #expect(try await world.community.signIn(with: anas).person.id == ana.id)
    }

    @Test(
        "a token works within ten minutes of its issue, and a minute before it", .world,
        arguments: Implementation.allCases)
    func age(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let start = world.clock.now
        for seconds in [-600.0, -3_600, 61] {
            let credential = StandInAppleVerifier.credential(
                Self.subject, issuedAt: start.addingTimeInterval(seconds))
            await expectError(.invalidCredentials, field: "identityToken") {
                try await world.community.signIn(with: credential)
            }
        }
        for seconds in [-599.0, 0, 60] {
            let credential = StandInAppleVerifier.credential(
                Self.subject, issuedAt: start.addingTimeInterval(seconds))
            _ = try await world.community.signIn(with: credential)
        }
    }

    @Test(
        "used tokens are remembered for as long as they would work", .world,
        arguments: Implementation.allCases)
    func purging(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let early = StandInAppleVerifier.credential(
            Self.subject, issuedAt: world.clock.now.addingTimeInterval(60))
        _ = try await world.community.signIn(with: early)
        for passed in [599.0, 60] {
            world.clock.advance(by: passed)
            _ = try await world.purgeExpired()
            await expectError(.invalidCredentials) { try await world.community.signIn(with: early) }
            #expect(try await world.rows(of: "spent_credentials") == 1)
        }
        world.clock.advance(by: 1)
        #expect(try await world.purgeExpired().contains { $0.name == "spent_credentials" && $0.rows == 1 })
        await expectError(.invalidCredentials) { try await world.community.signIn(with: early) }
    }

    @Test("a nonce of the server works once, for ten minutes", .world, arguments: Implementation.allCases)
    func nonces(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let nonces = try await concurrently(
            (0..<3).map { _ in { try await world.community.createNonce() } }
        ).values()
        #expect(Set(nonces.map(\.value)).count == 3)
        #expect(nonces.allSatisfy { $0.sha256.count == 64 && $0.sha256 == $0.sha256.lowercased() })
        #expect(nonces[0].expiresAt == world.clock.now.addingTimeInterval(600))
        _ = try await world.community.signIn(with: Self.credential(nonces[0]))
        await expectError(.invalidCredentials, field: "nonce") {
            try await world.community.signIn(with: Self.credential(nonces[0]))
        }
        world.clock.advance(by: 599)
        let late = try await world.community.signIn(with: Self.credential(nonces[1]))
        world.clock.advance(by: 1)
        await expectError(.invalidCredentials, field: "nonce") {
            try await world.community.signIn(with: Self.credential(nonces[2]))
        }
        let services = try await world.community.services(token: late.token)
        let another = try await world.community.createNonce()
        _ = try await services.reauthenticate(with: Self.credential(another))
    }

    @Test("a community can demand its own nonces", arguments: Implementation.allCases)
    func demanded(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.appleNonce = .server }) { world in
            let ana = try await world.person("ana")
            let nonce = try await world.community.createNonce()
            var forged = nonce
            forged.value = String(nonce.value.reversed())
            for wrong in [Self.credential(), Self.credential(forged)] {
                await expectError(.invalidCredentials, field: "nonce") {
                    try await world.community.signIn(with: wrong)
                }
                await expectError(.invalidCredentials, field: "nonce") {
                    try await ana.services.link(wrong)
                }
            }
            _ = try await ana.services.link(Self.credential(nonce))
            await expectError(.invalidCredentials, field: "nonce") {
                try await ana.services.reauthenticate(with: Self.credential())
            }
            let another = try await world.community.createNonce()
            _ = try await ana.services.reauthenticate(with: Self.credential(another))
        }
    }

    @Test(
        "a nonce of another community is like one of the app", .world, arguments: Implementation.allCases)
    func foreign(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let verifier = StandInAppleVerifier(now: { world.clock.now })
        let other = try await Engine(
            database: try SQLiteDatabase.inMemory(), environment: EngineEnvironment(appleVerifier: verifier))
        let foreign = try await other.createNonce()
        _ = try await world.community.signIn(with: Self.credential(foreign))
        #expect(try await world.rows(of: "spent_credentials") == 1)
        let own = try await world.community.createNonce()
        _ = try await world.community.signIn(with: Self.credential(own))
        #expect(try await world.rows(of: "spent_credentials") == 3)
    }

    @Test("without Sign in with Apple there are no nonces", arguments: Implementation.allCases)
    func unavailable(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.appleVerifier = nil }) { world in
            await expectError(.providerUnavailable) { try await world.community.createNonce() }
        }
    }

    private static func credential(_ nonce: SignInNonce? = nil) -> Credential {
        guard let nonce else { return StandInAppleVerifier.credential(subject) }
        return StandInAppleVerifier.credential(subject, nonce: nonce.value)
    }
}
