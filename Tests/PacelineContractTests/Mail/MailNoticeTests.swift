import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Notices by mail")
struct MailNoticeTests {
    @Test(
        "security events come by mail to confirmed addresses, without names that others choose",
        arguments: Implementation.allCases)
    func notices(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.confirms("ana@row.si", in: world, mailbox)
            for person in [ana, ben] {
                _ = try await person.services.createAccessToken(
                    AccessTokenDraft(name: "Visit evil.example", scopes: [.read]))
                _ = try await person.services.notifications(PageRequest())
            }
            try await world.sendMail()
            let sent = mailbox.empty()
            #expect(sent.map(\.receiver.description) == ["ana@row.si"])
            let message = try #require(sent.first)
            #expect(message.subject == "Security of @ana on crew.example: an access token was created")
            #expect(message.body.contains("https://crew.example/settings/security/not-me"))
            #expect(message.body.hasPrefix("An access token was created, at 2026-03-01 12:00 UTC"))
            #expect(!message.body.contains("evil") && message.secrets.isEmpty)
            // Strangers could fill the mailbox with these.
            await expectError(.invalidCredentials) {
                try await world.community.signIn(with: .password(username: "ana", password: "not hers"))
            }
            _ = try await ana.services.notifications(PageRequest())
            try await world.sendMail()
            #expect(mailbox.messages.isEmpty)
        }
    }

    @Test("for seven days, a former address gets the notices, too", arguments: Implementation.allCases)
    func formerAddressNotices(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let ana = try await world.person("ana")
            try await ana.confirms("old@row.si", in: world, mailbox)
            _ = try await ana.services.update(AccountChanges(email: "new@row.si"), ifMatch: nil)
            let draft = AccessTokenDraft(name: "Script", scopes: [.read])
            world.clock.tick()
            _ = try await ana.services.createAccessToken(draft)
            #expect(
                try await ana.notices(to: "old@row.si", in: world, mailbox) == [
                    "an access token was created", "the email address was changed",
                ])
            world.clock.advance(days: 7)
            let confirmed = try await ana.services.reauthenticate(
                with: .password(username: "ana", password: World.password))
            let services = try await world.community.services(token: confirmed.token)
            _ = try await services.createAccessToken(draft)
            _ = try await services.notifications(PageRequest())
            try await world.sendMail()
            #expect(mailbox.messages.isEmpty)
            #expect(try await world.purgeExpired().contains { $0.name == "former_addresses" && $0.rows == 1 })
        }
    }

    @Test(
        "changing the address at once hides no event from the former one", arguments: Implementation.allCases)
    func hiddenEvents(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            for (name, isQueued) in [("ana", true), ("ben", false)] {
                let member = try await world.person(name)
                try await member.confirms("\(name)@row.si", in: world, mailbox)
                _ = try await member.services.createRecoveryCodes()
                if isQueued { _ = try await member.services.notifications(PageRequest()) }
                world.clock.tick()
                _ = try await member.services.update(
                    AccountChanges(email: "thief@row.si"), ifMatch: nil)
                #expect(
                    try await member.notices(to: "\(name)@row.si", in: world, mailbox) == [
                        "new recovery codes were created", "the email address was changed",
                    ])
            }
        }
    }

    @Test(
        "mail to the owner's address reports a recovery that ends its confirmation, and how to undo it",
        arguments: Implementation.allCases)
    func noticeOfRecovery(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let ana = try await world.person("ana")
            try await ana.confirms("ana@row.si", in: world, mailbox)
            world.clock.advance(days: 30)
            let password = Credential.password(username: "ana", password: World.password)
            let stolen = try await world.member(signingIn: try await world.community.signIn(with: password))
            try await stolen.confirms("thief@row.si", in: world, mailbox)
            let code = try await stolen.services.createRecoveryCodes().items[0]
            world.clock.tick()
            let taken = try await world.member(
                signingIn: try await world.community.recover(
                    Recovery(code: code, newPassword: "another horse battery")))
            _ = try await taken.services.notifications(PageRequest())
            try await world.sendMail()
            let notice = try #require(
                mailbox.empty().first {
                    $0.receiver.description == "ana@row.si"
                        && $0.subject.contains("a new password was chosen")
                })
            #expect(notice.body.contains("https://crew.example/recover/former"))
            let restored = try await world.member(
                signingIn: try await world.community.restore(with: password))
            _ = try await restored.services.notifications(PageRequest())
            try await world.sendMail()
            #expect(Set(mailbox.empty().map(\.receiver.description)) == ["ana@row.si"])
        }
    }
}

extension Member {
    /// What the new messages to an address tell of the member's account.
    fileprivate func notices(
        to address: String, in world: World, _ mailbox: Mailbox
    ) async throws -> [String] {
        _ = try await services.notifications(PageRequest())
        try await world.sendMail()
        let sent = mailbox.empty().filter { $0.receiver.description == address }
        return sent.map { $0.subject.replacing("Security of @\(username) on crew.example: ", with: "") }
    }
}
