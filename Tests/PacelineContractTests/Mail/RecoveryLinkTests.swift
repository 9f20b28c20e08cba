import Foundation
import Paceline
import PacelineEngine
import PacelineTestSupport
import Testing

@Suite("Links by mail to choose a new password")
struct RecoveryLinkTests {
    @Test(
        "a link to choose a new password goes to the confirmed address, by username or address",
        arguments: Implementation.allCases)
    func recovery(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let ana = try await world.person("ana")
            try await ana.confirms("ana@row.si", in: world, mailbox)
            for account in ["ana", " @Ana ", "ANA@row.si"] {
                try await world.community.sendRecoveryLink(to: account)
                try await world.sendMail()
                let sent = mailbox.empty()
                #expect(sent.map(\.receiver.description) == ["ana@row.si"], "\(account)")
                #expect(sent.first?.subject == "Choose a new password for @ana on crew.example")
            }
            // The account got its three links for this hour, asked for under different names.
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
        try await implementation.runWithMail { world, mailbox in
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
        try await implementation.runWithMail { world, mailbox in
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
        "a link to choose a new password ends with the next change of how its owner signs in",
        arguments: Implementation.allCases)
    func changedWays(_ implementation: Implementation) async throws {
        let changes: [@Sendable (Member) async throws -> Void] = [
            { member in
                _ = try await member.services.changePassword(
                    PasswordChange(currentPassword: World.password, newPassword: "another horse battery"))
            },
            { _ = try await $0.services.link(.device(secret: Credential.newDeviceSecret())) },
            { member in
                var authenticator = try SoftwareAuthenticator(origin: "https://crew.example")
                let creation = try await member.services.preparePasskey()
                _ = try await member.services.addPasskey(authenticator.create(for: creation, named: "Laptop"))
            },
        ]
        try await implementation.runWithMail { world, mailbox in
            for (number, change) in changes.enumerated() {
                let member = try await world.person("person_\(number)")
                try await member.confirms("person\(number)@row.si", in: world, mailbox)
                try await world.community.sendRecoveryLink(to: member.username)
                try await world.sendMail()
                let code = try #require(mailbox.empty().flatMap(\.secrets).first)
                // This one waits, since the mail system is away.
                mailbox.fail(with: MailFailure("down"))
                try await world.community.sendRecoveryLink(to: member.username)
                try await world.sendMail()
                mailbox.fail(with: nil)
                try await change(member)
                await expectError(.invalidCredentials) {
                    try await world.community.recover(Recovery(code: code, newPassword: "a third horse"))
                }
                world.clock.advance(by: 120)
                try await world.sendMail()
                #expect(mailbox.empty().flatMap(\.secrets).isEmpty)
                try await world.community.sendRecoveryLink(to: member.username)
                try await world.sendMail()
                #expect(mailbox.empty().flatMap(\.secrets).count == 1)
            }
        }
    }

    @Test(
        "what a link sent to an address of this week replaces can be restored",
        arguments: Implementation.allCases)
    func newAddress(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
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
        try await implementation.runWithMail { world, mailbox in
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
        try await implementation.runWithMail { world, _ in
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
        try await Implementation.remote.runWithMail { world, _ in
            for number in 0..<30 { try await world.community.sendRecoveryLink(to: "person\(number)") }
            await expectError(.rateLimited) { try await world.community.sendRecoveryLink(to: "ana") }
        }
    }

    @Test("only a link by mail keeps the address confirmed", arguments: Implementation.allCases)
    func recoveredOtherwise(_ implementation: Implementation) async throws {
        try await implementation.runWithMail { world, mailbox in
            let ana = try await world.person("ana")
            try await ana.confirms("thief@row.si", in: world, mailbox)
            let code = try await ana.services.createRecoveryCodes().items[0]
            let recovered = try await world.community.recover(
                Recovery(code: code, newPassword: "another horse battery"))
            #expect(recovered.person.email == "thief@row.si" && !recovered.person.isEmailConfirmed)
        }
    }
}
