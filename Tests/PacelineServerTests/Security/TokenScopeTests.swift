import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Scopes of access tokens")
struct TokenScopeTests {
    @Test("each endpoint takes tokens with its scope only, and what concerns the account takes none")
    func everyEndpoint() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            for scope in TokenScope.allCases {
                let token = try await ana.session.createAccessToken(
                    AccessTokenDraft(name: "Script", scopes: [scope])
                ).secret
                for endpoint in AllEndpoints.all where endpoint.access != .anyone {
                    // A stream would stay open.
                    guard endpoint.id != API.stream.id || endpoint.scope != scope else { continue }
                    let response = try await community.send(
                        endpoint.method.request, endpoint.examplePath, token: token)
                    let isRefused = response.status == 403 && response.text.contains("insufficient_scope")
                    let rule = AccessRule.all.first { $0.endpoint == endpoint.id }
                    #expect(isRefused == (rule?.scope != scope.rawValue), "\(endpoint.id) with \(scope)")
                }
            }
        }
    }

    @Test("a token publishes a workout, also as the password of Basic authentication")
    func publishing() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let secret = try await ana.session.createAccessToken(
                AccessTokenDraft(name: "Recorder", scopes: [.workouts])
            ).secret
            let workout =
                #"{"type": "rowing", "title": "Row", "startedAt": "2026-02-01T08:00:00Z", "duration": 480}"#
            let basic = Data("any:\(secret)".utf8).base64EncodedString()
            for (number, value) in ["Bearer \(secret)", "Basic \(basic)"].enumerated() {
                let response = try await community.send(
                    .put, "/v1/workouts/0190163d-8694-739b-aea5-966c26f8ad9\(number)",
                    [.authorization: value], json: workout)
                #expect(response.status == 201)
            }
            // A session's token is no password.
            let session = Data("any:\(ana.token)".utf8).base64EncodedString()
            for wrong in [session, "%%%", Data(secret.utf8).base64EncodedString() + "=", ""] {
                let response = try await community.send(
                    .get, "/v1/feed", [.authorization: "Basic \(wrong)"])
                #expect(response.status == 401)
            }
            #expect(try await community.send(.get, "/v1/feed?access_token=\(secret)").status != 200)
        }
    }

    @Test("a token neither reads notifications about the account's security nor marks them as read")
    func security() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let secret = try await ana.session.createAccessToken(
                AccessTokenDraft(name: "Script", scopes: [.read, .social])
            ).secret
            let own = try await community.send(.get, "/v1/notifications", token: ana.token).text
            #expect(own.contains(#""unreadCount":1"#) && own.contains("tokenCreated"))
            let read = try await community.send(.get, "/v1/notifications", token: secret).text
            #expect(read.contains(#""unreadCount":0"#) && !read.contains("tokenCreated"))
            let marked = try await community.send(
                .post, "/v1/notifications/read", token: secret, json: #"{"upTo":"2100-01-01T00:00:00Z"}"#)
            #expect(marked.status == 200)
            #expect(try await ana.session.notifications(PageRequest()).unreadCount == 1)
        }
    }

    @Test("a token manages groups, but does not decide who sees the results of children")
    func supervision() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let group = try await ana.session.createGroup(title: "Crew").id
            let secret = try await ana.session.createAccessToken(
                AccessTokenDraft(name: "Script", scopes: [.social])
            ).secret
            func changes(_ json: String) async throws -> ServerResponse {
                try await community.send(.patch, "/v1/groups/\(group)", token: secret, json: json)
            }
            #expect(try await changes(#"{"title": "Team", "isSupervised": false}"#).status == 200)
            let refused = try await changes(#"{"title": "Club", "isSupervised": true}"#)
            #expect(refused.status == 403 && refused.text.contains("insufficient_scope"))
            let current = try await ana.session.group(group)
            #expect(!current.isSupervised && current.title == "Team")
            _ = try await ana.session.updateGroup(group, GroupChanges(isSupervised: true))
            #expect(try await changes(#"{"isSupervised": false}"#).status == 403)
        }
    }

    @Test("a child's token makes no friends, and others' tokens do not tell who is a child")
    func friendsOfChildren() async throws {
        try await Community.run { community in
            let (ana, ben) = (try await community.member("ana"), try await community.member("ben"))
            let birthDate = Day(of: Date(), in: .gmt).adding(years: -10)
            let signedIn = try await community.engine.signUp(
                SignUp(username: "kid", password: Member.password, birthDate: birthDate))
            let kid = community.engine.session(for: signedIn.person.id)
            func token(of session: Session) async throws -> String {
                try await session.createAccessToken(AccessTokenDraft(name: "Script", scopes: [.social]))
                    .secret
            }
            func isRefused(_ path: String, _ token: String, _ json: String? = nil) async throws -> Bool {
                let response = try await community.send(
                    .post, path, token: token, body: json.map { Array($0.utf8) })
                return response.status == 403 && response.text.contains("insufficient_scope")
            }
            let (anas, kids) = (try await token(of: ana.session), try await token(of: kid))
            let childCode = #"{"kind": "friend", "code": "\#(try await kid.friendCode().code)"}"#
            let adultCode = #"{"kind": "friend", "code": "\#(try await ana.session.friendCode().code)"}"#
            #expect(try await isRefused("/v1/requests", kids, adultCode))
            let toKid = try await ben.session.request(RequestDraft(to: .code(kid.friendCode().code)))
            #expect(try await isRefused("/v1/requests/\(toKid.id)/accept", kids))
            #expect(
                try await community.send(.post, "/v1/requests", token: anas, json: childCode).status == 201)
            // Asking back would accept.
            #expect(try await isRefused("/v1/requests", kids, adultCode))
            #expect(try await kid.friends(of: .me, PageRequest()).items.isEmpty)
            _ = try await kid.accept(toKid.id)
        }
    }

    @Test("a revoked token ends at once, and an unused one after 90 days")
    func ending() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let created = try await ana.session.createAccessToken(
                AccessTokenDraft(name: "Script", scopes: [.read]))
            #expect(try await community.send(.get, "/v1/feed", token: created.secret).status == 200)
            try await ana.session.revokeAccessToken(created.token.id)
            #expect(try await community.send(.get, "/v1/feed", token: created.secret).status == 401)
            let lifetime = created.token.expiresAt.timeIntervalSince(created.token.createdAt)
            #expect(lifetime == 90 * 86_400)
        }
    }
}
