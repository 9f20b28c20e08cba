import Foundation
import Paceline
import PacelineClient
import PacelineEngine
import PacelineTestSupport
import Testing

@Suite("Passkeys of an account")
struct OwnPasskeyTests {
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
}
