import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import Testing

@testable import PacelineWeb

@Suite("Web security") struct SafetyTests {
    @Test(
        "Every response forbids foreign and inline scripts",
        arguments: ["/", "/sign-in", "/nothing", "/friends", "/manifest.webmanifest"])
    func policy(path: String) async throws {
        try await Site.run { site in
            let page = try await site.browser().open(path)
            let policy = try #require(page.headers[.contentSecurityPolicy]).split(separator: ";").map {
                $0.split(separator: " ").map(String.init)
            }
            let sources = Dictionary(policy.map { ($0[0], Array($0.dropFirst())) }) { $0 + $1 }
            for none in ["default-src", "base-uri", "frame-ancestors"] {
                #expect(sources[none] == ["'none'"], "\(none)")
            }
            for own in ["script-src", "style-src", "img-src", "connect-src", "manifest-src", "form-action"] {
                #expect(sources[own] == ["'self'"], "\(own)")
            }
            #expect(sources.count == 9, "nothing else is allowed")
            #expect(page.headers[.xContentTypeOptions] == "nosniff")
            #expect(page.headers[.openerPolicy] == "same-origin")
            #expect(page.headers[.resourcePolicy] == "same-origin")
        }
    }

    @Test("Browsers do not cache pages")
    func keeping() async throws {
        try await Site.run { site in
            for browser in [site.browser(), try await site.member("ana")] {
                for path in ["/", "/sign-in", "/settings/profile", "/nothing"] {
                    let page = try await browser.open(path)
                    #expect(page.headers[.cacheControl] == "private, no-store", "\(path)")
                }
            }
        }
    }

    @Test("Templates contain no inline scripts, styles or handlers, and escape every value")
    func templates() throws {
        for (name, source) in try ShippedTemplates.markup.get() {
            #expect(
                source.firstMatch(of: /<script(?! src=)|<style|\sstyle=|\son[a-z]+=|javascript:/) == nil,
                "\(name)")
            // These values are escaped already: the page in its layout, and the options of a menu.
            let finished = source.replacing(
                /<(select|optgroup)[^>]*>\{\{\{[a-z]+\}\}\}<\/(select|optgroup)>/, with: "")
            #expect(!finished.contains("{{{") || name == "Site/layout", "\(name)")
            #expect(!source.contains("{{&"), "\(name)")
        }
    }

    @Test("Every form that changes data includes the CSRF token")
    func formsHoldTheToken() throws {
        for (name, source) in try ShippedTemplates.markup.get() {
            for form in source.matches(of: /<form[^>]*method="post"[^>]*>(?s:.*?)<\/form>/) {
                #expect(form.0.contains(#"name="csrf" value="{{csrf}}""#), "\(name): \(form.0.prefix(80))")
            }
        }
    }

    @Test("User input is escaped on every page")
    func escaping() async throws {
        try await Site.run { site in
            let name = "<script>alert(1)</script>\"'"
            let ana = try await site.member("ana", name: name)
            _ = try await site.member("ben", name: name)
            try await site.befriend("ana", "ben")
            let workout = try await site.publish(
                by: "ana", title: "<img src=x onerror=alert(1)>", notes: "</p><script>alert(2)</script>")
            let comment = "\"\u{301}><svg onload=alert(3)> @ana <b>&amp;"
            _ = try await site.session("ana").comment(CommentDraft(text: comment), on: workout.id.item)
            let group = try await site.session("ana").createGroup(title: "<img src=x>\"><svg onload=y>")
            let game = "/games?scope=group:\(group.id)"
            for path in [
                "/", "/?whose=%22%3E%3Cscript%3E", "/workouts/\(workout.id)", "/@ana",
                "/friends/find?q=%22%3E%3Cscript%3E", "/groups",
                "/groups/\(group.id)", "/groups/\(group.id)/invite", "/groups/\(group.id)/leave", game,
                "/settings/profile", "/groups/find?code=%22%3E%3Csvg%20onload%3E",
                "/games?from=%22%3E%3Cscript%3E",
            ] {
                let text = try await ana.open(path).text
                #expect(
                    text.firstMatch(of: /<script(?! src="\/assets\/)|<img src=x|<svg onload|<b>&amp;/) == nil,
                    "\(path)")
            }
            let text = try await ana.open("/workouts/\(workout.id)?edit=none").text
            #expect(text.contains("&quot;\u{301}&gt;&lt;svg onload=alert(3)&gt;"))
            #expect(text.contains(#"<a href="/@ana">@ana</a>"#))
        }
    }

    @Test("A quotation mark with an accent is still escaped")
    func accentedQuotationMark() {
        #expect(EscapedMarkup().escapeText("\"\u{301} x='") == "&quot;\u{301} x=&#39;")
    }

    @Test("A form without the browser's CSRF token changes nothing")
    func forgery() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            let foreign = try #require(await ben.page.token)
            for token in ["", "x", foreign] {
                #expect(try await ana.submit("/@ben/follow", token: token).status == 403)
            }
            #expect(try await site.session("ben").person(.username("ana")).relationship == .notFriends)
            #expect(try await ana.submit("/@ben/follow").status == 303)
        }
    }

    @Test("Signing in requires a form from the same browser")
    func forgedSignIn() async throws {
        try await Site.run { site in
            _ = try await site.member("ana")
            let stranger = site.browser()
            let fields = ["username": "ana", "password": Browser.password]
            #expect(try await stranger.submit("/sign-in", fields, token: "x").status == 403)
            try await stranger.open("/sign-in")
            #expect(try await stranger.submit("/sign-in", fields).status == 303)
        }
    }

    @Test(
        "Requests from other sites are rejected, even with a valid token",
        arguments: [
            ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
            ("Origin", "https://evil.example"), ("Origin", "null"),
        ])
    func otherSites(name: String, value: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let headers: HTTPFields = [try #require(HTTPField.Name(name)): value]
            let response = try await ana.submit("/sign-out", headers: headers)
            #expect(response.status == 403)
            #expect(response.text.contains("another site"))
            #expect(try await ana.open("/friends").status == 200)
        }
    }

    @Test("No page makes the browser ask for a password in its own dialog")
    func challenges() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.submit("/sign-out")
            try await ana.open("/sign-in")
            let wrong = try await ana.submit("/sign-in", ["username": "ana", "password": "wrong"])
            let ended = try await ana.submit(
                "/groups", ["title": "Crew"], headers: [.fetchSite: "same-origin"])
            for response in [wrong, ended] {
                #expect(response.status == 401 && response.headers[.wwwAuthenticate] == nil)
            }
        }
    }

    @Test("GET never changes anything")
    func safeMethods() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let response = try await ana.open("/sign-out")
            #expect(response.status == 405)
            #expect(response.headers[.allow] == "POST")
        }
    }

    @Test("Cookies are HttpOnly and not sent with requests from other sites")
    func cookies() async throws {
        try await Site.run { site in
            _ = try await site.member("ben")
            let browser = site.browser()
            let responses = [
                try await browser.open("/sign-in"), try await browser.submit("/sign-in/device"),
                try await browser.open("/welcome"),
                try await browser.submit("/welcome", ["username": "ana", "birthDate": "1990-05-17"]),
                try await browser.open("/games"), try await browser.submit("/@ben/follow"),
            ]
            let cookies = responses.flatMap { $0.headers[values: .setCookie] }
            #expect(
                Set(cookies.map { String($0.prefix { $0 != "=" }) })
                    == Set(
                        ["visitor", "session", "client", "device", "board", "notice"].map { "paceline-" + $0 }
                    ))
            for cookie in cookies {
                for attribute in ["HttpOnly", "SameSite=Lax", "Path=/"] {
                    #expect(cookie.contains(attribute), "\(cookie)")
                }
                #expect(!cookie.contains("Secure") && !cookie.contains("Domain"), "\(cookie)")
            }
        }
    }

    @Test("Over TLS, cookies are Secure and bound to the host")
    func secureCookies() async throws {
        try await Site.run(trustsForwardedFor: true) { site in
            let proto = try #require(HTTPField.Name("X-Forwarded-Proto"))
            let page = try await site.browser().open("/sign-in", [proto: "https"])
            let cookie = try #require(page.headers[values: .setCookie].first)
            #expect(cookie.hasPrefix("__Host-paceline-visitor=") && cookie.contains("Secure"))
        }
    }

    @Test(
        "Behind a proxy with TLS, every response makes browsers use only HTTPS",
        arguments: [
            ("/", 200), ("/friends", 303), ("/nothing", 404), ("/manifest.webmanifest", 200),
            ("/health", 200), ("/v1/me", 401), ("/v1/nothing", 404),
        ])
    func strictTransport(path: String, status: Int) async throws {
        let proto = try #require(HTTPField.Name("X-Forwarded-Proto"))
        for isTrusted in [true, false] {
            try await Site.run(trustsForwardedFor: isTrusted) { site in
                let browser = site.browser()
                let response = try await browser.open(path, [proto: "https"])
                #expect(response.status == status)
                #expect(
                    response.headers[.strictTransportSecurity] == (isTrusted ? "max-age=31536000" : nil))
                #expect(try await browser.open(path).headers[.strictTransportSecurity] == nil)
                site.engine.environment.publicAddress.move(to: "https://crew.example")
                #expect(try await browser.open(path).headers[.strictTransportSecurity] != nil)
            }
        }
    }

    @Test(
        "Redirects stay on this site",
        arguments: [
            "https://evil.example", "//evil.example", "/\\evil.example", "/\t/evil.example",
            "\\\\evil.example",
            "javascript:alert(1)", "evil", "/%0d%0aSet-Cookie:x", "",
        ])
    func openRedirects(target: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let safe = ["/", "/%0d%0aSet-Cookie:x"]
            let query = "next=" + PercentEncoding.encode(target, keepingSlashes: true)
            #expect(safe.contains(try #require(try await ana.open("/sign-in?\(query)").location)))
            #expect(safe.contains(try #require(try await ana.open("/welcome?\(query)").location)))
            let browser = site.browser()
            for path in ["/sign-in", "/sign-up"] {
                let page = try await browser.open("\(path)?\(query)").text
                let next = page.firstMatch(of: /name="next" value="([^"]*)"/).map { String($0.1) }
                #expect(next == nil || safe.contains(next ?? ""), "\(path)")
            }
            let response = try await browser.submit(
                "/sign-in", ["username": "ana", "password": Browser.password, "next": target])
            #expect(safe.contains(try #require(response.location)))
            let workout = try await site.publish(by: "ana")
            let draft = CommentDraft(text: "Well done")
            let comment = try await site.session("ana").comment(draft, on: workout.id.item)
            let path = "/comments/\(comment.id)/delete"
            let asked = try await ana.open(
                "\(path)?return=" + PercentEncoding.encode(target, keepingSlashes: true)
            ).text
            let back = try #require(asked.firstMatch(of: /class="button quiet" href="([^"]*)"/)).1
            #expect(safe.contains(String(back)))
            #expect(safe.contains(try #require(try await ana.submit(path, ["return": target]).location)))
        }
    }
}
