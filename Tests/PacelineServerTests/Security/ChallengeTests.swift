import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import Testing

@testable import PacelineServer

@Suite("Authentication challenges")
struct ChallengeTests {
    @Test("a 401 asks for a bearer token, and where access tokens are accepted also for Basic authentication")
    func everyEndpoint() async throws {
        try await Community.run { community in
            for endpoint in AllEndpoints.all where endpoint.access != .anyone {
                let response = try await community.send(endpoint.method.request, endpoint.examplePath)
                response.expect(.unauthenticated, 401, "\(endpoint.id)")
                let expected = endpoint.scope == nil ? ["Bearer"] : ["Bearer", "Basic"]
                #expect(Self.schemes(of: response) == expected, "\(endpoint.id)")
            }
        }
    }

    @Test("a program that waits for the challenge gets in with an access token as the password")
    func answering() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let secret = try await ana.session.createAccessToken(
                AccessTokenDraft(name: "Recorder", scopes: [.read])
            ).secret
            let wrong = try await community.send(
                .get, "/v1/feed", [.authorization: Self.basic("ana", "a wrong password")])
            #expect(wrong.status == 401 && Self.schemes(of: wrong) == ["Bearer", "Basic"])
            let right = try await community.send(
                .get, "/v1/feed", [.authorization: Self.basic("ana", secret)])
            #expect(right.status == 200)
        }
    }

    @Test(
        "browsers and programs with a bearer token are not asked for a password",
        arguments: [
            ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Mode", "no-cors"), ("Origin", "https://crew.example"),
            ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"), ("Authorization", "Bearer stale"),
            ("Cookie", "paceline-visitor=1"), ("Referer", "http://crew.example/"),
            ("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
        ])
    func others(name: String, value: String) async throws {
        try await Community.run { community in
            let response = try await community.send(
                .get, "/v1/feed", [try #require(HTTPField.Name(name)): value])
            #expect(response.status == 401 && Self.schemes(of: response) == ["Bearer"])
        }
    }

    @Test(
        "other programs are asked, under any name",
        arguments: ["curl/8.5.0", "ErgBot (Mozilla/5.0)"])
    func programs(name: String) async throws {
        try await Community.run { community in
            let response = try await community.send(.get, "/v1/feed", [.userAgent: name])
            #expect(response.status == 401 && Self.schemes(of: response) == ["Bearer", "Basic"])
        }
    }

    private static func schemes(of response: ServerResponse) -> [String] {
        response.headers[values: .wwwAuthenticate].map { String($0.prefix { $0 != " " }) }
    }

    private static func basic(_ username: String, _ password: String) -> String {
        "Basic \(Data("\(username):\(password)".utf8).base64EncodedString())"
    }
}
