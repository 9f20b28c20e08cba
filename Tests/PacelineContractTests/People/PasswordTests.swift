import Paceline
import Testing

@Suite("Changing a password")
struct PasswordTests {
    private static let another = "another good password"

    @Test("only the new password signs in", arguments: Implementation.allCases)
    func changing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            try await ana.services.changePassword(
                PasswordChange(currentPassword: World.password, newPassword: Self.another))
            let signedIn = try await world.community.signIn(
                with: .password(username: "ana", password: Self.another))
            #expect(signedIn.person.id == ana.id)
            await expectError(.invalidCredentials) {
                try await world.community.signIn(with: .password(username: "ana", password: World.password))
            }
        }
    }

    @Test("all other sessions end", arguments: Implementation.allCases)
    func sessions(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let secret = Credential.newDeviceSecret()
            _ = try await ana.services.link(.device(secret: secret))
            let others = [
                try await world.community.signIn(with: .password(username: "ana", password: World.password)),
                try await world.community.signIn(with: .device(secret: secret)),
            ]
            let changed = try await ana.services.changePassword(
                PasswordChange(currentPassword: World.password, newPassword: Self.another))
            for token in others.map(\.token) + [ana.token] {
                await expectError(.unauthenticated) { try await world.community.services(token: token) }
            }
            let services = try await world.community.services(token: changed.token)
            #expect(try await services.sessions(.whole).items.map(\.isCurrent) == [true])
            #expect(try await ben.services.me().id == ben.id)
            #expect(try await world.community.signIn(with: .device(secret: secret)).person.id == ana.id)
        }
    }

    @Test(
        "access tokens and recovery codes of the last week end, as a thief may have created them", .world,
        arguments: Implementation.allCases)
    func latestTokensAndCodes(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let member = try await world.person("ana")
        world.clock.advance(by: 601)
        var ana = try await world.signsInAgain(member)
        let old = try await ana.services.createAccessToken(Self.tokenDraft).token
        world.clock.advance(days: 7)
        ana = try await world.signsInAgain(member)
        _ = try await ana.services.createAccessToken(Self.tokenDraft)
        _ = try await ana.services.createRecoveryCodes()
        let changed = try await world.community.services(token: try await ana.changesPassword().token)
        #expect(try await changed.accessTokens().map(\.id) == [old.id])
        #expect(try await changed.recoveryCodes().unusedCount == 0)
    }

    @Test(
        "recovery codes stay if they are a week old, or of the account's first ten minutes", .world,
        arguments: Implementation.allCases)
    func earlierCodes(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, member) = try await world.people("ana", "ben")
        _ = try await ana.services.createRecoveryCodes()
        world.clock.advance(by: 601)
        let ben = try await world.signsInAgain(member)
        _ = try await ben.services.createRecoveryCodes()
        let first = try await world.community.services(token: try await ana.changesPassword().token)
        #expect(try await first.recoveryCodes().unusedCount == RecoveryCodes.count)
        world.clock.advance(days: 7)
        let later = try await world.signsInAgain(member)
        let second = try await world.community.services(token: try await later.changesPassword().token)
        #expect(try await second.recoveryCodes().unusedCount == RecoveryCodes.count)
    }

    @Test(
        "setting a password ends them, too, and so does linking and unlinking another way", .world,
        arguments: Implementation.allCases)
    func settingPassword(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let member = try await world.person("ana")
        world.clock.advance(by: 601)
        let ana = try await world.signsInAgain(member).services
        let changes: [@Sendable () async throws -> Void] = [
            { _ = try await ana.link(.device(secret: Credential.newDeviceSecret())) },
            {
                let password = try await ana.identities().first { $0.provider == .password }
                try await ana.unlink(try #require(password).id)
            },
            { _ = try await ana.link(.password(username: "ana", password: Self.another)) },
        ]
        for (number, change) in changes.enumerated() {
            _ = try await ana.createRecoveryCodes()
            _ = try await ana.createAccessToken(Self.tokenDraft)
            try await change()
            #expect(try await ana.recoveryCodes().unusedCount == 0, "\(number)")
            #expect(try await ana.accessTokens().isEmpty, "\(number)")
        }
    }

    private static let tokenDraft = AccessTokenDraft(name: "Script", scopes: [.read])

    @Test("a wrong current password changes nothing", arguments: Implementation.allCases)
    func wrong(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let phone = try await world.community.signIn(
                with: .password(username: "ana", password: World.password))
            for wrong in ["", "not the password", String(repeating: "x", count: 2_000)] {
                await expectError(.invalidCredentials, field: "currentPassword") {
                    try await ana.services.changePassword(
                        PasswordChange(currentPassword: wrong, newPassword: Self.another))
                }
            }
            _ = try await world.community.services(token: phone.token)
            _ = try await world.community.signIn(with: .password(username: "ana", password: World.password))
        }
    }

    @Test("a new password follows the same rules as at sign-up", arguments: Implementation.allCases)
    func weak(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("longer_name")
            let weak = ["aaaaaaaaaa", "longer_name"].map { ($0, SocialError.Code.passwordTooCommon) }
            let wrong = ["", "seven77", String(repeating: "abcd", count: 65)].map {
                ($0, SocialError.Code.invalidValue)
            }
            for (weak, code) in weak + wrong {
                await expectError(code, field: "newPassword") {
                    try await ana.services.changePassword(
                        PasswordChange(currentPassword: World.password, newPassword: weak))
                }
            }
            _ = try await world.community.signIn(
                with: .password(username: "longer_name", password: World.password))
        }
    }

    @Test("a password that was linked later can be changed", arguments: Implementation.allCases)
    func none(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.newcomer()
            let change = PasswordChange(currentPassword: World.password, newPassword: Self.another)
            await expectError(.notFound) { try await ana.services.changePassword(change) }
            _ = try await ana.services.setUsername("ana")
            await expectError(.notFound) { try await ana.services.changePassword(change) }
            _ = try await ana.services.link(.password(username: "ana", password: World.password))
            try await ana.services.changePassword(change)
            let signedIn = try await world.community.signIn(
                with: .password(username: "ana", password: Self.another))
            #expect(signedIn.person.id == ana.id)
        }
    }

    @Test("of two concurrent changes, one succeeds", arguments: Implementation.allCases)
    func twice(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let passwords = (0..<8).map { "\(Self.another) \($0)" }
            let outcomes = await concurrently(
                passwords.map { password in
                    {
                        try await ana.services.changePassword(
                            PasswordChange(currentPassword: World.password, newPassword: password))
                    }
                })
            #expect(outcomes.count(where: \.isSuccess) == 1)
            // The change that succeeds replaces the session's token.
            let expected: Set<SocialError.Code> = [.invalidCredentials, .unauthenticated]
            #expect(expected.isSuperset(of: outcomes.compactMap(\.rejection)))
            for (password, outcome) in zip(passwords, outcomes) where outcome.isSuccess {
                _ = try await world.community.signIn(with: .password(username: "ana", password: password))
            }
        }
    }
}

extension Member {
    fileprivate func changesPassword() async throws -> SignedIn {
        try await services.changePassword(
            PasswordChange(currentPassword: World.password, newPassword: "another good password"))
    }
}
