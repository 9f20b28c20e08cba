import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Regaining an account")
struct RecoveryTests {
    private static let newPassword = "another horse battery"

    @Test(
        "a recovery code sets a new password once, and ends everything else",
        arguments: Implementation.allCases)
    func password(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let device = Credential.newDeviceSecret()
            _ = try await ana.services.link(.device(secret: device))
            _ = try await ana.services.link(StandInAppleVerifier.credential("001.thief"))
            _ = try await ana.services.createAccessToken(AccessTokenDraft(name: "Script", scopes: [.read]))
            #expect(try await ana.services.recoveryCodes() == RecoveryCodesStatus(unusedCount: 0))
            let codes = try await ana.services.createRecoveryCodes()
            #expect(Set(codes.items).count == RecoveryCodes.count)
            let recovery = Recovery(
                code: codes.items[3].lowercased().replacing("-", with: " "), newPassword: Self.newPassword)
            let recovered = try await world.community.recover(recovery)
            #expect(recovered.person.id == ana.id)
            await expectError(.unauthenticated) { try await world.community.services(token: ana.token) }
            await expectError(.invalidCredentials) {
                try await world.community.signIn(with: .password(username: "ana", password: World.password))
            }
            _ = try await world.community.signIn(with: .password(username: "ana", password: Self.newPassword))
            let services = try await world.community.services(token: recovered.token)
            #expect(try await services.identities().map(\.provider) == [.password])
            #expect(try await services.accessTokens().isEmpty)
            #expect(try await services.recoveryCodes().unusedCount == 0)
            for code in [codes.items[3], codes.items[4]] {
                await expectError(.invalidCredentials) {
                    try await world.community.recover(Recovery(code: code, newPassword: Self.newPassword))
                }
            }
            let stranger = try await world.community.signIn(with: .device(secret: device))
            #expect(stranger.person.id != ana.id, "the old device no longer signs in to the account")
        }
    }

    @Test("a recovery code can set a device's new secret", arguments: Implementation.allCases)
    func device(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let newcomer = try await world.newcomer()
            let codes = try await newcomer.services.createRecoveryCodes()
            let taken = Credential.newDeviceSecret()
            _ = try await world.community.signIn(with: .device(secret: taken))
            await expectError(.identityTaken) {
                try await world.community.recover(Recovery(code: codes.items[0], newDeviceSecret: taken))
            }
            let secret = Credential.newDeviceSecret()
            let recovered = try await world.community.recover(
                Recovery(code: codes.items[0], newDeviceSecret: secret))
            #expect(recovered.person.id == newcomer.id)
            #expect(
                try await world.community.signIn(with: .device(secret: secret)).person.id == newcomer.id)
        }
    }

    @Test("of two requests with one code, one regains the account", arguments: Implementation.allCases)
    func atOnce(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let code = try await ana.services.createRecoveryCodes().items[0]
            let passwords = ["another horse battery", "a third horse battery"]
            let outcomes = await concurrently(
                passwords.map { password in
                    { try await world.community.recover(Recovery(code: code, newPassword: password)) }
                })
            #expect(outcomes.count { $0.isSuccess } == 1)
            #expect(outcomes.compactMap(\.rejection) == [.invalidCredentials])
            for (password, outcome) in zip(passwords, outcomes) {
                let credential = Credential.password(username: "ana", password: password)
                if outcome.isSuccess {
                    _ = try await world.community.signIn(with: credential)
                } else {
                    await expectError(.invalidCredentials) {
                        try await world.community.signIn(with: credential)
                    }
                }
            }
        }
    }

    @Test(
        "a device's new secret replaces a password that a thief may know", arguments: Implementation.allCases)
    func lockingOut(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let code = try await ana.services.createRecoveryCodes().items[0]
            let recovered = try await world.community.recover(
                Recovery(code: code, newDeviceSecret: Credential.newDeviceSecret()))
            await expectError(.invalidCredentials) {
                try await world.community.signIn(with: .password(username: "ana", password: World.password))
            }
            let services = try await world.community.services(token: recovered.token)
            #expect(try await services.identities().map(\.provider) == [.device])
            _ = try await services.createRecoveryCodes()
        }
    }

    @Test(
        "a password needs a username, and signing out everywhere revokes codes",
        arguments: Implementation.allCases)
    func revoking(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let newcomer = try await world.newcomer()
            let code = try await newcomer.services.createRecoveryCodes().items[0]
            let recovery = Recovery(code: code, newPassword: Self.newPassword)
            await expectError(.invalidValue, field: "newPassword") {
                try await world.community.recover(recovery)
            }
            _ = try await newcomer.services.setUsername("ana")
            _ = try await newcomer.services.signOutEverywhere()
            await expectError(.invalidCredentials) { try await world.community.recover(recovery) }
        }
    }

    @Test(
        "new codes replace the old ones, and creating them needs a credential",
        arguments: Implementation.allCases)
    func replacing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let first = try await ana.services.createRecoveryCodes()
            let second = try await ana.services.createRecoveryCodes()
            #expect(Set(first.items).isDisjoint(with: second.items))
            #expect(try await ana.services.recoveryCodes().createdAt == second.createdAt)
            await expectError(.invalidCredentials) {
                try await world.community.recover(
                    Recovery(code: first.items[0], newPassword: Self.newPassword))
            }
            world.clock.advance(by: 601)
            await expectError(.reauthenticationRequired) { try await ana.services.createRecoveryCodes() }
        }
    }

    @Test(
        "a rejected password or an empty request does not use the code up", arguments: Implementation.allCases
    )
    func rejected(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let code = try await ana.services.createRecoveryCodes().items[0]
            var both = Recovery(code: code, newPassword: Self.newPassword)
            both.newDeviceSecret = Credential.newDeviceSecret()
            await expectError(.invalidValue) { try await world.community.recover(both) }
            await expectError(.passwordTooCommon) {
                try await world.community.recover(Recovery(code: code, newPassword: "iloveyou"))
            }
            for wrong in ["", "nonsense", String(repeating: "2", count: 25)] {
                await expectError(.invalidCredentials) {
                    try await world.community.recover(Recovery(code: wrong, newPassword: Self.newPassword))
                }
            }
            _ = try await world.community.recover(Recovery(code: code, newPassword: Self.newPassword))
        }
    }

    @Test("an administrator's link works for a day, and replaces earlier links")
    func links() async throws {
        try await Implementation.engineInMemory.run { world in
            let ana = try await world.person("ana")
            let codes = try await ana.services.createRecoveryCodes()
            let first = try await world.engine.createRecoveryLink(for: "Ana")
            let second = try await world.engine.createRecoveryLink(for: "ana")
            let code = { (link: RecoveryLink) in String(link.url.split(separator: "=").last ?? "") }
            #expect(second.url.hasPrefix("http://127.0.0.1:8080/recover?code="))
            await expectError(.invalidCredentials) {
                try await world.community.recover(
                    Recovery(code: code(first), newPassword: Self.newPassword))
            }
            #expect(try await ana.services.recoveryCodes().unusedCount == RecoveryCodes.count)
            let left = try await world.engine.session(for: ana.id).createRecoveryCodes().items
            #expect(Set(left).isDisjoint(with: codes.items))
            let recovered = try await world.community.recover(
                Recovery(code: code(second), newPassword: Self.newPassword))
            #expect(recovered.person.id == ana.id)
            let third = try await world.engine.createRecoveryLink(for: "ana")
            world.clock.advance(by: 86_400)
            await expectError(.invalidCredentials) {
                try await world.community.recover(
                    Recovery(code: code(third), newPassword: Self.newPassword))
            }
            await expectError(.personNotFound) { try await world.engine.createRecoveryLink(for: "ben") }
            // Codes don't expire.
            let kept = try await world.engine.session(for: ana.id).createRecoveryCodes().items[0]
            world.clock.advance(days: 3_000)
            _ = try await world.engine.purgeExpired()
            _ = try await world.community.recover(Recovery(code: kept, newPassword: World.password))
        }
    }
}
