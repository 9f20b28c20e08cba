import Foundation
import Paceline
import PacelineClient
import PacelineEngine
import PacelineTestSupport
import Testing

@Suite("Passkeys")
struct PasskeyTests {
    @Test(
        "a passkey of each algorithm signs in to its account", .world,
        arguments: Implementation.allCases, SoftwareAuthenticator.Algorithm.allCases)
    func signingIn(
        _ implementation: Implementation, _ algorithm: SoftwareAuthenticator.Algorithm
    ) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let authenticator = try await ana.createsPasskey(algorithm, named: " Laptop ")
        world.clock.advance(by: 60)
        let signedIn = try await world.signIn(with: authenticator)
        #expect(signedIn.person.id == ana.id)
        let services = try await world.community.services(token: signedIn.token)
        let passkey = try #require(try await services.passkeys().first)
        #expect(passkey.credentialID.data == authenticator.credentialID && passkey.name == "Laptop")
        #expect(passkey.lastUsedAt == world.clock.now)
        #expect(try await services.sessions(.whole).items.first { $0.isCurrent }?.provider == .passkey)
        // The authenticator of an old security key returns no user handle.
        var silent = authenticator
        silent.userHandle = nil
        #expect(try await world.signIn(with: silent).person.id == ana.id)
        let (wrong, other) = (try SoftwareAuthenticator(algorithm), try SoftwareAuthenticator())
        for stranger in [wrong, other] {
            var stranger = stranger
            stranger.credentialID = authenticator.credentialID
            let answer = try await world.answer(of: stranger)
            await expectError(.invalidCredentials) { try await world.community.signIn(with: answer) }
        }
    }

    /// Something in an answer that must be refused.
    private struct Flaw: Sendable {
        let name: String
        /// Whether it matters when a passkey is created, too.
        var isInCreation = true
        let change: @Sendable (inout SoftwareAuthenticator) -> Void

        static let all = [
            Flaw(name: "another origin") { $0.origin = "https://evil.example" },
            Flaw(name: "another port") { $0.origin = "http://localhost:8081" },
            Flaw(name: "the address without a host that allows passkeys") {
                $0.origin = "http://127.0.0.1:8080"
            },
            Flaw(name: "a frame of another site") { $0.isCrossOrigin = true },
            Flaw(name: "another domain") { $0.relyingParty = "evil.example" },
            Flaw(name: "no verification of the user") { $0.isVerified = false },
            Flaw(name: "no user") { $0.isPresent = false },
            Flaw(name: "a backup that cannot be") { $0.canBackUp = false },
            Flaw(name: "another account", isInCreation: false) {
                $0.userHandle = Base64URLData(Data(repeating: 7, count: 16))
            },
            Flaw(name: "an unknown passkey", isInCreation: false) {
                $0.credentialID = Data(repeating: 7, count: 32)
            },
        ]

        func applied(to authenticator: SoftwareAuthenticator) -> SoftwareAuthenticator {
            var flawed = authenticator
            change(&flawed)
            return flawed
        }
    }

    @Test(
        "an answer for another site, person or purpose, or without its user, is refused", .world,
        arguments: Implementation.allCases)
    func refused(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let authenticator = try await ana.createsPasskey()
        for flaw in Flaw.all {
            let answer = try await world.answer(of: flaw.applied(to: authenticator))
            await expectError(.invalidCredentials) { try await world.community.signIn(with: answer) }
            await expectError(.invalidCredentials) { try await ana.services.reauthenticate(with: answer) }
            guard flaw.isInCreation else { continue }
            var another = flaw.applied(to: try SoftwareAuthenticator())
            let registration = another.create(for: try await ana.services.preparePasskey())
            await expectError(.invalidCredentials) { try await ana.services.addPasskey(registration) }
        }
        let challenge = try await world.community.createPasskeyChallenge()
        let wrongType = try authenticator.sign(challenge, type: "webauthn.create")
        await expectError(.invalidCredentials) {
            try await world.community.signIn(with: .passkey(wrongType))
        }
        var another = try SoftwareAuthenticator()
        let creation = try await ana.services.preparePasskey()
        let used = another.create(for: creation, type: "webauthn.get")
        await expectError(.invalidCredentials) { try await ana.services.addPasskey(used) }
        #expect(try await ana.services.passkeys().count == 1)
        #expect(try await world.signIn(with: authenticator).person.id == ana.id)
    }

    @Test(
        "a challenge is the community's, and works once, for ten minutes", .world,
        arguments: Implementation.allCases)
    func challenges(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let authenticator = try await ana.createsPasskey()
        let challenge = try await world.community.createPasskeyChallenge()
        #expect(challenge.relyingParty == "localhost")
        #expect(challenge.expiresAt == world.clock.now.addingTimeInterval(600))
        let nonce = try #require(Base64URLData(try await world.community.createNonce().value))
        for bytes in [nonce, Base64URLData(Data(repeating: 7, count: 40)), Base64URLData(Data([7]))] {
            var foreign = challenge
            foreign.challenge = bytes
            let answer = try authenticator.sign(foreign)
            await expectError(.invalidCredentials, field: "clientDataJSON") {
                try await world.community.signIn(with: .passkey(answer))
            }
        }
        let answer = Credential.passkey(try authenticator.sign(challenge))
        _ = try await world.community.signIn(with: answer)
        await expectError(.invalidCredentials, field: "clientDataJSON") {
            try await world.community.signIn(with: answer)
        }
        let again = Credential.passkey(try authenticator.sign(challenge))
        await expectError(.invalidCredentials) { try await ana.services.reauthenticate(with: again) }
        var other = try SoftwareAuthenticator()
        let creation = try await ana.services.preparePasskey()
        var used = creation
        used.challenge = challenge.challenge
        let registration = other.create(for: used)
        await expectError(.invalidCredentials, field: "clientDataJSON") {
            try await ana.services.addPasskey(registration)
        }
        let late = try await world.answer(of: authenticator)
        let tooLate = try await world.answer(of: authenticator)
        world.clock.advance(by: 599)
        let signedIn = try await world.community.signIn(with: late)
        world.clock.advance(by: 1)
        await expectError(.invalidCredentials) { try await world.community.signIn(with: tooLate) }
        let services = try await world.community.services(token: signedIn.token)
        let tooOld = other.create(for: creation)
        await expectError(.invalidCredentials) { try await services.addPasskey(tooOld) }
        #expect(try await world.purgeExpired().contains { $0.name == "spent_credentials" })
        await expectError(.invalidCredentials) { try await world.community.signIn(with: answer) }
    }

    @Test(
        "an answer that is sent several times at once signs in once", .world,
        arguments: Implementation.allCases)
    func concurrent(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let answer = try await world.answer(of: try await ana.createsPasskey())
        let outcomes = await concurrently(
            (0..<6).map { _ in { try await world.community.signIn(with: answer).token } })
        #expect(outcomes.filter(\.isSuccess).count == 1)
        #expect(outcomes.filter { $0.rejection == .invalidCredentials }.count == 5)
    }

    @Test("a refused attempt does not use the challenge up", .world, arguments: Implementation.allCases)
    func unused(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let answer = try await world.answer(of: try await ana.createsPasskey())
        await expectError(.invalidCredentials) { try await ben.services.reauthenticate(with: answer) }
        #expect(try await world.community.signIn(with: answer).person.id == ana.id)
        var authenticator = try SoftwareAuthenticator()
        let creation = try await ana.services.preparePasskey()
        var registration = authenticator.create(for: creation)
        registration.publicKey = Base64URLData(Data([1, 2, 3]))
        await expectError(.invalidValue, field: "publicKey") {
            try await ana.services.addPasskey(registration)
        }
        _ = try await ana.services.addPasskey(authenticator.create(for: creation))
    }

    @Test("an invalid passkey is rejected with its field", .world, arguments: Implementation.allCases)
    func invalid(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        var authenticator = try SoftwareAuthenticator()
        let good = authenticator.create(for: try await ana.services.preparePasskey())
        let flaws: [(String, (inout PasskeyRegistration) -> Void)] = [
            ("name", { $0.name = " " }), ("name", { $0.name = String(repeating: "a", count: 51) }),
            ("publicKey", { $0.publicKey = Base64URLData(Data(good.publicKey.data.dropLast())) }),
            ("publicKey", { $0.publicKey = Base64URLData(Data(repeating: 1, count: 2_000)) }),
            ("authenticatorData", { $0.authenticatorData = Base64URLData(Data(repeating: 1, count: 36)) }),
            ("authenticatorData", { $0.authenticatorData.data.removeLast(100) }),
            ("authenticatorData", { $0.authenticatorData = Base64URLData(Data(count: 5_000)) }),
            ("clientDataJSON", { $0.clientDataJSON = Base64URLData(Data("{}".utf8)) }),
            ("clientDataJSON", { $0.clientDataJSON = Base64URLData(Data()) }),
        ]
        for (field, change) in flaws {
            var registration = good
            change(&registration)
            let flawed = registration
            await expectError(.invalidValue, field: field) {
                try await ana.services.addPasskey(flawed)
            }
        }
        _ = try await ana.services.addPasskey(good)
        let assertion = try authenticator.sign(try await world.community.createPasskeyChallenge())
        await expectError(.invalidValue, field: "provider") {
            try await ana.services.link(.passkey(assertion))
        }
    }

    @Test(
        "a counter that does not grow is refused, and the owner is notified", .world,
        arguments: Implementation.allCases)
    func copies(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        var authenticator = try SoftwareAuthenticator()
        authenticator.signCounter = 5
        let creation = try await ana.services.preparePasskey()
        _ = try await ana.services.addPasskey(authenticator.create(for: creation, named: "Key"))
        authenticator.signCounter = 6
        _ = try await world.signIn(with: authenticator)
        for counter: UInt32 in [6, 5, 0] {
            authenticator.signCounter = counter
            let answer = try await world.answer(of: authenticator)
            await expectError(.invalidCredentials) { try await world.community.signIn(with: answer) }
            let another = try await world.answer(of: authenticator)
            await expectError(.invalidCredentials) { try await ana.services.reauthenticate(with: another) }
        }
        authenticator.signCounter = .max
        let confirmed = try await ana.services.reauthenticate(with: try await world.answer(of: authenticator))
        let services = try await world.community.services(token: confirmed.token)
        let copies = try await services.securityEvents(.whole).items.filter { $0.kind == .passkeyCopied }
        #expect(copies.reduce(0) { $0 + $1.count } == 6 && copies.allSatisfy { $0.detail == "Key" })
    }

    @Test(
        "passkeys need a domain, except on this machine", arguments: Implementation.allCases)
    func unavailable(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.publicURL = "https://192.0.2.1" }) { world in
            let ana = try await world.person("ana")
            await expectError(.providerUnavailable) { try await world.community.createPasskeyChallenge() }
            await expectError(.providerUnavailable) { try await ana.services.preparePasskey() }
            #expect(try await ana.services.passkeys().isEmpty)
        }
    }

    @Test("the operator's apps may use the passkeys of the site", arguments: Implementation.allCases)
    func apps(_ implementation: Implementation) async throws {
        let certificate = [UInt8](repeating: 7, count: 32)
        let keyHash = Base64URLData(Data(certificate)).description
        try await implementation.run(configuring: { environment in
            environment.publicURL = "https://crew.example:8443"
            environment.passkeyApps = [
                .apple(identifier: "ABCDE12345.com.example.crew"),
                .android(package: "com.example.crew", certificate: certificate),
            ]
        }) { world in
            let ana = try await world.person("ana")
            var authenticator = try SoftwareAuthenticator(origin: "https://crew.example:8443")
            let creation = try await ana.services.preparePasskey()
            #expect(creation.relyingParty == "crew.example")
            _ = try await ana.services.addPasskey(authenticator.create(for: creation))
            let allowed = [
                authenticator.origin, "https://crew.example", "android:apk-key-hash:\(keyHash)",
            ]
            let others = [
                "http://crew.example:8443", "https://crew.example:9000", "https://crew.example.evil.example",
                "android:apk-key-hash:\(keyHash.lowercased())A", "",
            ]
            for origin in allowed + others {
                authenticator.origin = origin
                let answer = try await world.answer(of: authenticator)
                if allowed.contains(origin) {
                    #expect(try await world.community.signIn(with: answer).person.id == ana.id)
                } else {
                    await expectError(.invalidCredentials) { try await world.community.signIn(with: answer) }
                }
            }
        }
    }
}
