import HTTPTypes
import Paceline
import PacelineAPI
import Testing

@testable import PacelineServer

@Suite("Routing") struct RoutingTests {
    @Test("Every endpoint is routed once")
    func everyEndpointIsRouted() async throws {
        let routes = try await Community.routes()
        #expect(routes.map(\.endpoint.id).sorted() == AllEndpoints.all.map(\.id).sorted())
    }

    @Test("The server itself implements only the stream and the operations endpoints")
    func serverHandlesFewItself() {
        let own = AllEndpoints.all.filter(\.isHandledByServer)
        #expect(own.map(\.id) == ["stream", "health", "ready", "metrics", "openAPI"])
    }

    @Test("Endpoints that need a session are rejected without a token", arguments: AllEndpoints.all)
    func accessIsAsDefined(endpoint: any AnyEndpoint) async throws {
        try await Community.run { community in
            let response = try await community.send(endpoint.method.request, endpoint.examplePath)
            #expect((response.status == 401) == (endpoint.access != .anyone))
        }
    }

    @Test("405 lists the allowed methods", arguments: AllEndpoints.all)
    func otherMethodsAreNamed(endpoint: any AnyEndpoint) async throws {
        try await Community.run { community in
            let response = try await community.send(
                .trace, endpoint.examplePath, token: Community.metricsToken)
            response.expect(.methodNotAllowed, 405)
            let allowed = try #require(response.headers[.allow])
            #expect(allowed.contains(endpoint.method.rawValue))
            #expect(allowed.contains("GET") == allowed.contains("HEAD"))
        }
    }

    @Test("A literal path takes precedence over one with an id")
    func literalsComeFirst() async throws {
        try await Community.run { community in
            let current = try await community.send(.get, "/v1/sessions/current")
            #expect(current.headers[.allow] == "DELETE")
            let batch = try await community.send(.get, "/v1/workouts/batch")
            #expect(batch.headers[.allow] == "POST")
        }
    }

    @Test(
        "An unknown address gets 404",
        arguments: [
            "/", "/v1", "/v1/nothing", "/v1/me/me", "/health/x", "//v1/me", "/v1//me", "/v1/me//",
            "/v1/../v1/me", "/v1%2Fme", "/v1/me%00", "/v1/me;x=1", "*",
        ])
    func unknownAddress(path: String) async throws {
        try await Community.run { community in
            try await community.send(.get, path).expect(.notFound, 404)
            try await community.send(.post, path, json: "{}").expect(.notFound, 404)
        }
    }

    @Test(
        "Method-override headers are ignored",
        arguments: ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"])
    func methodOverrides(name: String) async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let field = try #require(HTTPField.Name(name))
            try await community.send(
                .post, "/v1/me", token: ana.token, [field: "PATCH"], json: #"{"bio":"No"}"#
            )
            .expect(.methodNotAllowed, 405)
            try await community.send(.post, "/v1/me?_method=PATCH", token: ana.token, json: #"{"bio":"No"}"#)
                .expect(.methodNotAllowed, 405)
            let read = try await community.send(.get, "/v1/me", token: ana.token, [field: "DELETE"])
            #expect(read.status == 200)
            #expect(try await ana.session.me().bio == nil)
        }
    }

    @Test(
        "HEAD returns the headers of GET without the body",
        arguments: ["/health", "/v1/me", "/v1/feed", "/nothing"])
    func head(path: String) async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let get = try await community.send(.get, path, token: ana.token, [.requestID: "one"])
            let head = try await community.send(.head, path, token: ana.token, [.requestID: "one"])
            #expect(head.status == get.status)
            #expect(head.body.isEmpty)
            #expect(head.headers[.contentType] == get.headers[.contentType])
            #expect(head.headers[.contentLength] == get.headers[.contentLength])
        }
    }
}
