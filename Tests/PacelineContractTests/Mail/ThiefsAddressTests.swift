import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Addresses that a thief added")
struct ThiefsAddressTests {
    private static let password = Credential.password(username: "ana", password: World.password)
    private static let changed = PasswordChange(
        currentPassword: World.password, newPassword: "another horse battery")

    /// A thief of Ana's session adds and confirms an address, a month after she signed up.
    /// - Returns: Ana, in a session of her own.
    private static func accountWithThiefsAddress(in world: World, _ mailbox: Mailbox) async throws -> Member {
        _ = try await world.person("ana")
        world.clock.advance(days: 30)
        let stolen = try await world.member(signingIn: try await world.community.signIn(with: password))
        try await stolen.confirms("thief@row.si", in: world, mailbox)
        return try await world.member(signingIn: try await world.community.signIn(with: password))
    }

    /// The codes of the links that are sent when the account's links are asked for.
    private static func links(in world: World, _ mailbox: Mailbox) async throws -> [String] {
        for account in ["ana", "thief@row.si"] { try await world.community.sendRecoveryLink(to: account) }
        try await world.sendMail()
        return mailbox.empty().flatMap(\.secrets)
    }

    @Test(
        "signing out everywhere ends the confirmation of an address of the last seven days",
        arguments: Implementation.allCases)
    func signingOutEverywhere(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let ana = try await Self.accountWithThiefsAddress(in: world, mailbox)
            let signedIn = try await ana.services.changePassword(Self.changed)
            world.clock.advance(days: 6)
            let confirmed = try await world.community.services(token: signedIn.token).reauthenticate(
                with: .password(username: "ana", password: Self.changed.newPassword))
            let before = try await world.community.services(token: confirmed.token).me()
            #expect(before.isEmailConfirmed)
            _ = try await world.community.services(token: confirmed.token).signOutEverywhere()
            #expect(try await Self.links(in: world, mailbox).isEmpty)
            let again = try await world.community.signIn(
                with: .password(username: "ana", password: Self.changed.newPassword))
            #expect(again.person.email == "thief@row.si" && !again.person.isEmailConfirmed)
            #expect(again.person.version != before.version)
            world.clock.advance(days: 8)
            #expect(try await Self.links(in: world, mailbox).isEmpty)
        }
    }

    @Test(
        "signing out everywhere leaves an address confirmed that has been for a week",
        arguments: Implementation.allCases)
    func settledAddress(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let ana = try await world.person("ana")
            try await ana.confirms("ana@row.si", in: world, mailbox)
            world.clock.advance(days: 7)
            let signedIn = try await world.community.signIn(with: Self.password)
            _ = try await world.community.services(token: signedIn.token).signOutEverywhere()
            let again = try await world.community.signIn(with: Self.password)
            #expect(again.person.isEmailConfirmed)
        }
    }

    @Test(
        "confirming an address is a security event that notifies the owner",
        arguments: Implementation.allCases)
    func event(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let ana = try await world.person("ana")
            try await ana.confirms("ana@row.si", in: world, mailbox)
            _ = try await ana.inbox()
            try await world.sendMail()
            #expect(mailbox.empty().isEmpty)
            try await ana.confirms("thief@row.si", in: world, mailbox)
            let events = try await ana.services.securityEvents(.whole).items
            #expect(events.count { $0.kind == .emailConfirmed } == 2)
            #expect(events.allSatisfy { $0.detail == nil })
            #expect(try await ana.inbox().items.compactMap(\.security?.kind).contains(.emailConfirmed))
            try await world.sendMail()
            let notices = mailbox.empty().filter { $0.subject.contains("an email address was confirmed") }
            #expect(notices.map(\.receiver.description) == ["ana@row.si"])
        }
    }
}
