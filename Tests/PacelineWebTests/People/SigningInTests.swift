import HTTPTypes
import Paceline
import PacelineServer
import Testing

@Suite("Signing up, in and out") struct SigningInTests {
    @Test("Without a session a page redirects to sign-in and back")
    func signInAndBack() async throws {
        try await Site.run { site in
            _ = try await site.member("ana")
            let browser = site.browser()
            let rejected = try await browser.open("/friends/find?q=ben")
            #expect(rejected.status == 303)
            #expect(rejected.location == "/sign-in?next=/friends/find%3Fq%3Dben")
            try await browser.open(try #require(rejected.location))
            let signedIn = try await browser.submit(
                "/sign-in", ["username": "ana", "password": Browser.password, "next": "/friends/find?q=ben"])
            #expect(signedIn.location == "/friends/find?q=ben")
        }
    }

    @Test("A wrong password shows an error and keeps the username")
    func wrongPassword() async throws {
        try await Site.run { site in
            let browser = site.browser()
            try await browser.open("/sign-in")
            let response = try await browser.submit("/sign-in", ["username": "ana", "password": "wrong"])
            #expect(response.status == 401)
            #expect(response.text.contains("The username or password is incorrect."))
            #expect(response.text.contains(#"value="ana""#))
            #expect(!response.text.contains(#"value="wrong""#))
        }
    }

    @Test(
        "Errors in a sign-up are shown next to their fields, and the input is kept",
        arguments: [
            ("username", "x"), ("username", "admin"), ("username", "ana"), ("password", "short"),
            ("birthDate", "tomorrow"), ("birthDate", "1800-01-01"),
        ])
    func errorsBesideFields(field: String, value: String) async throws {
        try await Site.run { site in
            _ = try await site.member("ana")
            let browser = site.browser()
            try await browser.open("/sign-up")
            var fields = [
                "username": "ben", "displayName": "Ben B", "password": Browser.password,
                "birthDate": "1990-05-17",
            ]
            fields[field] = value
            let response = try await browser.submit("/sign-up", fields)
            #expect(response.status == 422)
            #expect(response.text.contains(#"value="Ben B""#))
            let error = response.text.firstMatch(of: /id="error-(\w+)">[^<]/)
            #expect(error.map { String($0.1) } == field)
            #expect(!response.text.contains(Browser.password))
        }
    }

    @Test("Hints and errors name the configured length of usernames")
    func usernameLength() async throws {
        try await Site.run(usernamePolicy: UsernamePolicy(longest: 30)) { site in
            let ana = try await site.member("ana")
            for browser in [site.browser(), ana] {
                let form = try await browser.open(browser === ana ? "/settings/profile" : "/sign-up").text
                #expect(form.contains("3–30 lowercase") && form.contains(#"maxlength="30""#))
            }
            let rejected = try await ana.submit("/settings/username", ["username": "a"])
            #expect(rejected.status == 422 && rejected.text.contains("Use 3–30 lowercase"))
        }
    }

    @Test("All errors of a sign-up are shown at once, in the order of the fields")
    func allErrors() async throws {
        try await Site.run { site in
            let browser = site.browser()
            let form = try await browser.open("/sign-up")
            #expect(form.text.contains("3–20 lowercase") && form.text.contains(#"maxlength="20""#))
            let fields = [
                "username": "a", "displayName": String(repeating: "n", count: 101), "password": "short",
                "birthDate": "tomorrow",
            ]
            let response = try await browser.submit("/sign-up", fields)
            #expect(response.status == 422 && response.text.contains("Fix 4 fields:"))
            let errors = response.text.matches(of: /id="error-(\w+)">[^<]/).map { String($0.1) }
            #expect(errors == ["username", "displayName", "password", "birthDate"])
            for name in errors { #expect(response.text.contains("href=\"#field-\(name)\""), "\(name)") }
            #expect(response.text.contains("Enter 8–256 characters."))
        }
    }

    @Test("After signing in with a device, users must choose a username")
    func deviceAndGate() async throws {
        try await Site.run { site in
            let browser = site.browser()
            try await browser.open("/sign-in")
            let signedIn = try await browser.submit("/sign-in/device")
            #expect(signedIn.location == "/welcome?next=/")
            #expect(try await browser.open("/friends").location == "/welcome?next=/friends")
            let gate = try await browser.open("/welcome")
            #expect(gate.text.contains("You need it for the feed"))
            let chosen = try await browser.submit(
                "/welcome", ["username": "cleo", "birthDate": "1990-05-17", "next": "/friends"])
            #expect(chosen.location == "/welcome/profile?next=/friends")
            #expect(try await browser.open("/welcome/profile").text.contains(#"value="cleo""#))
            #expect(try await browser.open("/friends").status == 200)
            try await browser.submit("/sign-out")
            try await browser.open("/sign-in")
            #expect(try await browser.submit("/sign-in/device").location == "/")
        }
    }

    @Test("The availability of a username is shown")
    func availability() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            #expect(try await ana.open("/usernames?username=ana").text.contains("taken"))
            #expect(try await ana.open("/usernames?username=ben").text.contains("ben is available"))
        }
    }

    @Test("Signing out everywhere ends every session")
    func signOutEverywhere() async throws {
        try await Site.run { site in
            let (here, there) = (try await site.member("ana"), site.browser())
            try await there.open("/sign-in")
            try await there.submit("/sign-in", ["username": "ana", "password": Browser.password])
            #expect(try await there.open("/friends").status == 200)
            #expect(try await here.submit("/sign-out/everywhere").status == 303)
            #expect(try await there.open("/friends").status == 303)
            #expect(try await here.open("/").text.contains("signed out everywhere"))
            #expect(await there.cookies["paceline-session"] == nil)
        }
    }

    @Test(
        "Password guessing is rate limited, with an error page, whatever the session cookie",
        arguments: [nil, "guess"])
    func limits(session: String?) async throws {
        let limits = RateLimits(signIn: RateLimit(name: "sign-in", count: 2, window: 60))
        try await Site.run(limits: limits) { site in
            let browser = site.browser()
            try await browser.open("/sign-in")
            func guess() async throws -> Browser.Shown {
                if let session { await browser.setCookie("paceline-session", to: session) }
                return try await browser.submit("/sign-in", ["username": "ana", "password": "x"])
            }
            for _ in 0..<2 { #expect(try await guess().status == 401) }
            let response = try await guess()
            #expect(response.status == 429)
            #expect(response.headers[.retryAfter] != nil)
            #expect(response.text.contains("Too many requests"))
        }
    }
}
