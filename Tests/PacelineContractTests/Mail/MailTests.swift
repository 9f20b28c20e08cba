import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Mail")
struct MailTests {
    @Test("a new address gets a link, which confirms it", arguments: Implementation.allCases)
    func confirmation(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let ana = try await world.person("ana")
            let added = try await ana.services.update(AccountChanges(email: "ana@row.si"), ifMatch: nil)
            #expect(added.email == "ana@row.si" && !added.isEmailConfirmed)
            try await world.sendMail()
            let message = try #require(mailbox.empty().first)
            let code = try #require(message.secrets.first)
            #expect(message.receiver.description == "ana@row.si")
            #expect(message.subject == "Confirm your email address for @ana on crew.example")
            #expect(message.body.contains("https://crew.example/email/confirm?code=\(code)"))
            for _ in 0..<2 { try await ana.services.confirmEmail(code) }
            #expect(try await ana.services.me().isEmailConfirmed)
            // A confirmed address gets no other link.
            try await ana.services.sendEmailConfirmation()
            try await world.sendMail()
            #expect(mailbox.messages.isEmpty)
            #expect(try await world.rows(of: "mails") == 0)
        }
    }

    @Test(
        "a link confirms nothing in another account, since it may have come to a stranger",
        arguments: Implementation.allCases)
    func mistyped(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let (ana, stranger) = try await world.people("ana", "ben")
            for member in [ana, stranger] {
                _ = try await member.services.update(AccountChanges(email: "ben@row.si"), ifMatch: nil)
            }
            try await world.sendMail()
            let messages = mailbox.empty().filter { $0.subject.contains("@ana") }
            let code = try #require(messages.first?.secrets.first)
            await expectError(.invalidCredentials, field: "code") {
                try await stranger.services.confirmEmail(code)
            }
            #expect(try await !ana.services.me().isEmailConfirmed)
            #expect(try await !stranger.services.me().isEmailConfirmed)
            try await ana.services.confirmEmail(code)
            #expect(try await ana.services.me().isEmailConfirmed)
        }
    }

    @Test(
        "a link works for its address only, for 24 hours, and the former address is notified",
        arguments: Implementation.allCases)
    func change(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let ana = try await world.person("ana")
            try await ana.confirms("old@row.si", in: world, mailbox)
            let changed = try await ana.services.update(AccountChanges(email: "new@row.si"), ifMatch: nil)
            #expect(!changed.isEmailConfirmed)
            try await world.sendMail()
            let messages = mailbox.empty()
            #expect(messages.map(\.receiver.description) == ["new@row.si", "old@row.si"])
            #expect(
                messages.last?.subject == "Security of @ana on crew.example: the email address was changed")
            let code = try #require(messages.first?.secrets.first)
            _ = try await ana.services.update(AccountChanges(email: "third@row.si"), ifMatch: nil)
            let forged = code.dropLast(2) + (code.hasSuffix("AA") ? "BB" : "AA")
            for wrong in [code, String(forged), "", "nonsense", String(repeating: "A", count: 54)] {
                await expectError(.invalidCredentials, field: "code") {
                    try await ana.services.confirmEmail(wrong)
                }
            }
            try await world.sendMail()
            let third = try #require(mailbox.empty().first?.secrets.first)
            world.clock.advance(by: 86_401)
            await expectError(.invalidCredentials) { try await ana.services.confirmEmail(third) }
            #expect(try await !ana.services.me().isEmailConfirmed)
        }
    }

    @Test(
        "what the mail system refuses is tried again, with a new code, until it is of no use",
        arguments: Implementation.allCases)
    func retries(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let ana = try await world.person("ana")
            try await ana.confirms("ana@row.si", in: world, mailbox)
            try await world.community.sendRecoveryLink(to: "ana")
            mailbox.fail(with: MailFailure("down"))
            let notes = try await world.sendMail()
            #expect(
                notes.map(\.details) == [
                    ["kind": "recovery", "attempt": "1", "isLast": "false", "error": "down"]
                ])
            #expect(notes.map(\.isError).allSatisfy { $0 })
            // Neither at once nor by another server.
            #expect(try await world.sendMail().isEmpty)
            world.clock.advance(by: 60)
            #expect(try await world.sendMail().first?.details["attempt"] == "2")
            mailbox.fail(with: nil)
            world.clock.advance(by: 300)
            #expect(try await world.sendMail().isEmpty)
            let code = try #require(mailbox.empty().first?.secrets.first)
            _ = try await world.community.recover(
                Recovery(code: code, newPassword: "another horse battery"))

            mailbox.fail(with: MailFailure("down"))
            try await world.community.sendRecoveryLink(to: "ana")
            var last: [PeriodicJob.Note] = []
            for pause: TimeInterval in [0, 60, 300, 1_500] {
                world.clock.advance(by: pause)
                last += try await world.sendMail()
            }
            #expect(last.map { $0.details["isLast"] } == ["false", "false", "true"])
            #expect(try await world.rows(of: "mails") == 0)
        }
    }

    @Test("no code is stored, and a few messages are sent at a time", arguments: Implementation.allCases)
    func queue(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let crowd = try await world.crowd(12)
            for member in crowd {
                try await member.confirms("\(member.username)@row.si", in: world, mailbox)
            }
            for member in crowd { try await world.community.sendRecoveryLink(to: member.username) }
            mailbox.fail(with: MailFailure("down"))
            try await world.sendMail()
            let waiting = "mails WHERE kind = 'recovery' AND account IS NULL AND address IS NULL"
            #expect(try await world.rows(of: waiting) == 12)
            #expect(try await world.rows(of: "mails") == 12)
            mailbox.fail(with: nil)
            world.clock.advance(by: 60)
            try await world.sendMail()
            #expect(Set(mailbox.messages.map(\.receiver)).count == 12)
            #expect(Set(mailbox.messages.flatMap(\.secrets)).count == 12)
            #expect((1...4).contains(mailbox.mostAtOnce))
        }
    }

    @Test("a person and an address get five confirmations a day", arguments: Implementation.allCases)
    func limits(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let (ana, ben) = try await world.people("ana", "ben")
            await expectError(.notFound) { try await ana.services.sendEmailConfirmation() }
            _ = try await ana.services.update(AccountChanges(email: "ana@row.si"), ifMatch: nil)
            for _ in 0..<4 { try await ana.services.sendEmailConfirmation() }
            await expectError(.rateLimited) { try await ana.services.sendEmailConfirmation() }
            // The address belongs to someone else, whom no other account may annoy either.
            let added = try await ben.services.update(AccountChanges(email: "ANA@row.si"), ifMatch: nil)
            #expect(added.email == "ANA@row.si")
            await expectError(.rateLimited) { try await ben.services.sendEmailConfirmation() }
            try await world.sendMail()
            #expect(mailbox.empty().map(\.receiver.description) == ["ana@row.si"], "only the last one")
            world.clock.advance(by: 86_401)
            try await ben.services.sendEmailConfirmation()
            try await world.sendMail()
            #expect(mailbox.messages.map(\.receiver.description) == ["ANA@row.si"])
        }
    }

    @Test("children and odd addresses get no mail", arguments: Implementation.allCases)
    func refused(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let (ana, child) = (
                try await world.person("ana"), try await world.person("cem", born: 2016_01_15)
            )
            _ = try await ana.services.update(AccountChanges(email: "a,b@row.si"), ifMatch: nil)
            _ = try await child.services.update(AccountChanges(email: "cem@row.si"), ifMatch: nil)
            await expectError(.invalidValue) { try await ana.services.sendEmailConfirmation() }
            await expectError(.ageRestricted) { try await child.services.sendEmailConfirmation() }
            try await world.sendMail()
            #expect(mailbox.messages.isEmpty)
        }
    }

    @Test("without mail, nothing is queued", arguments: Implementation.allCases)
    func none(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            _ = try await ana.services.update(AccountChanges(email: "ana@row.si"), ifMatch: nil)
            _ = try await ana.services.notifications(PageRequest())
            await expectError(.providerUnavailable) { try await ana.services.sendEmailConfirmation() }
            await expectError(.providerUnavailable) {
                try await world.community.sendRecoveryLink(to: "ana")
            }
            #expect(try await world.rows(of: "mails") == 0)
            #expect(try await world.sendMail().isEmpty)
        }
    }

    @Test("an address that could begin a header or name another receiver is none")
    func addresses() {
        for good in ["a@b.si", "ana.novak+row@crew.example", "x_y@sub.crew-1.example"] {
            #expect(MailAddress(good)?.description == good)
        }
        let long = String(repeating: "a", count: 65) + "@row.si"
        for bad in [
            "", "a", "a@b", "@b.si", "a@", "a@@b.si", "a b@c.si", "a@b.si\nBcc: c@d.si", "a,b@c.si",
            "a@b.si,c@d.si", "\"a\"@b.si", "<a@b.si>", "-t@b.si", "a..b@c.si", ".a@b.si", "a.@b.si",
            "a@b..si", "a@.si", "ž@b.si", "a@ž.si", "a@[1.2.3.4]", long,
        ] {
            #expect(MailAddress(bad) == nil, "\(bad)")
        }
    }
}
