import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Paceline
import PacelineAPI
import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Operations endpoints") struct OperationTests {
    @Test("Health and readiness report ok")
    func health() async throws {
        try await Community.run { community in
            for path in ["/health", "/ready"] {
                let response = try await community.send(.get, path)
                #expect(response.status == 200)
                #expect(response.text == #"{"status":"ok"}"#)
            }
        }
    }

    @Test("A server whose database fails is alive but not ready")
    func notReady() async throws {
        let database = try SQLiteDatabase.inMemory()
        let engine = try await Engine(database: database)
        let server = PacelineServer.Server(engine: engine, configuration: .withoutLimits, logger: .quiet)
        try await database.close()
        try await server.application().test(.router) { client in
            try await client.execute(uri: "/health", method: .get) { #expect($0.status == .ok) }
            try await client.execute(uri: "/ready", method: .get) { response in
                #expect(response.status == .serviceUnavailable)
                #expect(response.headers[.contentType] == MediaType.problem)
            }
        }
    }

    @Test(
        "Readiness is checked at most once a second, and again after the clock is set back",
        arguments: [0.25, -3_600])
    func cachedReadiness(seconds: TimeInterval) async throws {
        let clock = StoppedClock()
        let database = try SQLiteDatabase.inMemory()
        let engine = try await Engine(
            database: database, environment: EngineEnvironment(now: { clock.now }))
        let server = PacelineServer.Server(engine: engine, configuration: .withoutLimits, logger: .quiet)
        try await server.application().test(.router) { client in
            let status = {
                try await client.executeRequest(uri: "/ready", method: .get, headers: [:], body: nil)
                    .status.code
            }
            #expect(try await status() == 200)
            try await database.close()
            clock.advance(by: 0.75)
            #expect(try await status() == 200)
            clock.advance(by: seconds)
            #expect(try await status() == 503)
        }
    }

    @Test("Metrics count requests by operation and status, without usernames or paths")
    func metrics() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            try await community.send(.get, "/v1/feed", token: ana.token)
            try await community.send(.get, "/v1/feed", token: ana.token)
            try await community.send(.get, "/v1/people/@ana", token: ana.token)
            try await community.send(.get, "/v1/feed?limit=x", token: ana.token)
            try await community.send(.get, "/v1/secret/ana")
            let metrics = try await community.metrics()
            #expect(metrics.headers[.contentType] == MediaType.metrics)
            let lines = Set(metrics.text.split(separator: "\n"))
            #expect(lines.contains("paceline_requests_total{operation=\"feed\",status=\"200\"} 2"))
            #expect(lines.contains("paceline_requests_total{operation=\"feed\",status=\"400\"} 1"))
            #expect(lines.contains("paceline_requests_total{operation=\"none\",status=\"404\"} 1"))
            #expect(lines.contains("paceline_feed_pages_total 2"))
            #expect(
                lines.contains("paceline_request_duration_seconds_bucket{operation=\"feed\",le=\"+Inf\"} 3"))
            #expect(lines.contains("# TYPE paceline_request_duration_seconds histogram"))
            #expect(lines.contains("paceline_requests_in_flight 1.0"))
            #expect(!metrics.text.contains("ana"))
        }
    }

    @Test("In metrics, rejecting, blocking and muting share one label")
    func privateOperations() async throws {
        try await Community.run { community in
            let (ana, ben) = (try await community.member("ana"), try await community.member("ben"))
            let request = try await ben.session.request(RequestDraft(to: .person(.id(ana.id))))
            let actions: [(HTTPRequest.Method, String)] = [
                (.post, "/v1/requests/\(request.id)/reject"), (.put, "/v1/mutes/@ben"),
                (.delete, "/v1/mutes/@ben"), (.put, "/v1/blocks/@ben"), (.delete, "/v1/blocks/@ben"),
            ]
            for (method, path) in actions {
                #expect(try await community.send(method, path, token: ana.token).status == 204, "\(path)")
            }
            let text = try await community.metrics().text
            #expect(Set(text.matches(of: /operation="([^"]*)"/).map { String($0.1) }) == ["private"])
            #expect(text.contains("paceline_requests_total{operation=\"private\",status=\"204\"} 5\n"))
            #expect(text.contains("paceline_request_duration_seconds_count{operation=\"private\"} 5\n"))
        }
    }

    @Test("The OpenAPI document is served unchanged")
    func document() async throws {
        try await Community.run { community in
            let response = try await community.send(.get, "/openapi.json")
            #expect(response.headers[.contentType] == MediaType.json)
            #expect(response.body == (try OpenAPIDocument().json()))
        }
    }

    @Test("A valid X-Request-Id is kept, an invalid one replaced")
    func requestIDs() async throws {
        try await Community.run { community in
            let given = try await community.send(.get, "/health", [.requestID: "abc-123"])
            #expect(given.headers[.requestID] == "abc-123")
            for bad in ["", "a b", "ä", String(repeating: "a", count: 65)] {
                let response = try await community.send(.get, "/v1/me", [.requestID: bad])
                #expect(response.headers[.requestID] != bad)
                #expect(try response.problem.requestId == response.headers[.requestID])
            }
        }
    }

    @Test("Metrics are in Prometheus format")
    func prometheusText() {
        let registry = MetricsRegistry(help: ["a.count": "What is counted."])
        registry.makeCounter(label: "a.count", dimensions: [("path", "a\"b\\c\nd")]).increment(by: 3)
        registry.makeRecorder(label: "size", dimensions: [], aggregate: true).record(15 as Int64)
        registry.makeMeter(label: "level", dimensions: []).set(2.5)
        let text = registry.text
        #expect(text.hasPrefix("# HELP a_count What is counted.\n# TYPE a_count counter\n"))
        #expect(text.contains("a_count{path=\"a\\\"b\\\\c\\nd\"} 3\n"))
        #expect(text.contains("size_bucket{le=\"10.0\"} 0\nsize_bucket{le=\"20.0\"} 1\n"))
        #expect(text.contains("size_sum 15.0\nsize_count 1\n"))
        #expect(text.contains("# TYPE level gauge\nlevel 2.5\n"))
    }
}
