import Paceline
import PacelineAPI
import Testing

@testable import PacelineServer

@Suite("Limits of commands") struct CommandLimitTests {
    private static let commands = (1...4).map {
        #"{"number":\#($0),"method":"PATCH","path":"/v1/me","body":{"bio":"\#($0)"}}"#
    }.joined(separator: ",")
    private static let request =
        #"{"device":"0190163d-8694-439b-aea5-966c26f8ad91","commands":[\#(commands)]}"#

    @Test("Each command counts as a request, and the first beyond the limit ends them")
    func counting() async throws {
        let limits = RateLimits(
            person: RateLimit(name: "person", count: 3, window: 60), address: nil, signIn: nil)
        try await Community.run(PacelineServer.ServerConfiguration(rateLimits: limits)) { community in
            let ana = try await community.member("ana")
            let response = try await community.send(
                .post, "/v1/sync", token: ana.token, json: Self.request)
            #expect(response.status == 200)
            let answer = try PacelineJSON.decode(SyncAnswer.self, from: response.body)
            #expect(answer.results.map(\.status) == [200, 200, 429])
            #expect(answer.results.last?.problem?.code == .rateLimited)
            #expect(answer.results.last?.problem?.retryAfter ?? 0 > 0)
            #expect(try await ana.session.me().bio == "2")
        }
    }

    @Test("An access token cannot sync with any scope")
    func tokens() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let token = try await ana.session.createAccessToken(
                AccessTokenDraft(name: "Script", scopes: TokenScope.allCases)
            ).secret
            let response = try await community.send(.post, "/v1/sync", token: token, json: Self.request)
            response.expect(.insufficientScope, 403)
            #expect(try await ana.session.me().bio == nil)
        }
    }
}
