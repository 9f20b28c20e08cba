import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("How the staff sign in")
struct StaffSignInTests {
    private static let hour: TimeInterval = 3_600
    /// Eleven characters.
    private static let short = "rowing 8 km"

    @Test("sessions end after 12 hours without use", .world, arguments: Implementation.allCases)
    func unused(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.staffMember("ana", .moderator)
        for _ in 0..<3 {
            world.clock.advance(by: 11 * Self.hour)
            let services = try await world.community.services(token: ana.token)
            let session = try await services.sessions(.whole).items[0]
            #expect(session.lastUsedAt == world.clock.now)
            #expect(session.expiresAt == world.clock.now.addingTimeInterval(12 * Self.hour))
        }
        world.clock.advance(by: 12 * Self.hour)
        await expectError(.unauthenticated) { try await world.community.services(token: ana.token) }
    }

    @Test(
        "sessions end 30 days after signing in, even if they are used", .world,
        arguments: Implementation.allCases)
    func used(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.staffMember("ana")
        for _ in 0..<65 {
            world.clock.advance(by: 11 * Self.hour)
            _ = try await world.community.services(token: ana.token)
        }
        // 715 of 720 hours.
        let session = try await world.community.services(token: ana.token).sessions(.whole).items[0]
        #expect(session.expiresAt == session.createdAt.addingTimeInterval(720 * Self.hour))
        world.clock.advance(by: 5 * Self.hour)
        await expectError(.unauthenticated) { try await world.community.services(token: ana.token) }
    }

    @Test(
        "access tokens last as long as those of others, and do not act as staff", .world,
        arguments: Implementation.allCases)
    func accessTokens(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.staffMember("ana")
        let created = try await ana.services.createAccessToken(
            AccessTokenDraft(name: "Script", scopes: [.read]))
        #expect(created.token.expiresAt.timeIntervalSince(created.token.createdAt) == 90 * 24 * Self.hour)
        for _ in 0..<2 {
            world.clock.advance(days: 60)
            let session = try await world.engine.session(token: created.secret, for: .read)
            await expectError(.staffOnly) { try await session.staff() }
        }
    }

    @Test(
        "a password of fewer than 12 characters no longer signs in, and is replaced with the operator’s link",
        .world, arguments: Implementation.allCases)
    func password(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.tick()
        let signUp = SignUp(username: "ana", password: Self.short, birthDate: try day(1990_05_17))
        let ana = try await world.member(signingIn: try await world.community.signUp(signUp))
        try await world.grants(.moderator, to: ana)
        let password = Credential.password(username: "ana", password: Self.short)
        // It was right, so it is no guess.
        for _ in 0..<12 {
            await expectError(.notAllowed, field: "password") {
                try await world.community.signIn(with: password)
            }
        }
        await expectError(.invalidCredentials) {
            try await world.community.signIn(with: .password(username: "ana", password: "rowing 9 km"))
        }
        let code = try await world.engine.createRecoveryLink(for: "ana").code
        await expectError(.invalidValue, field: "newPassword") {
            try await world.community.recover(Recovery(code: code, newPassword: "rowing 9 km"))
        }
        let recovered = try await world.community.recover(
            Recovery(code: code, newPassword: World.password))
        #expect(recovered.person.role == nil)
        try await world.grants(.moderator, to: ana)
        let again = try await world.signsInAgain(ana)
        #expect(try await again.services.me().role == .moderator)
        await expectError(.invalidValue, field: "newPassword") {
            try await again.services.changePassword(
                PasswordChange(currentPassword: World.password, newPassword: Self.short))
        }
        _ = try await again.services.changePassword(
            PasswordChange(currentPassword: World.password, newPassword: "rowing 10 km"))
    }

    @Test(
        "with another way to sign in, a short password confirms nothing, but can be changed",
        .world, arguments: Implementation.allCases)
    func shortPassword(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.tick()
        let signUp = SignUp(username: "ana", password: Self.short, birthDate: try day(1990_05_17))
        let ana = try await world.member(signingIn: try await world.community.signUp(signUp))
        _ = try await ana.services.link(StandInAppleVerifier.credential("001.ana"))
        try await world.grants(.moderator, to: ana)
        let again = try await world.member(
            signingIn: try await world.community.signIn(with: StandInAppleVerifier.credential("001.ana")))
        await expectError(.notAllowed, field: "password") {
            try await again.services.reauthenticate(
                with: .password(username: "ana", password: Self.short))
        }
        _ = try await again.services.changePassword(
            PasswordChange(currentPassword: Self.short, newPassword: World.password))
        #expect(try await world.signsInAgain(ana).services.me().role == .moderator)
    }

    @Test("notices come by mail, but no links", arguments: Implementation.allCases)
    func mail(_ implementation: Implementation) async throws {
        let mailbox = Mailbox()
        try await implementation.run(configuring: { environment in
            environment.mail = mailbox
            environment.publicURL = "https://crew.example"
        }) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.confirms("ana@row.si", in: world, mailbox)
            try await ben.confirms("ben@row.si", in: world, mailbox)
            try await world.community.sendRecoveryLink(to: "ana")
            try await world.sendMail()
            let code = try #require(mailbox.empty().compactMap(\.secrets.first).first)
            try await world.grants(.moderator, to: ana)
            let again = try await world.signsInAgain(ana)
            _ = try await again.inbox()
            try await world.sendMail()
            let notices = mailbox.empty().map(\.subject)
            #expect(notices.contains { $0.contains("the role on this server was changed") }, "\(notices)")
            await expectError(.invalidCredentials, field: "code") {
                try await world.community.recover(Recovery(code: code, newPassword: World.password))
            }
            for account in ["ana", "ana@row.si", "ben"] {
                world.clock.advance(by: Self.hour)
                try await world.community.sendRecoveryLink(to: account)
                try await world.sendMail()
            }
            #expect(mailbox.empty().map(\.receiver.description) == ["ben@row.si"])
        }
    }
}
