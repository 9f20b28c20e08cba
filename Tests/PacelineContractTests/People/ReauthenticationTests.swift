import Foundation
import Paceline
import Testing

@Suite("Confirming who one is")
struct ReauthenticationTests {
    private static let password = Credential.password(username: "ana", password: World.password)

    /// Signs up ana with a device as her only credential.
    private static func memberWithDevice(in world: World) async throws -> (ana: Member, device: Credential) {
        let device = Credential.device(secret: Credential.newDeviceSecret())
        let ana = try await world.member(signingIn: try await world.community.signIn(with: device))
        _ = try await ana.services.setUsername("ana")
        world.clock.tick()
        return (ana, device)
    }

    @Test(
        "ten minutes after signing in, changing how one signs in needs a credential",
        arguments: Implementation.allCases)
    func needed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let device = try await ana.services.link(.device(secret: Credential.newDeviceSecret()))
            world.clock.advance(by: 601)
            await expectError(.reauthenticationRequired) { try await ana.services.unlink(device.id) }
            await expectError(.reauthenticationRequired) {
                try await ana.services.link(StandInAppleVerifier.credential("001.ana"))
            }
            #expect(try await ana.services.identities().count == 2)
            let confirmed = try await ana.services.reauthenticate(with: Self.password)
            let services = try await world.community.services(token: confirmed.token)
            _ = try await services.link(StandInAppleVerifier.credential("001.ana"))
            world.clock.advance(by: 599)
            try await services.unlink(device.id)
        }
    }

    @Test("the session stays the same and gets a new token", arguments: Implementation.allCases)
    func rotation(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let before = try await ana.services.sessions(.whole).items
            let confirmed = try await ana.services.reauthenticate(with: Self.password)
            await expectError(.unauthenticated) { try await world.community.services(token: ana.token) }
            let services = try await world.community.services(token: confirmed.token)
            let after = try await services.sessions(.whole).items
            #expect(after.map(\.id) == before.map(\.id) && after.map(\.isCurrent) == [true])
            #expect(confirmed.id == before[0].id && confirmed.person.id == ana.id)
            #expect(confirmed.createdAt == before[0].createdAt)
        }
    }

    @Test("another person's credential confirms nothing", arguments: Implementation.allCases)
    func others(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let bens = Credential.password(username: "ben", password: World.password)
            _ = try await ben.services.link(StandInAppleVerifier.credential("001.ben"))
            _ = try await ana.services.link(StandInAppleVerifier.credential("001.ana"))
            for credential in [bens, StandInAppleVerifier.credential("001.ben")] {
                await expectError(.invalidCredentials) {
                    try await ana.services.reauthenticate(with: credential)
                }
            }
            _ = try await ana.services.reauthenticate(with: StandInAppleVerifier.credential("001.ana"))
        }
    }

    @Test("a device's secret confirms only if there is nothing stronger", arguments: Implementation.allCases)
    func strongest(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let secret = Credential.newDeviceSecret()
            let signedIn = try await world.community.signIn(with: .device(secret: secret))
            let newcomer = try await world.member(signingIn: signedIn)
            await expectError(.invalidCredentials) {
                try await newcomer.services.reauthenticate(
                    with: .device(secret: Credential.newDeviceSecret()))
            }
            let confirmed = try await newcomer.services.reauthenticate(with: .device(secret: secret))
            let services = try await world.community.services(token: confirmed.token)
            _ = try await services.link(StandInAppleVerifier.credential("001.ana"))
            world.clock.advance(days: 7)
            await expectError(.notAllowed) {
                try await services.reauthenticate(with: .device(secret: secret))
            }
        }
    }

    @Test(
        "signing in with a device's secret does not allow to change a stronger way to sign in",
        arguments: Implementation.allCases)
    func deviceBesidePassword(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let services = try await world.signsInWithDevice(ana)
            let password = try #require(try await services.identities().first { $0.provider == .password })
            await expectError(.reauthenticationRequired) { try await services.unlink(password.id) }
            await expectError(.reauthenticationRequired) { try await services.signOutEverywhere() }
            let confirmed = try await services.reauthenticate(with: Self.password)
            try await world.community.services(token: confirmed.token).unlink(password.id)
        }
    }

    @Test(
        "ten minutes after signing in, changing the email address needs a credential",
        arguments: Implementation.allCases)
    func email(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let address = AccountChanges(email: "ana@example.com")
            #expect(try await ana.services.update(address, ifMatch: nil).email == "ana@example.com")
            world.clock.advance(by: 601)
            for other in ["eva@example.com", ""] {
                await expectError(.reauthenticationRequired) {
                    try await ana.services.update(AccountChanges(bio: "Rows.", email: other), ifMatch: nil)
                }
            }
            #expect(try await ana.services.me().bio == nil)
            let same = AccountChanges(bio: "Runs.", email: "ana@example.com")
            #expect(try await ana.services.update(same, ifMatch: nil).bio == "Runs.")
            let confirmed = try await ana.services.reauthenticate(with: Self.password)
            let services = try await world.community.services(token: confirmed.token)
            #expect(try await services.update(AccountChanges(email: ""), ifMatch: nil).email == nil)
        }
    }

    @Test(
        "signing in with a device's secret does not permit changing the email address of a stronger account",
        arguments: Implementation.allCases)
    func emailOnDevice(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let services = try await world.signsInWithDevice(ana)
            let address = AccountChanges(email: "ana@example.com")
            await expectError(.reauthenticationRequired) {
                try await services.update(address, ifMatch: nil)
            }
            #expect(try await ana.services.update(address, ifMatch: nil).email == "ana@example.com")
        }
    }

    @Test(
        "for seven days, an older credential removes one that a thief of the session linked, and does nothing else",
        .world, arguments: Implementation.allCases)
    func contesting(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, device) = try await Self.memberWithDevice(in: world)
        let stolen = try await world.member(signingIn: try await world.community.signIn(with: device))
        _ = try await stolen.services.link(Self.password)
        await expectError(.unauthenticated) { try await world.community.services(token: ana.token) }
        let signedIn = try await world.member(signingIn: try await world.community.signIn(with: device))
        world.clock.advance(by: 601)
        let confirmed = try await signedIn.services.reauthenticate(with: device)
        let services = try await world.community.services(token: confirmed.token)
        await expectError(.reauthenticationRequired) { try await services.createRecoveryCodes() }
        await expectError(.reauthenticationRequired) {
            try await services.link(StandInAppleVerifier.credential("001.ana"))
        }
        await expectError(.reauthenticationRequired) { try await services.unlink(.random()) }
        let identities = try await services.identities()
        let (own, theirs) = (
            try #require(identities.first { $0.provider == .device }),
            try #require(identities.first { $0.provider == .password })
        )
        await expectError(.reauthenticationRequired) { try await services.unlink(own.id) }
        try await services.unlink(theirs.id)
        await expectError(.unauthenticated) { try await world.community.services(token: stolen.token) }
        await expectError(.invalidCredentials) { try await world.community.signIn(with: Self.password) }
        let again = try await services.reauthenticate(with: device)
        _ = try await world.community.services(token: again.token).createRecoveryCodes()
    }

    @Test(
        "an older credential signs out everywhere, gets a new secret, and can remove the newer one afterwards",
        .world, arguments: Implementation.allCases)
    func contestingEverywhere(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, device) = try await Self.memberWithDevice(in: world)
        _ = try await ana.services.link(Self.password)
        world.clock.advance(days: 1)
        let stolen = try await world.community.signIn(with: Self.password)
        let signedIn = try await world.member(signingIn: try await world.community.signIn(with: device))
        let secret = try #require(try await signedIn.services.signOutEverywhere().newDeviceSecret)
        await expectError(.unauthenticated) { try await world.community.services(token: stolen.token) }
        let regained = try await world.community.signIn(with: .device(secret: secret))
        #expect(regained.person.id == ana.id)
        let services = try await world.community.services(token: regained.token)
        let theirs = try #require(try await services.identities().first { $0.provider == .password })
        try await services.unlink(theirs.id)
        #expect(try await services.identities().map(\.provider) == [.device])
    }

    @Test(
        "after seven days, an older credential that is weaker confirms nothing", .world,
        arguments: Implementation.allCases)
    func contestingTooLate(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, device) = try await Self.memberWithDevice(in: world)
        let password = try await ana.services.link(Self.password)
        world.clock.advance(days: 7)
        await expectError(.notAllowed) { try await ana.services.reauthenticate(with: device) }
        let signedIn = try await world.member(signingIn: try await world.community.signIn(with: device))
        await expectError(.reauthenticationRequired) { try await signedIn.services.unlink(password.id) }
        await expectError(.reauthenticationRequired) { try await signedIn.services.signOutEverywhere() }
    }

    @Test("a session that is not confirmed cannot sign out everywhere", arguments: Implementation.allCases)
    func stolen(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let secret = Credential.newDeviceSecret()
            let signedIn = try await world.community.signIn(with: .device(secret: secret))
            let stolen = try await world.member(signingIn: signedIn)
            world.clock.advance(by: 601)
            await expectError(.reauthenticationRequired) { try await stolen.services.signOutEverywhere() }
            #expect(try await world.community.signIn(with: .device(secret: secret)).person.id == stolen.id)
        }
    }

    @Test("confirming ends the streams of the old token", arguments: Implementation.allCases)
    func streams(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let stream = try await ana.listens()
            _ = try await ana.services.reauthenticate(with: Self.password)
            #expect(try await stream.endsSignedOut())
        }
    }

    @Test(
        "signing out everywhere ends all sessions and removes the device", arguments: Implementation.allCases)
    func signingOutEverywhere(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let secret = Credential.newDeviceSecret()
            _ = try await ana.services.link(.device(secret: secret))
            let phone = try await world.community.signIn(with: .device(secret: secret))
            let signedOut = try await ana.services.signOutEverywhere()
            #expect(signedOut.newDeviceSecret == nil)
            for token in [ana.token, phone.token] {
                await expectError(.unauthenticated) { try await world.community.services(token: token) }
            }
            #expect(try await world.community.signIn(with: .device(secret: secret)).person.id != ana.id)
            #expect(try await world.community.signIn(with: Self.password).person.id == ana.id)
        }
    }

    @Test(
        "signing out everywhere replaces a device's secret if it is the only way to sign in",
        arguments: Implementation.allCases)
    func onlyDevice(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let secret = Credential.newDeviceSecret()
            let signedIn = try await world.community.signIn(with: .device(secret: secret))
            let newcomer = try await world.member(signingIn: signedIn)
            let new = try #require(try await newcomer.services.signOutEverywhere().newDeviceSecret)
            #expect(try await world.community.signIn(with: .device(secret: new)).person.id == newcomer.id)
            await expectError(.invalidCredentials) {
                try await world.community.signIn(with: .device(secret: secret))
            }
        }
    }

    @Test(
        "a session ends a year after signing in, however often it is used", arguments: Implementation.allCases
    )
    func longest(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let start = world.clock.now
            for _ in 0..<7 {
                world.clock.advance(days: 52)
                _ = try await world.community.services(token: ana.token).me()
            }
            let session = try await ana.services.sessions(.whole).items[0]
            #expect(session.expiresAt <= start.addingTimeInterval(365 * 86_400))
            world.clock.advance(days: 2)
            await expectError(.unauthenticated) { try await world.community.services(token: ana.token) }
        }
    }

    @Test("a person has at most 100 sessions; the least used end", arguments: Implementation.allCases)
    func limit(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            var tokens: [String] = []
            for _ in 0..<100 {
                world.clock.tick()
                tokens.append(try await world.community.signIn(with: Self.password).token)
            }
            await expectError(.unauthenticated) { try await world.community.services(token: ana.token) }
            let services = try await world.community.services(token: tokens[0])
            #expect(try await services.sessions(.whole).items.count == 100)
        }
    }

    @Test(
        "signing in often with a device ends no session of another credential", .world,
        arguments: Implementation.allCases)
    func limitByCredential(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let device = Credential.device(secret: Credential.newDeviceSecret())
        _ = try await ana.services.link(device)
        for _ in 0..<100 {
            world.clock.tick()
            _ = try await world.community.signIn(with: device)
        }
        let sessions = try await ana.services.sessions(.whole).items
        #expect(sessions.count == 100 && sessions.count { $0.provider == .device } == 99)
        world.clock.tick()
        let signedIn = try await world.community.signIn(with: Self.password)
        _ = try await world.community.services(token: signedIn.token)
    }
}
