import Paceline
import PacelineEngine
import PacelineTestSupport
import Testing

@Suite("Credentials of the staff")
struct StaffCredentialTests {
    private static let password = Credential.password(username: "ana", password: World.password)

    @Test(
        "a device's secret and a recovery code from before a role open the account without the role", .world,
        arguments: Implementation.allCases)
    func earlier(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let device = Credential.device(secret: Credential.newDeviceSecret())
        _ = try await ana.services.link(device)
        let codes = try await ana.services.createRecoveryCodes().items
        try await world.grants(.administrator, to: ana)
        world.clock.tick()
        let weak = try await world.member(signingIn: try await world.community.signIn(with: device))
        #expect(weak.id == ana.id)
        await expectError(.reauthenticationRequired) { try await weak.staffServices.staff() }
        await expectError(.reauthenticationRequired) { _ = try await weak.services.createRecoveryCodes() }
        await expectError(.notAllowed) { _ = try await weak.services.reauthenticate(with: device) }
        let strong = try await world.signsInAgain(ana)
        #expect(try await strong.staffServices.staff().map(\.username) == ["ana"], "earlier codes count")
        // A forgotten password locks no one out.
        try await expectRoleLost(by: ana, with: codes[0], in: world)
    }

    @Test(
        "the staff keep a credential that is stronger than a device's secret", .world,
        arguments: Implementation.allCases)
    func lastStrong(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.staffMember("ana")
        let device = Credential.device(secret: Credential.newDeviceSecret())
        _ = try await ana.services.link(device)
        let password = try #require(
            try await ana.services.identities().first { $0.provider == .password })
        await expectError(.lastIdentity) { try await ana.services.unlink(password.id) }
        let authenticator = try await ana.createsPasskey()
        let strong = try await world.member(signingIn: try await world.signIn(with: authenticator))
        try await strong.services.unlink(password.id)
        let passkey = try #require(try await strong.services.passkeys().first)
        await expectError(.lastIdentity) { try await strong.services.removePasskey(passkey.id) }
        #expect(try await strong.staffServices.staff().map(\.username) == ["ana"])
        // Without the role, they may.
        try await world.engine.setRole(of: "ana", to: nil, leavingNoAdministrator: true)
        let member = try await world.member(signingIn: try await world.signIn(with: authenticator))
        try await member.services.removePasskey(passkey.id)
        #expect(try await member.services.identities().map(\.provider) == [.device])
    }

    @Test(
        "a device's secret beside a password does not act as staff until the password confirms it", .world,
        arguments: Implementation.allCases)
    func device(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.staffMember("ana")
        let device = Credential.device(secret: Credential.newDeviceSecret())
        _ = try await ana.services.link(device)
        world.clock.tick()
        let weak = try await world.member(signingIn: try await world.community.signIn(with: device))
        #expect(try await weak.services.me().role == .administrator)
        await expectError(.reauthenticationRequired) { try await weak.staffServices.staff() }
        await expectError(.reauthenticationRequired) {
            try await weak.staffServices.anomalies(in: .held, .whole)
        }
        let confirmed = try await weak.services.reauthenticate(with: Self.password)
        let strong = try await world.member(signingIn: confirmed)
        #expect(try await strong.staffServices.staff().map(\.username) == ["ana"])
    }

    @Test(
        "a password beside a passkey does not act as staff", .world, arguments: Implementation.allCases)
    func passkey(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let person = try await world.person("ana")
        let authenticator = try await person.createsPasskey()
        try await world.grants(.administrator, to: person)
        let weak = try await world.signsInAgain(person)
        await expectError(.reauthenticationRequired) { try await weak.staffServices.staff() }
        await expectError(.reauthenticationRequired) {
            try await weak.staffServices.memberRedemptions(in: .redeemed, .whole)
        }
        let strong = try await world.member(signingIn: try await world.signIn(with: authenticator))
        #expect(try await strong.staffServices.staff().map(\.username) == ["ana"])
        // Later, it only needs to have been presented once.
        world.clock.advance(by: 3_600)
        #expect(try await strong.staffServices.staff().count == 1)
    }

    @Test(
        "who regains the account with a code or a link loses the role until it is given again", .world,
        arguments: Implementation.allCases)
    func recovery(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.staffMember("ana")
        world.clock.tick()
        let code = try await ana.services.createRecoveryCodes().items[0]
        try await expectRoleLost(by: ana, with: code, in: world)
        // The only administrator is not locked out: the operator gives the role again.
        try await world.grants(.administrator, to: ana)
        let again = try await world.signsInAgain(ana)
        _ = try await again.services.createRecoveryCodes()
        #expect(try await again.staffServices.staff().map(\.username) == ["ana"])
        let link = try await world.engine.createRecoveryLink(for: "ana").code
        try await expectRoleLost(by: ana, with: link, in: world)
    }

    private func expectRoleLost(by ana: Member, with code: String, in world: World) async throws {
        world.clock.tick()
        let recovered = try await world.community.recover(
            Recovery(code: code, newPassword: World.password))
        #expect(recovered.person.id == ana.id && recovered.person.role == nil)
        let member = try await world.member(signingIn: recovered)
        await expectError(.staffOnly) { try await member.staffServices.staff() }
        let events = try await member.services.securityEvents(.whole).items
        #expect(events.first { $0.kind == .roleChanged }?.detail == "member")
        #expect(try await world.engine.staff().isEmpty)
    }

    @Test(
        "a former credential restores the account without the role", .world,
        arguments: Implementation.allCases)
    func restoring(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.staffMember("ana", .moderator)
        world.clock.advance(by: 3_600)
        let confirmed = try await ana.services.reauthenticate(with: Self.password)
        let thief = try await world.member(signingIn: confirmed)
        let code = try await thief.services.createRecoveryCodes().items[0]
        _ = try await world.community.recover(Recovery(code: code, newPassword: "another horse battery"))
        try await world.grants(.moderator, to: ana)
        world.clock.tick()
        let restored = try await world.community.restore(with: Self.password)
        #expect(restored.person.id == ana.id && restored.person.role == nil)
        #expect(try await world.engine.staff().isEmpty)
    }

    @Test("a role needs more than a device to sign in with", .world, arguments: Implementation.allCases)
    func deviceOnly(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let newcomer = try await world.newcomer()
        _ = try await newcomer.services.setUsername("ana")
        _ = try await newcomer.services.createRecoveryCodes()
        await expectError(.notAllowed) { try await world.engine.setRole(of: "ana", to: .moderator) }
        #expect(try await world.engine.staff().isEmpty)
    }
}
