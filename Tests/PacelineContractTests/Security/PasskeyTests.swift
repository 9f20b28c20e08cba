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

    @Test("a person has at most ten passkeys, each once", .world, arguments: Implementation.allCases)
    func limit(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let early = try await ana.services.preparePasskey()
        #expect(early.excludedCredentialIDs == [] && early.algorithms == [-7, -8, -257])
        #expect(early.accountName == "ana" && early.displayName == "Ana")
        var first = try await ana.createsPasskey(named: "0")
        let second = try await ana.services.preparePasskey()
        #expect(second.excludedCredentialIDs.map(\.data) == [first.credentialID])
        #expect(second.userHandle == early.userHandle)
        let bens = try await ben.services.preparePasskey()
        #expect(bens.userHandle != early.userHandle)
        let (again, stolen) = (first.create(for: second), first.create(for: bens))
        await expectError(.identityExists) { try await ana.services.addPasskey(again) }
        await expectError(.identityTaken) { try await ben.services.addPasskey(stolen) }
        for number in 1..<Passkey.limit { _ = try await ana.createsPasskey(named: "\(number)") }
        #expect(try await ana.services.passkeys().map(\.name) == (0..<10).map { "\($0)" })
        await expectError(.limitReached) { try await ana.services.preparePasskey() }
        var eleventh = try SoftwareAuthenticator()
        let registration = eleventh.create(for: early)
        await expectError(.limitReached) { try await ana.services.addPasskey(registration) }
        #expect(try await ben.services.passkeys().isEmpty)
        _ = try await ben.createsPasskey()
    }

    @Test(
        "a passkey is the strongest way to sign in: nothing else confirms", .world,
        arguments: Implementation.allCases)
    func strongest(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let device = Credential.device(secret: Credential.newDeviceSecret())
        _ = try await ana.services.link(device)
        _ = try await ana.services.link(StandInAppleVerifier.credential("001.ana"))
        let authenticator = try await ana.createsPasskey()
        let password = Credential.password(username: "ana", password: World.password)
        world.clock.advance(days: 7)
        for weaker in [password, device, StandInAppleVerifier.credential("001.ana")] {
            await expectError(.notAllowed) { try await ana.services.reauthenticate(with: weaker) }
        }
        for weaker in [password, device, StandInAppleVerifier.credential("001.ana")] {
            let signedIn = try await world.community.signIn(with: weaker)
            let services = try await world.community.services(token: signedIn.token)
            let change = PasswordChange(currentPassword: World.password, newPassword: "another horse battery")
            await expectError(.reauthenticationRequired) { try await services.changePassword(change) }
            await expectError(.reauthenticationRequired) { try await services.createRecoveryCodes() }
            await expectError(.reauthenticationRequired) { try await services.preparePasskey() }
            let passkey = try await services.passkeys()[0]
            await expectError(.reauthenticationRequired) { try await services.removePasskey(passkey.id) }
            let confirmed = try await services.reauthenticate(with: try await world.answer(of: authenticator))
            let strong = try await world.community.services(token: confirmed.token)
            _ = try await strong.createRecoveryCodes()
        }
        let signedIn = try await world.signIn(with: authenticator)
        let services = try await world.community.services(token: signedIn.token)
        _ = try await services.createRecoveryCodes()
        // A new password confirms nothing that the passkey has not confirmed.
        world.clock.advance(by: 599)
        let changed = try await services.changePassword(
            PasswordChange(currentPassword: World.password, newPassword: "another horse battery"))
        let after = try await world.community.services(token: changed.token)
        _ = try await after.createRecoveryCodes()
        world.clock.advance(by: 2)
        await expectError(.reauthenticationRequired) { try await after.createRecoveryCodes() }
    }

    @Test(
        "adding and removing a passkey ends all other sessions, and needs a recent sign-in", .world,
        arguments: Implementation.allCases)
    func otherSessions(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let password = Credential.password(username: "ana", password: World.password)
        let phone = try await world.community.signIn(with: password)
        let authenticator = try await ana.createsPasskey()
        await expectError(.unauthenticated) { try await world.community.services(token: phone.token) }
        let tablet = try await world.signIn(with: authenticator)
        let passkey = try await ana.services.passkeys()[0]
        let (ben, cem) = try await world.people("ben", "cem")
        await expectError(.notFound) { try await ben.services.removePasskey(passkey.id) }
        world.clock.advance(by: 601)
        await expectError(.reauthenticationRequired) { try await ana.services.removePasskey(passkey.id) }
        await expectError(.reauthenticationRequired) { try await cem.services.preparePasskey() }
        let confirmed = try await ana.services.reauthenticate(with: try await world.answer(of: authenticator))
        let services = try await world.community.services(token: confirmed.token)
        try await services.removePasskey(passkey.id)
        await expectError(.unauthenticated) { try await world.community.services(token: tablet.token) }
        await expectError(.invalidCredentials) { try await world.signIn(with: authenticator) }
        await expectError(.notFound) { try await services.removePasskey(passkey.id) }
        #expect(try await services.passkeys().isEmpty)
        _ = try await services.reauthenticate(with: password)
    }

    @Test(
        "for seven days, a password removes a passkey that a thief of the session added", .world,
        arguments: Implementation.allCases)
    func contested(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let authenticator = try await ana.createsPasskey()
        let password = Credential.password(username: "ana", password: World.password)
        world.clock.advance(by: 601)
        let confirmed = try await ana.services.reauthenticate(with: password)
        let services = try await world.community.services(token: confirmed.token)
        await expectError(.reauthenticationRequired) { try await services.preparePasskey() }
        let passkey = try await services.passkeys()[0]
        try await services.removePasskey(passkey.id)
        await expectError(.invalidCredentials) { try await world.signIn(with: authenticator) }
        let again = try await services.reauthenticate(with: password)
        _ = try await world.community.services(token: again.token).preparePasskey()
    }

    @Test("the last way to sign in cannot be removed", .world, arguments: Implementation.allCases)
    func last(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let newcomer = try await world.newcomer()
        let authenticator = try await newcomer.createsPasskey(named: "Phone")
        let device = try await newcomer.services.identities()[0]
        try await newcomer.services.unlink(device.id)
        let passkey = try await newcomer.services.passkeys()[0]
        await expectError(.lastIdentity) { try await newcomer.services.removePasskey(passkey.id) }
        _ = try await newcomer.createsPasskey(named: "Laptop")
        try await newcomer.services.removePasskey(passkey.id)
        #expect(try await newcomer.services.passkeys().map(\.name) == ["Laptop"])
        await expectError(.invalidCredentials) { try await world.signIn(with: authenticator) }
    }

    @Test(
        "signing out everywhere keeps the passkeys and removes the device", .world,
        arguments: Implementation.allCases)
    func signingOutEverywhere(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let newcomer = try await world.newcomer()
        let authenticator = try await newcomer.createsPasskey()
        #expect(try await newcomer.services.signOutEverywhere().newDeviceSecret == nil)
        let signedIn = try await world.signIn(with: authenticator)
        #expect(signedIn.person.id == newcomer.id)
        let services = try await world.community.services(token: signedIn.token)
        #expect(try await services.identities().isEmpty)
    }

    @Test("recovery removes all passkeys", .world, arguments: Implementation.allCases)
    func recovery(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let code = try await ana.services.createRecoveryCodes().items[0]
        let authenticator = try await ana.createsPasskey()
        let recovered = try await world.community.recover(
            Recovery(code: code, newPassword: "another horse battery"))
        let services = try await world.community.services(token: recovered.token)
        #expect(try await services.passkeys().isEmpty)
        await expectError(.invalidCredentials) { try await world.signIn(with: authenticator) }
        _ = try await services.createRecoveryCodes()
    }

    @Test(
        "a counter that does not grow is refused and told to the owner", .world,
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

    @Test("what happens to passkeys is listed for their owner", .world, arguments: Implementation.allCases)
    func events(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let authenticator = try await ana.createsPasskey(named: "Phone")
        let signedIn = try await world.signIn(with: authenticator)
        let services = try await world.community.services(token: signedIn.token)
        world.clock.tick()
        try await services.removePasskey(try await services.passkeys()[0].id)
        let events = try await services.securityEvents(.whole).items
        #expect(events.map(\.kind) == [.passkeyRemoved, .signedIn, .passkeyAdded, .signedUp])
        #expect(events.map(\.detail) == ["Phone", "passkey", "Phone", nil])
        let notified = try await world.member(signingIn: signedIn).inbox().items.compactMap(\.security?.kind)
        #expect(notified.filter { $0 != .signedIn } == [.passkeyRemoved, .passkeyAdded])
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

@Suite("Attestation objects")
struct AttestationObjectTests {
    private static let creation = PasskeyCreation(
        challenge: Base64URLData(Data([1])), relyingParty: "crew.example",
        userHandle: Base64URLData(Data([2])), accountName: "ana", displayName: "Ana",
        excludedCredentialIDs: [], expiresAt: .now)

    @Test(
        "an attestation object has what browsers return apart",
        arguments: SoftwareAuthenticator.Algorithm.allCases)
    func read(_ algorithm: SoftwareAuthenticator.Algorithm) throws {
        var authenticator = try SoftwareAuthenticator(algorithm)
        let direct = authenticator.create(for: Self.creation, named: "Phone")
        let read = try PasskeyRegistration(
            name: "Phone", attestationObject: authenticator.attestationObject(for: Self.creation),
            clientDataJSON: direct.clientDataJSON.data)
        #expect(read == direct)
    }

    @Test("any other bytes are rejected")
    func rejected() throws {
        let authenticator = try SoftwareAuthenticator()
        let good = authenticator.attestationObject(for: Self.creation)
        let bad = [
            Data(), Data([0xA0]), Data([0x9F, 0xFF]), Data(repeating: 0x81, count: 10_000),
            Data([0xBB] + [UInt8](repeating: 0xFF, count: 8)),
            Data([0x5B] + [UInt8](repeating: 0xFF, count: 8)),
        ]
        let shortened = stride(from: 0, to: good.count, by: 7).map { Data(good.prefix($0)) }
        for bytes in bad + shortened {
            let error = #expect(throws: SocialError.self) {
                try PasskeyRegistration(name: "Phone", attestationObject: bytes, clientDataJSON: Data([1]))
            }
            #expect(error?.code == .invalidValue && error?.field == "publicKey")
        }
    }
}
