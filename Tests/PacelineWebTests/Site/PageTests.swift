import HTTPTypes
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Pages") struct PageTests {
    @Test("A list continues on the next page without repeats")
    func pages() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for number in 1...20 { try await site.publish(by: "ana", title: "Row \(number).") }
            let first = try await ana.open("/").text
            let more = try #require(first.firstMatch(of: /href="([^"]*cursor=[^"]*)"/)).1
            let second = try await ana.open(String(more).replacing("&amp;", with: "&")).text
            let titles = { (text: String) in Set(text.matches(of: /Row \d+\./).map { String($0.0) }) }
            #expect(titles(first).count == 12 && titles(second).count == 8)
            #expect(titles(first).isDisjoint(with: titles(second)))
        }
    }

    @Test("The page of components is open to everyone, with every component, but not to search engines")
    func components() async throws {
        try await Site.run { site in
            let page = try await site.browser().open("/style")
            #expect(page.status == 200)
            for part in [
                "<meta name=\"robots\" content=\"noindex\">", "class=\"chart sketch scaled\"",
                "class=\"chart scaled\"",
                "class=\"lifts\"", "class=\"puzzle\"", "class=\"card item earnings\"", "class=\"givers\"",
                "class=\"card empty\"",
                "class=\"sheet\"", "class=\"notice\"", "class=\"alert\"", "class=\"tabs\"", "class=\"chip\"",
                "class=\"pager row\"", "class=\"steps\"", "class=\"checklist\"", "class=\"comment",
                "class=\"comment reply", "class=\"veil\"", "class=\"facts\"", "class=\"list\"",
                "class=\"target\"", "class=\"menus\"", "class=\"card rows\"",
            ] { #expect(page.text.contains(part), "\(part)") }
            // Only Wordle's results have a grid, on the author's card and on the reader's.
            #expect(page.text.matches(of: /class="grid"/).count == 2 && page.text.contains(">0:31<"))
            #expect(!(try await site.browser().open("/").text.contains("noindex")))
        }
    }

    @Test(
        "Missing and hidden pages look the same",
        arguments: [
            "/nothing", "/@nobody", "/workouts/x", "/items/0190163d-8694-739b-aea5-966c26f8ad91", "//",
            "/%00",
        ])
    func missing(path: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let page = try await ana.open(path)
            #expect(page.status == 404)
            #expect(page.text.contains("Page not found") && page.text.contains("<!doctype html>"))
        }
    }

    @Test("The API keeps its own responses")
    func api() async throws {
        try await Site.run { site in
            let response = try await site.browser().open("/v1/nothing")
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(try await site.browser().open("/health").status == 200)
        }
    }

    @Test("The most specific path template wins")
    func table() {
        let table = PageTable(Pages.site)
        guard case .page(let page, _) = table.match(.get, "/friends/find") else {
            Issue.record("no page")
            return
        }
        #expect(page.path.description == "/friends/find")
        guard case .page(let person, let parameters) = table.match(.head, "/@ana") else {
            Issue.record("no page")
            return
        }
        #expect(person.path.description == "/{person}" && parameters["person"] == "@ana")
        #expect(throws: SocialError.pageNotFound) { try table.match(.get, "/ana").found() }
    }
}
