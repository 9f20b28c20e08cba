import HTTPTypes
import Paceline
import PacelineDatabase
import PacelineServer
import PacelineTestSupport
import Testing

@testable import PacelineWeb

@Suite("Error pages") struct ErrorPageTests {
    @Test("A path that takes other methods lists them")
    func otherMethod() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let response = try await ana.submit("/friends")
            #expect(response.status == 405 && response.headers[.allow] == "GET, HEAD")
            #expect(
                response.text.contains("This page can’t be opened directly")
                    && response.text.contains("<!doctype html>"))
        }
    }

    @Test(
        "Without their token, the metrics are a page that does not exist",
        arguments: ["/nothing", "/metrics"])
    func hiddenMetrics(path: String) async throws {
        try await Site.run { site in
            for browser in [site.browser(), try await site.member("ana")] {
                let page = try await browser.open(path)
                #expect(page.status == 404)
                #expect(page.text.contains("Page not found"))
                #expect(try await browser.submit(path).status == 404)
            }
        }
    }

    @Test("A form that is too large is rejected")
    func tooLarge() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let long = String(repeating: "a", count: FormData.largestByteCount)
            let response = try await ana.submit("/settings/profile", ["bio": long])
            #expect(response.status == 413)
            #expect(response.text.contains("That is too large"))
        }
    }

    @Test(
        "A form that cannot be decoded is rejected, and so is another media type",
        arguments: ["%ff=%fe", "a=%zz"])
    func malformed(body: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let type = "application/x-www-form-urlencoded"
            #expect(
                try await ana.send(.post, "/settings/profile", [.contentType: type], body: body).status == 400
            )
            let other = try await ana.send(
                .post, "/settings/profile", [.contentType: "text/plain"], body: "a=b")
            #expect(other.status == 415)
            #expect(try await ana.open("/settings/profile").status == 200)
        }
    }

    @Test("A rate-limited user sees when to try again, with a link to do so")
    func tooOften() async throws {
        let limits = RateLimits(person: RateLimit(name: "person", count: 8, window: 60))
        try await Site.run(limits: limits) { site in
            let ana = try await site.member("ana")
            var response = try await ana.open("/friends")
            for _ in 0..<20 where response.status == 200 { response = try await ana.open("/friends") }
            #expect(response.status == 429)
            #expect(response.headers[.retryAfter] != nil)
            #expect(
                response.text.contains("Too many requests") && response.text.contains(#"href="/friends""#))
            // The address of a form can't be opened.
            let posted = try await ana.submit("/groups", ["title": "Crew"])
            #expect(posted.status == 429 && !posted.text.contains(#"href="/groups""#))
        }
    }

    @Test("If the database is unavailable, pages say so and when to try again")
    func unavailable() async throws {
        let database = FailingDatabase(try SQLiteDatabase.inMemory())
        try await Site.run(on: database) { site in
            let ana = try await site.member("ana")
            database.fail(with: DatabaseError.unavailable("gone: /var/secret"))
            let response = try await ana.open("/friends")
            #expect(response.status == 503)
            #expect(response.headers[.retryAfter] == "5")
            #expect(response.text.contains("Back in a moment") && !response.text.contains("secret"))
            database.fail(with: nil)
            #expect(try await ana.open("/friends").status == 200)
        }
    }

    @Test("If the server has too many requests, pages say when to try again, and signing out works")
    func overload() async throws {
        var limits = AdmissionLimits()
        limits.running = 0
        limits.timeout = 0.005
        try await Site.run(admission: limits) { site in
            let browser = site.browser()
            let page = try await browser.open("/sign-in")
            #expect(page.status == 503 && page.headers[.retryAfter] == "1")
            #expect(page.text.contains("Back in a moment") && page.text.contains("too many requests"))
            #expect(page.headers[.cacheControl] == "private, no-store")
            #expect(page.headers[.contentSecurityPolicy] != nil)
            let failed = try await browser.submit(
                "/items/1/comments", ["text": "Well done"],
                headers: [.fetchSite: "same-origin"])
            #expect(failed.status == 503 && failed.text.contains(">Well done</textarea>"))
            let style = try #require(page.text.firstMatch(of: /href="([^"]+\.css[^"]*)"/)).1
            #expect(try await browser.send(.get, String(style)).status == 200)
            #expect(try await browser.submit("/sign-out").status != 503)
            #expect(try await browser.send(.get, "/v1/feed").status == 503)
        }
    }

    @Test("An unexpected error hides its details and shows the request ID")
    func internalError() async throws {
        let database = FailingDatabase(try SQLiteDatabase.inMemory())
        try await Site.run(on: database) { site in
            let ana = try await site.member("ana")
            database.fail(with: DatabaseError.sql(message: "near SELECT secret"))
            let response = try await ana.open("/friends")
            #expect(response.status == 500)
            #expect(response.text.contains("The error is ours") && response.text.contains("<code>"))
            #expect(!response.text.contains("SELECT"))
            database.fail(with: nil)
        }
    }

    @Test(
        "After a session has expired, pages lead to signing in and back, and a form says that it was open too long"
    )
    func expired() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            site.clock.advance(by: 91 * 86_400)
            let form = try await ana.submit("/settings/profile", ["displayName": "Ana"])
            #expect(form.status == 403)
            #expect(form.text.contains("This page was open for too long"))
            let page = try await ana.open("/settings/profile")
            #expect(page.location == "/sign-in?next=/settings/profile")
            #expect(await ana.cookies["paceline-session"] == nil)
        }
    }
}
