import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Mail")
struct MailTests {
    /// Runs a test in a community that sends mail.
    private static func run(
        on implementation: Implementation,
        _ test: @escaping @Sendable (World, Mailbox) async throws -> Void
    ) async throws {
        let mailbox = Mailbox()
        try await implementation.run(configuring: { environment in
            environment.mail = mailbox
            environment.publicURL = "https://crew.example"
        }) { world in
            try await test(world, mailbox)
        }
    }

    @Test("a new address gets a link, which confirms it", arguments: Implementation.allCases)
    func confirmation(_ implementation: Implementation) async throws {
        try await Self.run(on: implementation) { world, mailbox in
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
        try await Self.run(on: implementation) { world, mailbox in
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
        "a link works for its address only, for 24 hours, and the former address learns of the change",
        arguments: Implementation.allCases)
    func change(_ implementation: Implementation) async throws {
        try await Self.run(on: implementation) { world, mailbox in
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
        "a link to choose a new password goes to the confirmed address, by username or address",
        arguments: Implementation.allCases)
    func recovery(_ implementation: Implementation) async throws {
        try await Self.run(on: implementation) { world, mailbox in
            let ana = try await world.person("ana")
            try await ana.confirms("ana@row.si", in: world, mailbox)
            for account in ["ana", " @Ana ", "ANA@row.si"] {
                try await world.community.sendRecoveryLink(to: account)
                try await world.sendMail()
                let sent = mailbox.empty()
                #expect(sent.map(\.receiver.description) == ["ana@row.si"], "\(account)")
                #expect(sent.first?.subject == "Choose a new password for @ana on crew.example")
            }
            // The account got its three links for this hour, whatever it was called.
            try await world.community.sendRecoveryLink(to: "ana@row.si")
            try await world.sendMail()
            #expect(mailbox.messages.isEmpty)
            world.clock.advance(by: 3_600)
            try await world.community.sendRecoveryLink(to: "ana@row.si")
            try await world.sendMail()
            let message = try #require(mailbox.empty().first)
            let code = try #require(message.secrets.first)
            #expect(message.body.contains("https://crew.example/recover?code=\(code)"))
            let recovered = try await world.community.recover(
                Recovery(code: code, newPassword: "another horse battery"))
            #expect(recovered.person.id == ana.id && recovered.person.isEmailConfirmed)
            await expectError(.invalidCredentials) {
                try await world.community.recover(Recovery(code: code, newPassword: "a third horse"))
            }
        }
    }

    @Test("a link to choose a new password works for 30 minutes", arguments: Implementation.allCases)
    func expiry(_ implementation: Implementation) async throws {
        try await Self.run(on: implementation) { world, mailbox in
            let ana = try await world.person("ana")
            try await ana.confirms("ana@row.si", in: world, mailbox)
            try await world.community.sendRecoveryLink(to: "ana")
            try await world.sendMail()
            let code = try #require(mailbox.empty().first?.secrets.first)
            world.clock.advance(by: 1_801)
            await expectError(.invalidCredentials) {
                try await world.community.recover(Recovery(code: code, newPassword: "a third horse"))
            }
            // A request that could not be sent in time is dropped.
            try await world.community.sendRecoveryLink(to: "ana")
            world.clock.advance(by: 1_801)
            try await world.sendMail()
            #expect(mailbox.messages.isEmpty)
        }
    }

    @Test(
        "a link to choose a new password ends with the address that it came to",
        arguments: Implementation.allCases)
    func formerAddress(_ implementation: Implementation) async throws {
        try await Self.run(on: implementation) { world, mailbox in
            let ana = try await world.person("ana")
            for next in ["ana@row.si", ""] {
                try await ana.confirms("thief@row.si", in: world, mailbox)
                try await world.community.sendRecoveryLink(to: "thief@row.si")
                try await world.sendMail()
                let code = try #require(mailbox.empty().first?.secrets.first)
                _ = try await ana.services.update(AccountChanges(email: next), ifMatch: nil)
                await expectError(.invalidCredentials) {
                    try await world.community.recover(Recovery(code: code, newPassword: "a third horse"))
                }
                try await world.sendMail()
                _ = mailbox.empty()
            }
        }
    }

    @Test(
        "what a link sent to an address of this week replaces can be restored",
        arguments: Implementation.allCases)
    func newAddress(_ implementation: Implementation) async throws {
        try await Self.run(on: implementation) { world, mailbox in
            for (age, isRestorable) in [(6, true), (7, false)] {
                let ana = try await world.person(age == 6 ? "ana" : "ben")
                world.clock.advance(days: 30)
                let own = Credential.password(username: ana.username, password: World.password)
                let stolen = try await world.member(signingIn: try await world.community.signIn(with: own))
                try await stolen.confirms("thief\(age)@row.si", in: world, mailbox)
                world.clock.advance(days: age)
                try await world.community.sendRecoveryLink(to: ana.username)
                try await world.sendMail()
                let code = try #require(mailbox.empty().flatMap(\.secrets).first)
                _ = try await world.community.recover(
                    Recovery(code: code, newPassword: "another horse battery"))
                guard isRestorable else {
                    await expectError(.invalidCredentials) { try await world.community.restore(with: own) }
                    continue
                }
                let restored = try await world.community.restore(with: own)
                #expect(restored.person.id == ana.id && !restored.person.isEmailConfirmed)
            }
        }
    }

    @Test(
        "asking for a link succeeds and is limited alike for every account, known or not",
        arguments: Implementation.allCases)
    func silence(_ implementation: Implementation) async throws {
        try await Self.run(on: implementation) { world, mailbox in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.confirms("ana@row.si", in: world, mailbox)
            _ = try await ben.services.update(AccountChanges(email: "ben@row.si"), ifMatch: nil)
            let child = try await world.person("cem", born: 2016_01_15)
            _ = try await child.services.update(AccountChanges(email: "cem@row.si"), ifMatch: nil)
            try await world.sendMail()
            #expect(mailbox.empty().map(\.receiver.description) == ["ben@row.si"])
            for account in ["ana", "ben", "cem", "no_one", "ben@row.si", "no_one@row.si", "čšž", "-t"] {
                for _ in 0..<3 { try await world.community.sendRecoveryLink(to: account) }
                await expectError(.rateLimited) {
                    try await world.community.sendRecoveryLink(to: account.uppercased())
                }
            }
            try await world.sendMail()
            #expect(
                mailbox.empty().map(\.receiver.description) == ["ana@row.si", "ana@row.si", "ana@row.si"])
            for wrong in ["", " ", String(repeating: "a", count: 255)] {
                await expectError(.invalidValue) { try await world.community.sendRecoveryLink(to: wrong) }
            }
            #expect(try await world.rows(of: "mails") == 0)
        }
    }

    @Test(
        "a network can ask for 30 links within an hour",
        arguments: Implementation.allCases.filter { $0 != .remote })
    func networks(_ implementation: Implementation) async throws {
        try await Self.run(on: implementation) { world, _ in
            let home = world.engine.signingIn(from: SignInOrigin(address: [192, 0, 2, 1]))
            for number in 0..<30 { try await home.sendRecoveryLink(to: "person\(number)") }
            await expectError(.rateLimited) { try await home.sendRecoveryLink(to: "ana") }
            let other = world.engine.signingIn(from: SignInOrigin(address: [192, 0, 2, 2]))
            try await other.sendRecoveryLink(to: "ana")
            world.clock.advance(by: 3_600)
            try await home.sendRecoveryLink(to: "ana")
        }
    }

    @Test("a server counts links by the client's address")
    func networkOfClient() async throws {
        try await Self.run(on: .remote) { world, _ in
            for number in 0..<30 { try await world.community.sendRecoveryLink(to: "person\(number)") }
            await expectError(.rateLimited) { try await world.community.sendRecoveryLink(to: "ana") }
        }
    }

    @Test(
        "security events come by mail to confirmed addresses, without names that others choose",
        arguments: Implementation.allCases)
    func notices(_ implementation: Implementation) async throws {
        try await Self.run(on: implementation) { world, mailbox in
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
        try await Self.run(on: implementation) { world, mailbox in
            let ana = try await world.person("ana")
            try await ana.confirms("old@row.si", in: world, mailbox)
            _ = try await ana.services.update(AccountChanges(email: "new@row.si"), ifMatch: nil)
            let draft = AccessTokenDraft(name: "Script", scopes: [.read])
            world.clock.tick()
            _ = try await ana.services.createAccessToken(draft)
            _ = try await ana.services.notifications(PageRequest())
            try await world.sendMail()
            let sent = mailbox.empty().filter { $0.receiver.description == "old@row.si" }
            #expect(
                sent.map(\.subject) == [
                    "Security of @ana on crew.example: an access token was created",
                    "Security of @ana on crew.example: the email address was changed",
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
        try await Self.run(on: implementation) { world, mailbox in
            for (name, isQueued) in [("ana", true), ("ben", false)] {
                let member = try await world.person(name)
                try await member.confirms("\(name)@row.si", in: world, mailbox)
                _ = try await member.services.createRecoveryCodes()
                if isQueued { _ = try await member.services.notifications(PageRequest()) }
                world.clock.tick()
                _ = try await member.services.update(
                    AccountChanges(email: "thief@row.si"), ifMatch: nil)
                _ = try await member.services.notifications(PageRequest())
                try await world.sendMail()
                let sent = mailbox.empty().filter { $0.receiver.description == "\(name)@row.si" }
                #expect(
                    sent.map(\.subject) == [
                        "Security of @\(name) on crew.example: new recovery codes were created",
                        "Security of @\(name) on crew.example: the email address was changed",
                    ])
            }
        }
    }

    @Test(
        "the owner's address learns of a recovery that ends its confirmation, and how to undo it",
        arguments: Implementation.allCases)
    func noticeOfRecovery(_ implementation: Implementation) async throws {
        try await Self.run(on: implementation) { world, mailbox in
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

    @Test("only a link by mail keeps the address confirmed", arguments: Implementation.allCases)
    func recoveredOtherwise(_ implementation: Implementation) async throws {
        try await Self.run(on: implementation) { world, mailbox in
            let ana = try await world.person("ana")
            try await ana.confirms("thief@row.si", in: world, mailbox)
            let code = try await ana.services.createRecoveryCodes().items[0]
            let recovered = try await world.community.recover(
                Recovery(code: code, newPassword: "another horse battery"))
            #expect(recovered.person.email == "thief@row.si" && !recovered.person.isEmailConfirmed)
        }
    }

    @Test(
        "what the mail system refuses is tried again, with a new code, until it is of no use",
        arguments: Implementation.allCases)
    func retries(_ implementation: Implementation) async throws {
        try await Self.run(on: implementation) { world, mailbox in
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
        try await Self.run(on: implementation) { world, mailbox in
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
        try await Self.run(on: implementation) { world, mailbox in
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
        try await Self.run(on: implementation) { world, mailbox in
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
