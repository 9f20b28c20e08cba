import Foundation
import HTTPTypes
import Paceline
import PacelineEngine
import PacelineTestSupport
import Testing

@Suite("Recovery codes, access tokens and recent activity on the web") struct AccountSecurityTests {
    @Test("Recovery codes are shown once, and one of them sets a new password")
    func recovery() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            #expect(try await ana.open("/settings/security").text.contains("You have none."))
            let shown = try await ana.submit("/settings/recovery-codes", [:])
            let codes = shown.text.matches(of: /<code>([0-9A-Z-]+)<\/code>/).map { String($0.1) }
            #expect(shown.status == 200 && codes.count == 10)
            let file = "data:text/plain," + codes.joined(separator: "%0A")
            #expect(shown.text.contains("href=\"\(file)\" download="))
            let settings = try await ana.open("/settings/security").text
            #expect(settings.contains("10 of 10 left") && codes.allSatisfy { !settings.contains($0) })

            let browser = site.browser()
            let form = try await browser.open("/sign-in").text
            #expect(form.contains("href=\"/recover\""))
            try await browser.open("/recover")
            let wrong = try await browser.submit(
                "/recover", ["code": "nonsense", "newPassword": "another horse battery"])
            #expect(wrong.status == 422 && wrong.text.contains("This code is wrong"))
            #expect(wrong.text.contains("value=\"nonsense\"") && !wrong.text.contains("another horse"))
            let short = try await browser.submit("/recover", ["code": codes[0], "newPassword": "short"])
            #expect(short.status == 422 && short.text.contains("error-newPassword"))
            let done = try await browser.submit(
                "/recover", ["code": codes[0], "newPassword": "another horse battery"])
            #expect(done.location == "/settings/security")
            let after = try await browser.open("/settings/security").text
            #expect(after.contains("You have a new password.") && after.contains("You have none."))
            #expect(try await ana.open("/").text.contains("You have a new password.") == false)
            #expect(try await ana.open("/friends").status == 303, "the other browser is signed out")
        }
    }

    @Test("The staff see their role, and stay signed in for longer than the cookie of an unused session")
    func staff() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            #expect(try await !ana.open("/settings/security").text.contains("You are a moderator"))
            try await site.engine.setRole(of: "ana", to: .moderator)
            #expect(try await ana.open("/settings/security").status == 303, "all sessions ended")
            try await ana.open("/sign-in")
            let signedIn = try await ana.submit(
                "/sign-in", ["username": "ana", "password": Browser.password])
            let cookies = signedIn.headers[values: .setCookie]
            #expect(cookies.contains { $0.hasPrefix("paceline-session=") && $0.contains("Max-Age=2592000") })
            let settings = try await ana.open("/settings/security").text
            #expect(settings.contains("You are a moderator of this server"))
            #expect(settings.contains("at least 12 characters") && settings.contains("moderator"))
            #expect(try await ana.open("/settings/sign-in").text.contains("At least 12 characters."))
        }
    }

    @Test("The staff’s short passwords are explained at sign-in")
    func shortPassword() async throws {
        try await Site.run { site in
            let birthDate = try #require(Day(number: 1990_05_17))
            _ = try await site.engine.signUp(
                SignUp(username: "ana", password: "rowing 8 km", birthDate: birthDate))
            try await site.engine.setRole(of: "ana", to: .administrator)
            let browser = site.browser()
            try await browser.open("/sign-in")
            let refused = try await browser.submit(
                "/sign-in", ["username": "ana", "password": "rowing 8 km"])
            #expect(refused.status == 403 && refused.text.contains("at least 12 characters"))
        }
    }

    @Test("A former password restores the account after a thief replaced it")
    func restoring() async throws {
        try await Site.run { site in
            _ = try await site.member("ana")
            site.clock.advance(by: 30 * 86_400)
            let code = try await site.session("ana").createRecoveryCodes().items[0]
            let taken = site.browser()
            try await taken.open("/recover")
            try await taken.submit("/recover", ["code": code, "newPassword": "another horse battery"])
            let ways = try await taken.open("/settings/sign-in").text
            #expect(ways.contains("the methods that you had before can undo this"))
            let browser = site.browser()
            #expect(try await browser.open("/recover").text.contains(#"href="/recover/former""#))
            let form = try await browser.open("/recover/former")
            #expect(form.status == 200 && !form.text.contains("/recover/former/device"))
            let wrong = try await browser.submit(
                "/recover/former", ["username": "ana", "password": "another horse battery"])
            #expect(wrong.status == 401 && wrong.text.contains("That’s incorrect, or it wasn’t replaced"))
            #expect(wrong.text.contains(#"value="ana""#) && !wrong.text.contains("another horse"))
            let done = try await browser.submit(
                "/recover/former", ["username": "ana", "password": Browser.password])
            #expect(done.location == "/settings/sign-in")
            let restored = try await browser.open("/settings/sign-in").text
            #expect(restored.contains("Your former ways to sign in are back"))
            #expect(!restored.contains("the methods that you had before can undo this"))
        }
    }

    @Test("A browser whose key was replaced restores it, and gets no other account")
    func restoringDevice() async throws {
        try await Site.run { site in
            let browser = site.browser()
            try await browser.open("/sign-in")
            try await browser.submit("/sign-in/device")
            let secret = try #require(await browser.cookies["paceline-device"])
            let session = try #require(await browser.cookies["paceline-session"])
            _ = try await site.engine.services(token: session).signOutEverywhere()
            try await browser.open("/sign-in")
            let refused = try await browser.submit("/sign-in/device")
            #expect(refused.status == 401 && refused.text.contains("This browser’s key was replaced"))
            try await browser.open("/recover/former")
            let done = try await browser.submit("/recover/former/device")
            #expect(done.location?.hasPrefix("/welcome") == true)
            #expect(await browser.cookies["paceline-device"] == secret)
        }
    }

    @Test("An administrator's link fills in the code")
    func link() async throws {
        try await Site.run { site in
            _ = try await site.member("ana")
            let url = try await site.engine.createRecoveryLink(for: "ana").url
            let code = String(url.split(separator: "=").last ?? "")
            let browser = site.browser()
            let page = try await browser.open("/recover?code=\(code)")
            #expect(page.status == 200 && page.text.contains("value=\"\(code)\""))
            let done = try await browser.submit(
                "/recover", ["code": code, "newPassword": "another horse battery"])
            #expect(done.location == "/settings/security")
        }
    }

    @Test("An access token opens no page, whatever its scopes")
    func noCookie() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let draft = AccessTokenDraft(name: "Script", scopes: TokenScope.allCases)
            let secret = try await site.session("ana").createAccessToken(draft).secret
            let session = try #require(await ana.cookies["paceline-session"])
            #expect(session != secret)
            for path in ["/friends", "/settings/security", "/settings/sign-in", "/workouts/add"] {
                let browser = site.browser()
                await browser.setCookie("paceline-session", to: secret)
                let page = try await browser.open(path)
                #expect(page.location?.hasPrefix("/sign-in") == true, "\(path)")
            }
        }
    }

    @Test("An access token is shown once, listed and revoked")
    func tokens() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/settings/security")
            let rejected = try await ana.submit("/settings/tokens", ["name": "Rowing <b>script"])
            #expect(rejected.status == 422 && rejected.text.contains("error-scopes"))
            let both = try await ana.submit("/settings/tokens", [:]).text.matches(of: /href="#field-(\w+)"/)
            #expect(both.map { String($0.1) } == ["name", "scopes"])
            #expect(rejected.text.contains("value=\"Rowing &lt;b&gt;script\""))
            let shown = try await ana.submit(
                "/settings/tokens", ["name": "Rowing <b>script", "scope-workouts": "1", "scope-read": "1"])
            let secret = try #require(shown.text.firstMatch(of: /pct_[A-Za-z0-9_-]{43}/))
            let token = try #require(try await site.session("ana").accessTokens().first)
            #expect(token.scopes == [.read, .workouts])
            let listed = try await ana.open("/settings/security").text
            #expect(listed.contains("Rowing &lt;b&gt;script") && !listed.contains(String(secret.0)))
            #expect(listed.contains("Access token “Rowing &lt;b&gt;script” created"))
            let revoked = try await ana.submit("/settings/tokens/\(token.id)/revoke", [:])
            #expect(revoked.location == "/settings/security")
            #expect(try await site.session("ana").accessTokens().isEmpty)
        }
    }

    @Test("Pages with codes or tokens are stored nowhere")
    func stored() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let url = try await site.engine.createRecoveryLink(for: "ana").url
            let code = String(url.split(separator: "=").last ?? "")
            try await ana.open("/settings/security")
            let pages = [
                try await ana.submit("/settings/recovery-codes", [:]),
                try await ana.submit("/settings/tokens", ["name": "Script", "scope-read": "1"]),
                try await site.browser().open("/recover?code=\(code)"),
            ]
            for page in pages {
                #expect(page.status == 200 && page.headers[.cacheControl] == "private, no-store")
                #expect(page.headers[.eTag] == nil)
            }
        }
    }

    @Test("A sign-in elsewhere is in the inbox, with the way to secure the account")
    func signInElsewhere() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/friends")
            try await ana.submit("/sign-out")
            let fields = ["username": "ana", "password": Browser.password]
            try await ana.open("/sign-in")
            try await ana.submit("/sign-in", fields)
            let empty = try await ana.open("/notifications").text
            #expect(empty.contains("Nothing yet"), "the browser is known")
            let stranger = site.browser()
            try await stranger.open("/sign-in")
            let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"
            try await stranger.submit("/sign-in", fields, headers: [.userAgent: agent])
            let inbox = try await ana.open("/notifications").text
            #expect(inbox.contains("New sign-in from Firefox on Linux"))
            #expect(inbox.contains("1 unread notification"))
            #expect(inbox.contains(#"name="return" value="/settings/security""#))
            let securing = "/settings/security/not-me"
            #expect(inbox.contains(#"href="\#(securing)""#) && inbox.contains("This wasn’t me"))
            #expect(try await ana.open("/settings/security").text.contains(#"href="\#(securing)""#))
            let page = try await ana.open(securing).text
            #expect(page.contains("Secure your account") && page.contains(#"href="/settings/sign-in""#))
            #expect(page.contains("<b>Password</b>") && page.contains("Your only method"))
            site.clock.advance(by: 601)
            let asked = try await ana.submit("/sign-out/everywhere", ["return": securing]).location
            #expect(asked == "/settings/confirm?next=\(securing)")
            try await ana.open("/settings/confirm")
            let confirmed = try await ana.submit(
                "/settings/confirm", ["password": Browser.password, "next": securing])
            #expect(confirmed.location == securing)
            try await ana.open(securing)
            #expect(try await ana.submit("/sign-out/everywhere", ["return": securing]).location == "/")
            #expect(try await stranger.open("/friends").status == 303)
        }
    }

    @Test("An Apple identity that a thief of the session linked is removed, and signs in no more")
    func linkedByThief() async throws {
        try await Site.run(configuring: { environment in
            environment.appleVerifier = AnyAppleToken(now: environment.now)
        }) { site in
            let ana = try await site.member("ana")
            let stolen = try await site.session("ana")
            let apple = try await stolen.link(.apple(identityToken: "1.thief", nonce: "1"))
            let fields = ["username": "ana", "password": Browser.password]
            try await ana.open("/sign-in")
            try await ana.submit("/sign-in", fields)
            let inbox = try await ana.open("/notifications").text
            let securing = "/settings/security/not-me"
            #expect(inbox.contains("Apple") && inbox.contains(#"href="\#(securing)""#))
            _ = try await stolen.addPasskeyOfThief()
            try await ana.open("/sign-in")
            try await ana.submit("/sign-in", fields)
            site.clock.advance(by: 601)

            let page = try await ana.open(securing).text
            let path = "/settings/identities/\(apple.id)/unlink"
            #expect(page.contains("<b>Apple</b>") && page.contains("<b>Thief</b>"))
            #expect(page.contains(#"href="\#(path)?return=\#(securing)""#))
            let passkey = try #require(try await site.session("ana").passkeys().first)
            let removing = "/settings/passkeys/\(passkey.id)/remove"
            #expect(page.contains(#"action="\#(removing)""#))
            let asked = try #require(
                try await ana.submit(removing, ["return": securing]).location)
            let confirm = try await ana.open(asked).text
            #expect(confirm.contains("an older one can confirm only") && confirm.contains("Confirm"))
            let confirming = ["password": Browser.password, "next": securing]
            #expect(try await ana.submit("/settings/confirm", confirming).location == securing)
            try await ana.open(securing)
            #expect(try await ana.submit(removing, ["return": securing]).location == securing)
            let question = try await ana.open("\(path)?return=\(securing)").text
            #expect(question.contains("Remove this sign-in method: Apple?"))
            #expect(question.contains(#"name="return" value="\#(securing)""#))
            #expect(try await ana.submit(path, ["return": securing]).location == securing)
            let after = try await ana.open(securing).text
            #expect(after.contains("Sign-in method removed.") && !after.contains("<b>Apple</b>"))
            try await ana.submit("/settings/confirm", confirming)
            try await ana.open(securing)
            #expect(try await ana.submit("/sign-out/everywhere", ["return": securing]).location == "/")
            let credential = Credential.apple(identityToken: "2.thief", nonce: "2")
            let stranger = try await site.engine.signIn(with: credential)
            #expect(stranger.person.username == nil)
            _ = try await site.engine.signIn(with: .password(username: "ana", password: Browser.password))
        }
    }

    @Test("The key of a browser removes a password that a thief of the session set")
    func passwordOfThief() async throws {
        try await Site.run { site in
            let ana = site.browser()
            try await ana.open("/sign-in")
            try await ana.submit("/sign-in/device")
            try await ana.open("/welcome")
            try await ana.submit("/welcome", ["username": "ana", "birthDate": "1990-05-17"])
            let stolen = try await site.engine.session(named: "ana")
            let password = try await stolen.link(.password(username: "ana", password: Browser.password))
            try await ana.open("/sign-in")
            try await ana.submit("/sign-in/device")
            site.clock.advance(by: 601)
            let path = "/settings/identities/\(password.id)/unlink"
            let asked = try #require(try await ana.open(path).location)
            let confirm = try await ana.open(asked).text
            #expect(confirm.contains("Confirm with this browser’s key") && confirm.contains("an older one"))
            #expect(try await ana.submit("/settings/confirm", ["next": path]).location == path)
            #expect(try await ana.open(path).text.contains("Remove this sign-in method: Password?"))
            #expect(try await ana.submit(path).location == "/settings/sign-in")
            #expect(try await stolen.identities().map(\.provider) == [.device])
        }
    }

    @Test("Without a password, only signing out everywhere secures the account")
    func withoutPassword() async throws {
        try await Site.run { site in
            let ana = try await site.memberWithoutPassword("ana")
            let page = try await ana.open("/settings/security/not-me").text
            #expect(page.contains("Sign out everywhere") && !page.contains("Change password"))
            #expect(page.contains("Your only method"))
        }
    }

    @Test("Changes are listed with the network of the browser that made them")
    func network() async throws {
        try await Site.run(trustsForwardedFor: true) { site in
            let ana = try await site.member("ana")
            let session = try #require(await ana.cookies["paceline-session"])
            let stolen = site.browser()
            await stolen.setCookie("paceline-session", to: session)
            try await stolen.open("/settings/security")
            let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"
            let forwardedFor = try #require(HTTPField.Name("X-Forwarded-For"))
            let headers: HTTPFields = [.userAgent: agent, forwardedFor: "198.51.100.7"]
            let created = try await stolen.submit("/settings/recovery-codes", [:], headers: headers)
            #expect(created.status == 200)
            let page = try await ana.open("/settings/security").text
            #expect(page.contains("Firefox on Linux, at an address beginning with 198.51.100"))
        }
    }

    @Test("Recent activity names what happened and where from")
    func events() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let stranger = site.browser()
            try await stranger.open("/sign-in")
            for _ in 0..<2 {
                try await stranger.submit("/sign-in", ["username": "ana", "password": "wrong password"])
            }
            let page = try await ana.open("/settings/security").text
            #expect(page.contains("2 wrong passwords") && page.contains("Account created"))
            #expect(try await ana.open("/notifications").text.contains("2 wrong passwords"))
        }
    }
}

/// Takes the subject from what follows the dot of a token, which was issued when it is verified.
private struct AnyAppleToken: AppleTokenVerifier {
    let now: @Sendable () -> Date

    func verify(identityToken: String, nonce: String) async throws -> AppleIdentity {
        AppleIdentity(subject: String(identityToken.split(separator: ".").last ?? ""), issuedAt: now())
    }
}

extension Session {
    fileprivate func addPasskeyOfThief() async throws -> Passkey {
        var authenticator = try SoftwareAuthenticator()
        return try await addPasskey(authenticator.create(for: try await preparePasskey(), named: "Thief"))
    }
}
