import HTTPTypes
import NIOCore
import Testing

@testable import PacelineServer

@Suite("Access to metrics", .timeLimit(.minutes(5))) struct MetricsAccessTests {
    @Test("A program on the server's machine needs no token")
    func loopback() async throws {
        try await RunningServer.run(Self.configuration()) { server in
            let response = try await Self.response(of: server, to: "GET /metrics")
            #expect(response.first == "HTTP/1.1 200 OK")
            #expect(response.contains("paceline_requests_in_flight 1.0"))
        }
    }

    @Test(
        "A request that a proxy forwarded needs the token",
        arguments: [
            "X-Forwarded-For: 127.0.0.1", "x-forwarded-proto: http", "X-Forwarded-Host: crew.example",
            "X-Real-IP: 127.0.0.1", "Forwarded: for=127.0.0.1", "Via: 1.1 proxy",
        ])
    func forwarded(header: String) async throws {
        try await RunningServer.run(Self.configuration()) { server in
            let hidden = try await Self.response(of: server, to: "GET /metrics", header)
            #expect(hidden.first == "HTTP/1.1 404 Not Found")
            #expect(try await hidden == Self.response(of: server, to: "GET /nothing", header))
            let shown = try await Self.response(of: server, to: "GET /metrics", header, Self.authorization)
            #expect(shown.first == "HTTP/1.1 200 OK")
        }
    }

    @Test("Behind a trusted proxy, every request needs the token")
    func trustedProxy() async throws {
        try await RunningServer.run(Self.configuration(trustsForwardedFor: true)) { server in
            let hidden = try await Self.response(of: server, to: "GET /metrics")
            #expect(hidden.first == "HTTP/1.1 404 Not Found")
            let shown = try await Self.response(of: server, to: "GET /metrics", Self.authorization)
            #expect(shown.first == "HTTP/1.1 200 OK")
        }
    }

    @Test(
        "Without the right token, the metrics are like an unknown address",
        arguments: [
            nil, "", "Bearer", "Bearer ", "Bearer \(String(repeating: "m", count: 31))",
            "Bearer \(String(repeating: "m", count: 33))", "Bearer \(String(repeating: "M", count: 32))",
            "Basic \(Community.metricsToken)", Community.metricsToken,
        ])
    func wrongTokens(authorization: String?) async throws {
        try await Community.run { community in
            var headers: HTTPFields = [.requestID: "one"]
            headers[.authorization] = authorization
            for method in [HTTPRequest.Method.get, .head, .post, .options] {
                let hidden = try await community.send(method, "/metrics", headers)
                let unknown = try await community.send(method, "/nothing", headers)
                #expect(hidden.status == 404)
                #expect(hidden.status == unknown.status)
                #expect(hidden.headers == unknown.headers)
                #expect(hidden.body == unknown.body)
            }
            // They count as requests to no operation, too.
            #expect(try await !community.metrics().text.contains("operation=\"metrics\""))
        }
    }

    @Test("Without a configured token, no token is right", arguments: ["Bearer ", "Bearer m"])
    func noToken(authorization: String) async throws {
        let configuration = PacelineServer.ServerConfiguration(port: 0, rateLimits: .none)
        try await Community.run(configuration) { community in
            try await community.send(.get, "/metrics", [.authorization: authorization]).expect(.notFound, 404)
        }
    }

    @Test(
        "Loopback is 127.0.0.0/8 and ::1",
        arguments: [
            ("127.0.0.1", true), ("127.1.2.3", true), ("::1", true), ("::ffff:127.0.0.1", true),
            ("126.255.255.255", false), ("128.0.0.1", false), ("192.0.2.1", false), ("::", false),
            ("::2", false), ("::127.0.0.1", false), ("2001:db8::1", false), ("::ffff:192.0.2.1", false),
        ])
    func loopbackAddresses(text: String, isLoopback: Bool) throws {
        #expect(try SocketAddress(ipAddress: text, port: 0).isLoopback == isLoopback)
    }

    private static let authorization = "Authorization: Bearer \(Community.metricsToken)"

    private static func configuration(
        trustsForwardedFor: Bool = false
    ) -> PacelineServer.ServerConfiguration {
        PacelineServer.ServerConfiguration(
            port: 0, rateLimits: .none, trustsForwardedFor: trustsForwardedFor,
            metricsToken: Community.metricsToken)
    }

    /// The lines of the response to a request over a socket, without its date.
    private static func response(
        of server: RunningServer, to request: String, _ headers: String...
    ) async throws -> [String] {
        let lines = ["\(request) HTTP/1.1", "Host: test", "X-Request-Id: one", "Connection: close"] + headers
        var response = ""
        try await RawConnection.open(server.address) { connection in
            try await connection.send(lines.map { $0 + "\r\n" }.joined() + "\r\n")
            response = try await connection.readToEnd()
        }
        return response.split(whereSeparator: \.isNewline).map(String.init).filter {
            !$0.hasPrefix("Date:")
        }
    }
}
