import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

/// A community with a server, for one test.
struct Community: Sendable {
    let engine: Engine
    private let client: any TestClientProtocol

    /// Runs the test with its own community, then checks all counters against a recount.
    static func run(
        _ configuration: PacelineServer.ServerConfiguration = .withoutLimits,
        environment: EngineEnvironment = EngineEnvironment(passwordCost: .fast),
        _ test: @Sendable (Community) async throws -> Void
    ) async throws {
        let database = try SQLiteDatabase.inMemory()
        let engine = try await Engine(database: database, environment: environment)
        let server = PacelineServer.Server(engine: engine, configuration: configuration, logger: .quiet)
        try await server.application().test(.router) { client in
            try await test(Community(engine: engine, client: client))
        }
        #expect(try await engine.check() == [])
        try await database.close()
    }

    /// Sends a request and checks what all responses have in common.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ uri: String, token: String? = nil, _ headers: HTTPFields = [:],
        body: [UInt8]? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ServerResponse {
        var headers = headers
        if let token { headers[.authorization] = "Bearer \(token)" }
        if body != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        let response = try await client.executeRequest(
            uri: uri, method: method, headers: headers, body: body.map { ByteBuffer(bytes: $0) })
        let result = ServerResponse(
            status: response.status.code, headers: response.headers,
            body: Array(response.body.readableBytesView))
        result.expectValid(for: method, sourceLocation)
        return result
    }

    /// Sends a request with a JSON body.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ uri: String, token: String? = nil, _ headers: HTTPFields = [:],
        json: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ServerResponse {
        try await send(
            method, uri, token: token, headers, body: Array(json.utf8), sourceLocation: sourceLocation)
    }

    /// The token for the metrics of servers without limits. Requests have no address here, so they need it.
    static let metricsToken = String(repeating: "m", count: 32)

    /// The server's metrics, as Prometheus reads them.
    func metrics() async throws -> ServerResponse {
        try await send(.get, "/metrics", token: Self.metricsToken)
    }
}

extension PacelineServer.ServerConfiguration {
    static let withoutLimits = Self(port: 0, rateLimits: .none, metricsToken: Community.metricsToken)
}

extension Logger {
    static var quiet: Logger {
        var logger = Logger(label: "paceline.test")
        logger.logLevel = .critical
        return logger
    }
}
