import Foundation
import HTTPTypes
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Every address of the site") struct EveryAddressTests {
    @Test("What changes something takes no form without the token of its browser, whatever the form holds")
    func tokens() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            for page in Pages.site where page.method == .post {
                let address = Self.address(of: page)
                #expect(try await ana.submit(address, token: "").status == 403, "\(page.name)")
                let stranger = site.browser()
                #expect(try await stranger.submit(address, token: "x").status != 200, "\(page.name)")
            }
            #expect(try await ana.open("/friends").status == 200)
        }
    }

    @Test("What is for members leads everybody else to signing in, and tells them nothing")
    func strangers() async throws {
        try await Site.run { site in
            _ = try await site.member("ben", name: "Benedikt")
            for page in Pages.site where page.method == .get && page.access != .anyone {
                let answer = try await site.browser().open(Self.address(of: page))
                #expect(answer.status == 303, "\(page.name)")
                #expect(answer.location?.hasPrefix("/sign-in") == true, "\(page.name)")
                #expect(!answer.text.contains("Benedikt"), "\(page.name)")
            }
        }
    }

    @Test("Only GET and POST are known, and what is read never changes anything by being asked for")
    func methods() {
        #expect(Pages.site.allSatisfy { $0.method == .get || $0.method == .post })
    }

    @Test(
        "Where a form leads back to is a page of this site",
        arguments: ["//evil.example", "https://evil.example"])
    func returns(target: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            #expect(try await ana.submit("/@ben/follow", ["return": target]).location == "/@ben")
            let read = try await ana.submit("/notifications/read", ["upTo": "1", "return": target])
            #expect(read.location == "/notifications")
        }
    }

    @Test("Pages are not compressed: they hold a secret beside what others write")
    func compression() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let page = try await ana.open("/settings/profile", [.acceptEncoding: "gzip, br"])
            #expect(page.headers[.contentEncoding] == nil)
            #expect(page.headers[.referrerPolicy] == "same-origin")
            #expect(page.headers[.permissionsPolicy]?.contains("camera=()") == true)
        }
    }

    @Test("No page shows the token of the session")
    func sessionToken() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let token = try #require(await ana.cookies["paceline-session"])
            for path in ["/", "/settings/sign-in", "/settings/profile", "/notifications"] {
                #expect(!(try await ana.open(path).text.contains(token)), "\(path)")
            }
        }
    }

    /// The address with something in the place of its parameters.
    private static func address(of page: WebPage) -> String {
        page.path.segments.reduce("") { path, segment in
            switch segment {
            case .literal(let text): path + "/" + text
            case .parameter("person"): path + "/@ben"
            case .parameter("code"): path + "/ABC234"
            case .parameter: path + "/0190163d-8694-739b-aea5-966c26f8ad91"
            }
        }
    }
}
