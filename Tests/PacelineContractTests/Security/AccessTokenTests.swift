import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Access tokens")
struct AccessTokenTests {
    private static let draft = AccessTokenDraft(name: " Rowing script ", scopes: [.workouts, .read, .read])

    @Test("tokens are listed newest first, without their secrets", arguments: Implementation.allCases)
    func list(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let created = try await ana.services.createAccessToken(Self.draft)
            #expect(created.secret.wholeMatch(of: /pct_[A-Za-z0-9_-]{43}/) != nil)
            #expect(created.token.name == "Rowing script" && created.token.scopes == [.read, .workouts])
            world.clock.advance(by: 60)
            let second = try await ana.services.createAccessToken(
                AccessTokenDraft(name: "Rowing script", scopes: [.social]))
            #expect(second.secret != created.secret)
            #expect(try await ana.services.accessTokens() == [second.token, created.token])
            #expect(try await ana.services.sessions(.whole).items.count == 1, "they are no sign-ins")
            let ben = try await world.person("ben")
            #expect(try await ben.services.accessTokens().isEmpty)
            await expectError(.notFound) { try await ben.services.revokeAccessToken(second.token.id) }
            try await ana.services.revokeAccessToken(created.token.id)
            #expect(try await ana.services.accessTokens() == [second.token])
            await expectError(.notFound) { try await ana.services.revokeAccessToken(created.token.id) }
        }
    }

    @Test(
        "a token is revoked without a confirmation, also beside a passkey", arguments: Implementation.allCases
    )
    func revoking(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            _ = try await ana.createsPasskey()
            let token = try await ana.services.createAccessToken(Self.draft).token
            world.clock.advance(by: 601)
            try await ana.services.revokeAccessToken(token.id)
            #expect(try await ana.services.accessTokens().isEmpty)
            #expect(try await ana.services.securityEvents(.whole).items.first?.kind == .tokenRevoked)
        }
    }

    @Test("a token needs a name, a scope and a recent sign-in", arguments: Implementation.allCases)
    func rejected(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for draft in [
                AccessTokenDraft(name: " ", scopes: [.read]), AccessTokenDraft(name: "Script", scopes: []),
                AccessTokenDraft(name: String(repeating: "n", count: 51), scopes: [.read]),
            ] { await expectError(.invalidValue) { try await ana.services.createAccessToken(draft) } }
            world.clock.advance(by: 601)
            await expectError(.reauthenticationRequired) {
                try await ana.services.createAccessToken(Self.draft)
            }
        }
    }

    @Test(
        "a token that is used lasts for 366 days, a session for 365", .world,
        arguments: StoredTableTests.implementations)
    func lifetime(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let created = try await ana.services.createAccessToken(Self.draft)
        let start = created.token.createdAt
        let member = try #require(try await ana.services.sessions(.whole).items.first)
        while world.clock.now < start.addingTimeInterval(330 * 86_400) {
            // Several uses before the end, since one is stored only after its answer.
            world.clock.advance(days: 30)
            _ = try await world.engine.session(token: created.secret, for: .read)
            _ = try await world.engine.services(token: ana.token)
            var listed: AccessToken?
            while listed == nil {
                // Until the use is stored, the list leaves the token out if its stored end is over.
                try Task.checkCancellation()
                listed = try await ana.services.accessTokens().first
            }
            let end = min(world.clock.now + 90 * 86_400, start + 366 * 86_400)
            #expect(listed?.expiresAt == end)
        }
        world.clock.advance(to: member.createdAt + 365 * 86_400)
        await expectError(.unauthenticated) { try await world.engine.services(token: ana.token) }
        world.clock.advance(to: start + 366 * 86_400 - 1)
        _ = try await world.engine.session(token: created.secret, for: .read)
        world.clock.tick()
        await expectError(.unauthenticated) {
            try await world.engine.session(token: created.secret, for: .read)
        }
    }

    @Test("a person has at most 20 tokens", arguments: Implementation.allCases)
    func limit(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            var newest: AccessToken?
            for _ in 0..<AccessToken.limit {
                newest = try await ana.services.createAccessToken(Self.draft).token
            }
            await expectError(.limitReached) { try await ana.services.createAccessToken(Self.draft) }
            try await ana.services.revokeAccessToken(try #require(newest).id)
            _ = try await ana.services.createAccessToken(Self.draft)
        }
    }

    @Test(
        "a new password keeps tokens that are older than a week, signing out everywhere revokes them",
        arguments: Implementation.allCases)
    func ending(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            _ = try await ana.services.createAccessToken(Self.draft)
            world.clock.advance(days: 8)
            let changed = try await ana.services.changePassword(
                PasswordChange(currentPassword: World.password, newPassword: "another horse battery"))
            let services = try await world.community.services(token: changed.token)
            #expect(try await services.accessTokens().count == 1)
            _ = try await services.signOutEverywhere()
            let again = try await world.community.signIn(
                with: .password(username: "ana", password: "another horse battery"))
            let tokens = try await world.community.services(token: again.token).accessTokens()
            #expect(tokens.isEmpty)
        }
    }
}
