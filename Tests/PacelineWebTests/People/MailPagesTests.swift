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

    @Test("The page for a lost password mentions email only where the server sends it")
    func recovery() async throws {
        try await Self.run { site, _ in
            let page = try await site.browser().open("/recover").text
            #expect(page.contains("by email or from the people who run") && page.contains("/recover/email"))
        }
        try await Site.run { site in
            let page = try await site.browser().open("/recover").text
            #expect(page.contains("from the people who run") && !page.contains("mail"))
        }
    }

    @Test("An address is confirmed with a link, and a link to choose a new password goes there")
    func links() async throws {
        try await Self.run { site, mailbox in
            let ana = try await site.member("ana")
            try await ana.open("/settings/profile")
            let saved = try await ana.submit(
                "/settings/profile", ["displayName": "ana", "email": "ana@row.si", "timeZone": "UTC"])
            #expect(saved.location == "/settings/profile")
            let unconfirmed = try await ana.open("/settings/profile").text
            #expect(
                unconfirmed.contains("Saved. Open the link") && unconfirmed.contains("It is not confirmed."))
            let again = try await ana.submit("/settings/email/confirmation")
            #expect(again.location == "/settings/profile")
            _ = try await PeriodicJob.sendingMail.run(on: site.engine)
            let code = try #require(mailbox.empty().first?.secrets.first)

            // On a stranger's phone, if the address was mistyped.
            let link = "/email/confirm?code=\(code)"
            let stranger = try await site.member("ben")
            try await stranger.open(link)
            let foreign = try await stranger.submit("/email/confirm", ["code": code])
            #expect(foreign.status == 422 && foreign.text.contains("This link no longer works"))

            // On the person's phone, where they sign in first.
            let signedOut = site.browser()
            let signIn = try #require(try await signedOut.open(link).location)
            #expect(signIn.hasPrefix("/sign-in?next="))
            try await signedOut.open(signIn)
            let signedIn = try await signedOut.submit(
                "/sign-in", ["username": "ana", "password": Browser.password, "next": link])
            #expect(signedIn.location == link)
            let page = try await signedOut.open(link)
            #expect(page.status == 200 && page.headers[.cacheControl] == "private, no-store")
            #expect(try await !site.session("ana").me().isEmailConfirmed, "opening the link changes nothing")
            let wrong = try await signedOut.submit("/email/confirm", ["code": "nonsense"])
            #expect(wrong.status == 422 && wrong.text.contains("This link no longer works"))
            let confirmed = try await signedOut.submit("/email/confirm", ["code": code])
            #expect(confirmed.location == "/settings/profile")
            let profile = try await signedOut.open("/settings/profile").text
            #expect(profile.contains("Your email address is confirmed."))
            #expect(try await ana.open("/settings/profile").text.contains("It is confirmed."))
            #expect(try await ana.open("/settings/security/not-me").text.contains("ana@row.si"))

            let phone = site.browser()
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
