import Foundation
import Paceline
import PacelineEngine
import Synchronization
import Testing

@testable import PacelineWeb

@Suite("Mail on the web") struct MailPagesTests {
    /// Keeps what it gets.
    private final class Mailbox: MailTransport {
        private let messages = Mutex<[MailMessage]>([])

        func send(_ message: MailMessage) async throws {
            messages.withLock { $0.append(message) }
        }

        /// Returns the messages so far, and forgets them.
        func empty() -> [MailMessage] {
            messages.withLock { messages in
                defer { messages = [] }
                return messages
            }
        }
    }

    private static func run(_ test: @Sendable (Site, Mailbox) async throws -> Void) async throws {
        let mailbox = Mailbox()
        try await Site.run(configuring: { $0.mail = mailbox }) { site in try await test(site, mailbox) }
    }

    @Test("An address is confirmed with a link, and a link to choose a new password goes there")
    func links() async throws {
        try await Self.run { site, mailbox in
            let ana = try await site.member("ana")
            try await ana.open("/settings/profile")
            let saved = try await ana.submit(
                "/settings/profile", ["displayName": "ana", "email": "ana@row.si", "timeZone": "UTC"])
            #expect(saved.location == "/settings/profile")
            let profile = try await ana.open("/settings/profile").text
            #expect(profile.contains("Saved. Open the link") && profile.contains("It is not confirmed."))
            let again = try await ana.submit("/settings/email/confirmation")
            #expect(again.location == "/settings/profile")
            _ = try await PeriodicJob.sendingMail.run(on: site.engine)
            let code = try #require(mailbox.empty().first?.secrets.first)

            // Without a session, as on a phone.
            let phone = site.browser()
            let page = try await phone.open("/email/confirm?code=\(code)")
            #expect(page.status == 200 && page.headers[.cacheControl] == "private, no-store")
            #expect(try await !site.session("ana").me().isEmailConfirmed, "opening the link changes nothing")
            let wrong = try await phone.submit("/email/confirm", ["code": "nonsense"])
            #expect(wrong.status == 422 && wrong.text.contains("This link no longer works"))
            #expect(try await phone.submit("/email/confirm", ["code": code]).location == "/sign-in")
            #expect(try await phone.open("/sign-in").text.contains("Your email address is confirmed."))
            #expect(try await ana.open("/settings/profile").text.contains("It is confirmed."))
            #expect(try await ana.open("/settings/security/not-me").text.contains("ana@row.si"))

            #expect(try await phone.open("/recover").text.contains(#"href="/recover/email""#))
            try await phone.open("/recover/email")
            let asked = try await phone.submit("/recover/email", ["account": "ana"])
            try await phone.open("/recover/email")
            let unknown = try await phone.submit("/recover/email", ["account": "no_one"])
            #expect(asked.status == 303 && asked.location == "/sign-in")
            #expect(unknown.status == asked.status && unknown.location == asked.location)
            _ = try await PeriodicJob.sendingMail.run(on: site.engine)
            let messages = mailbox.empty()
            #expect(messages.map(\.receiver.description) == ["ana@row.si"])
            let recovery = try #require(messages.first?.secrets.first)
            try await phone.open("/recover?code=\(recovery)")
            let done = try await phone.submit(
                "/recover", ["code": recovery, "newPassword": "another horse battery"])
            #expect(done.location == "/settings/security")
        }
    }

    @Test("What cannot be sent is said next to the field")
    func errors() async throws {
        try await Self.run { site, _ in
            let browser = site.browser()
            try await browser.open("/recover/email")
            let empty = try await browser.submit("/recover/email", ["account": " "])
            #expect(empty.status == 422 && empty.text.contains("error-account"))
            for _ in 0..<3 { try await browser.submit("/recover/email", ["account": "ana"]) }
            let limited = try await browser.submit("/recover/email", ["account": "ana"])
            #expect(limited.status == 429 && limited.text.contains("Three links were requested"))
            let ana = try await site.member("ben")
            try await ana.open("/settings/profile")
            let none = try await ana.submit("/settings/email/confirmation")
            #expect(none.status == 422 && none.text.contains("You have no email address."))
        }
    }

    @Test("Without mail, no page offers it")
    func none() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.session("ana").update(AccountChanges(email: "ana@row.si"), ifMatch: nil)
            #expect(try await !ana.open("/settings/profile").text.contains("confirmed"))
            #expect(try await !site.browser().open("/recover").text.contains("/recover/email"))
            #expect(try await site.browser().open("/recover/email").location == "/recover")
        }
    }
}
