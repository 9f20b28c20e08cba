import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import PacelineEngine
import Testing

@Suite("Hostile input") struct HostileInputTests {
    private static let injection =
        "'; DROP TABLE people; --\" OR 1=1 %' UNION SELECT token_hash FROM sessions"

    @Test("SQL in an address has no effect", arguments: AllEndpoints.all)
    func injectionInAddresses(endpoint: any AnyEndpoint) async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let hostile = Self.injection.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            var path = endpoint.path.description
            for name in endpoint.path.parameterNames { path.replace("{\(name)}", with: hostile) }
            if !endpoint.path.parameterNames.isEmpty {
                let response = try await community.send(endpoint.method.request, path, token: ana.token)
                #expect((200..<500).contains(response.status))
            }
            for parameter in endpoint.queryParameters {
                let uri = endpoint.examplePath + "?\(parameter.name)=\(hostile)"
                let response = try await community.send(endpoint.method.request, uri, token: ana.token)
                #expect((200..<500).contains(response.status))
            }
            #expect(try await ana.session.me().username == "ana")
        }
    }

    @Test(
        "Every endpoint rejects a body that does not match its schema",
        arguments: AllEndpoints.all.filter { if case .json = $0.body { true } else { false } })
    func foreignBodies(endpoint: any AnyEndpoint) async throws {
        try await Community.run { community in
            let ana =
                if let role = endpoint.role {
                    try await community.staffMember("ana", role)
                } else {
                    try await community.member("ana")
                }
            let before = try await ana.session.me()
            let bodies = [
                "{", "[]", "5", #""text""#, #"{"nothing":1}"#, #"{"a\u0000":1}"#, #"{"":{}}"#, "{}{}",
                String(repeating: #"{"a":"#, count: 20_000), "{\"a\":1e999999}", "\u{FEFF}{}",
            ].map { Array($0.utf8) }
            for body in bodies + [[0xFF], [0], #"{""#.utf8 + [0xC0, 0x80] + #"":1}"#.utf8] {
                let response = try await community.send(
                    endpoint.method.request, endpoint.examplePath, token: ana.token, body: body)
                response.expect(.malformed, 400, "\(String(decoding: body.prefix(40), as: UTF8.self))")
            }
            #expect(try await ana.session.me() == before)
        }
    }

    @Test("SQL in a body is stored as text")
    func injectionInBodies() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let item = try await ana.publish().id
            let comment = try PacelineJSON.encoder.encode(CommentDraft(text: Self.injection))
            let response = try await community.send(
                .post, "/v1/items/\(item)/comments", token: ana.token, body: Array(comment))
            #expect(try response.decoded(as: Paceline.Comment.self).text == Self.injection)
            let profile = ["displayName": Self.injection.prefix(50).description, "bio": Self.injection]
            let changed = try await community.send(
                .patch, "/v1/me", token: ana.token, body: Array(try JSONEncoder().encode(profile)))
            #expect(try changed.decoded(as: Account.self).bio == Self.injection)
            for uri in ["/v1/sessions", "/v1/accounts"] {
                let credentials = [
                    "provider": "password", "username": Self.injection, "password": Self.injection,
                ]
                let rejected = try await community.send(
                    .post, uri, body: Array(try JSONEncoder().encode(credentials)))
                #expect((400..<500).contains(rejected.status))
            }
        }
    }

    @Test("An altered cursor, or one of another list or person, is rejected")
    func cursors() async throws {
        try await Community.run { community in
            let (ana, ben) = try await community.friends("ana", "ben")
            for day in 1...3 { try await ana.publish(on: day) }
            let page = try await community.send(.get, "/v1/feed?limit=1", token: ana.token)
            let cursor = try #require(try await ana.session.feed(FeedQuery(), PageRequest(limit: 1)).next)
                .description
            #expect(page.text.contains("\"next\""))
            let altered = (cursor.first == "A" ? "B" : "A") + cursor.dropFirst()
            for bad in [altered, String(cursor.dropLast()), cursor + "A", String(cursor.reversed())] {
                try await community.send(.get, "/v1/feed?limit=1&cursor=\(bad)", token: ana.token)
                    .expect(.invalidCursor, 400)
            }
            for (uri, token) in [
                ("/v1/people/me/workouts?cursor=\(cursor)", ana.token),
                ("/v1/blocks?cursor=\(cursor)", ana.token),
                ("/v1/feed?cursor=\(cursor)&window=recent", ana.token),
                ("/v1/feed?cursor=\(cursor)", ben.token),
            ] {
                try await community.send(.get, uri, token: token).expect(.invalidCursor, 400, "\(uri)")
            }
        }
    }

    @Test("Other people's resources look as if they did not exist")
    func foreignResources() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let eva = try await community.member("eva")
            let workout = try await ana.publish().id
            let session = try #require(ana.session.sessionID)
            let identity = try #require(try await ana.session.identities().first).id
            try await community.send(.get, "/v1/workouts/\(workout)", token: eva.token)
                .expect(.workoutNotFound, 404)
            try await community.send(.delete, "/v1/workouts/\(workout)", token: eva.token)
                .expect(.workoutNotFound, 404)
            try await community.send(.put, "/v1/items/\(workout)/kudos", token: eva.token)
                .expect(.itemNotFound, 404)
            try await community.send(.delete, "/v1/sessions/\(session)", token: eva.token).expect(
                .notFound, 404)
            try await community.send(.delete, "/v1/me/identities/\(identity)", token: eva.token)
                .expect(.notFound, 404)
            #expect(try await ana.session.workout(workout).id == workout)
            #expect(try await ana.session.identities().count == 1)
        }
    }

    @Test("A missing, invalid, expired or revoked token is rejected")
    func tokens() async throws {
        let clock = StoppedClock()
        let environment = EngineEnvironment(now: { clock.now }, passwordCost: .fast)
        try await Community.run(environment: environment) { community in
            let ana = try await community.member("ana")
            let late = try await community.member("late")
            for header in [
                "", "Bearer", "Bearer ", "Basic YTpi", "Bearer \(ana.token)x", ana.token, "Bearer ä",
            ] {
                try await community.send(.get, "/v1/me", [.authorization: header])
                    .expect(.unauthenticated, 401, "\(header)")
            }
            #expect(
                try await community.send(.get, "/v1/me", [.authorization: "bearer \(ana.token)"]).status
                    == 200)
            #expect(try await community.send(.delete, "/v1/sessions/current", token: ana.token).status == 204)
            try await community.send(.get, "/v1/me", token: ana.token).expect(.unauthenticated, 401)
            clock.advance(by: 91 * 86_400)
            try await community.send(.get, "/v1/me", token: late.token).expect(.unauthenticated, 401)
        }
    }
}
