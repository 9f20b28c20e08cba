import Foundation
import HTTPTypes
import Paceline
import Testing

@testable import PacelineWeb

@Suite("All routes") struct RouteTests {
    @Test("Every POST requires the browser's CSRF token")
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

    @Test("Members' pages redirect visitors to sign-in and reveal nothing")
    func strangers() async throws {
        try await Site.run { site in
            _ = try await site.member("ben", name: "Benedikt")
            for page in Pages.site where page.method == .get && page.access != .anyone {
                let response = try await site.browser().open(Self.address(of: page))
                #expect(response.status == 303, "\(page.name)")
                #expect(response.location?.hasPrefix("/sign-in") == true, "\(page.name)")
                #expect(!response.text.contains("Benedikt"), "\(page.name)")
            }
        }
    }

    @Test("All routes use GET or POST")
    func methods() {
        #expect(Pages.site.allSatisfy { $0.method == .get || $0.method == .post })
    }

    @Test(
        "The return path of a form stays on this site",
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

    @Test("Pages are compressed, and the token of their forms differs in each")
    func compression() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let compressed = try await ana.send(.get, "/settings/profile", [.acceptEncoding: "gzip, br"])
            #expect(compressed.headers[.contentEncoding] == "gzip")
            let page = try await ana.open("/settings/profile")
            #expect(page.headers[.contentEncoding] == nil && page.headers[.vary] == "Accept-Encoding")
            let size = try #require(compressed.headers[.contentLength].flatMap { Int($0) })
            #expect(size < page.text.utf8.count / 2)
            let (first, second) = (page.token, try await ana.open("/settings/profile").token)
            #expect(first != nil && first != second)
            for token in [first, second] {
                let saved = try await ana.submit("/week/goal", ["minutes": "90"], token: token)
                #expect(saved.location == "/")
            }
            #expect(page.headers[.referrerPolicy] == "same-origin")
            #expect(page.headers[.permissionsPolicy]?.contains("camera=()") == true)
        }
    }

    @Test("No page contains the session token")
    func sessionToken() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let token = try #require(await ana.cookies["paceline-session"])
            for path in ["/", "/settings/sign-in", "/settings/profile", "/notifications"] {
                #expect(!(try await ana.open(path).text.contains(token)), "\(path)")
            }
        }
    }

    /// The path with its parameters filled in.
    static func address(of page: WebPage) -> String {
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
