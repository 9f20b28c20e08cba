import HTTPTypes
import Paceline
import Testing

@Suite("Sign-in settings") struct SignInSettingsTests {
    @Test("Changing the password requires the current one and ends all other sessions")
    func password() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let other = try await signIn("ana", site)
            try await ana.open("/settings/sign-in")
            let wrong = try await ana.submit(
                "/settings/password", ["currentPassword": "wrong", "newPassword": "another good one"])
            #expect(wrong.status == 422)
            #expect(wrong.text.firstMatch(of: /id="error-currentPassword">[^<]/) != nil)
            let short = try await ana.submit(
                "/settings/password", ["currentPassword": Browser.password, "newPassword": "short"])
            #expect(short.text.firstMatch(of: /id="error-newPassword">[^<]/) != nil)
            #expect(!short.text.contains(Browser.password))
            let fields = ["currentPassword": Browser.password, "newPassword": "another good one"]
            #expect(try await ana.submit("/settings/password", fields).status == 303)
            #expect(try await ana.open("/friends").status == 200)
            #expect(try await other.open("/friends").status == 303)
        }
    }

    @Test("Sessions are listed and can be ended one by one")
    func sessions() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let other = try await signIn("ana", site)
            let page = try await ana.open("/settings/sign-in")
            #expect(page.text.contains("This browser"))
            let ends = page.text.matches(of: /action="(\/settings\/sessions\/[^"]*\/end)"/).map {
                String($0.1)
            }
            #expect(ends.count == 1)
            #expect(try await ana.submit(ends[0]).location == "/settings/sign-in")
            #expect(try await other.open("/friends").status == 303)
            #expect(try await ana.open("/settings/sign-in").text.contains("Session ended."))
        }
    }

    @Test("Users cannot end other users' sessions")
    func foreignSession() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            let sessions = try await site.session("ben").sessions(PageRequest()).items
            for session in sessions {
                #expect(try await ana.submit("/settings/sessions/\(session.id)/end").status == 404)
            }
            #expect(try await ben.open("/friends").status == 200)
        }
    }

    @Test("Sign-in methods can be added and removed, except the last one")
    func identities() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            #expect(try await ana.open("/settings/sign-in").text.contains("Your only method"))
            let only = try #require(try await site.session("ana").identities().first)
            let rejected = try await ana.submit("/settings/identities/\(only.id)/unlink")
            #expect(rejected.status == 422 && rejected.text.contains("only way to sign in"))
            #expect(try await ana.submit("/settings/device").status == 303)
            #expect(await ana.cookies["paceline-device"] != nil)
            let page = try await ana.open("/settings/identities/\(only.id)/unlink")
            #expect(page.text.contains("Remove this sign-in method: Password?"))
            #expect(try await ana.submit("/settings/identities/\(only.id)/unlink").status == 303)
            try await ana.open("/settings/sign-in")
            let set = try await ana.submit("/settings/password/set", ["password": "another good one"])
            #expect(set.status == 303)
            #expect(try await site.session("ana", password: "another good one").identities().count == 2)
        }
    }

    @Test("Ten minutes after signing in, changing how one signs in asks for the password first")
    func confirming() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/settings/sign-in")
            try await ana.submit("/settings/device")
            site.clock.advance(by: 601)
            let page = try await ana.open("/settings/sign-in")
            #expect(page.text.contains("Confirm that it’s you") && page.text.contains("currentPassword"))
            let device = try #require(
                try await site.session("ana").identities().first { $0.provider == .device })
            let path = "/settings/identities/\(device.id)/unlink"
            let asked = try #require(try await ana.open(path).location)
            #expect(asked.hasPrefix("/settings/confirm?next="))
            try await ana.open("/settings/sign-in")
            #expect(try await ana.submit(path).location?.hasPrefix("/settings/confirm") == true)
            #expect(try await ana.open(asked).text.contains("This protects your sign-in methods"))
            let empty = try await ana.submit("/settings/confirm", ["password": "", "next": path])
            #expect(empty.status == 422 && empty.text.contains("That is not your password."))
            let wrong = try await ana.submit("/settings/confirm", ["password": "wrong", "next": path])
            #expect(wrong.status == 422 && wrong.text.contains("That is not your password."))
            #expect(!wrong.text.contains("value=\"wrong\""))
            let before = await ana.cookies["paceline-session"]
            let fields = ["password": Browser.password, "next": path]
            #expect(try await ana.submit("/settings/confirm", fields).location == path)
            #expect(await ana.cookies["paceline-session"] != before)
            #expect(try await ana.open(path).text.contains("Confirmed."))
            #expect(try await ana.submit(path).location == "/settings/sign-in")
            #expect(try await site.session("ana").identities().map(\.provider) == [.password])
        }
    }

    @Test("Without a password, the browser's key confirms; signing out everywhere then replaces it")
    func confirmingByDevice() async throws {
        try await Site.run { site in
            let ana = try await site.memberWithoutPassword("ana")
            site.clock.advance(by: 601)
            try await ana.open("/settings/sign-in")
            let asked = try #require(try await ana.submit("/sign-out/everywhere").location)
            #expect(try await ana.open(asked).text.contains("Confirm with this browser’s key"))
            #expect(try await ana.submit("/settings/confirm").location == "/settings/sign-in")
            let before = await ana.cookies["paceline-device"]
            try await ana.open("/settings/sign-in")
            #expect(try await ana.submit("/sign-out/everywhere").location == "/")
            #expect(await ana.cookies["paceline-device"] != before)
            try await ana.open("/sign-in")
            #expect(try await ana.submit("/sign-in/device").location == "/")
        }
    }

    @Test("Sessions show the browser, and a browser that signed in before is not kept out by others' guesses")
    func knownBrowser() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            #expect(await ana.cookies["paceline-client"] != nil)
            #expect(try await ana.open("/settings/sign-in").text.contains("signed in on"))
            try await ana.submit("/sign-out")
            let stranger = site.browser()
            try await stranger.open("/sign-in")
            for number in 0..<10 {
                let wrong = try await stranger.submit(
                    "/sign-in", ["username": "ana", "password": "guess number \(number)"])
                #expect(wrong.status == 401)
            }
            let fields = ["username": "ana", "password": Browser.password]
            let tooMany = try await stranger.submit("/sign-in", fields)
            #expect(tooMany.status == 429 && tooMany.text.contains("Try again in 15 minutes."))
            try await ana.open("/sign-in")
            #expect(try await ana.submit("/sign-in", fields).location == "/")
        }
    }

    private func signIn(_ username: String, _ site: Site) async throws -> Browser {
        let browser = site.browser()
        try await browser.open("/sign-in")
        try await browser.submit("/sign-in", ["username": username, "password": Browser.password])
        return browser
    }
}
