import Foundation
import Paceline
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Shutdown", .timeLimit(.minutes(5))) struct StopTests {
    @Test("A request in flight gets its response, then its connection closes")
    func inFlight() async throws {
        let provider = SlowProvider()
        try await running(drainTime: 30, provider) { server in
            try await RawConnection.open(server.address) { connection in
                try await connection.send(Self.signIn)
                await provider.waitForRequest()
                await server.stop()
                provider.respond()
                let response = try await connection.readToEnd()
                #expect(response.hasPrefix("HTTP/1.1 201 Created"))
                #expect(response.contains("\"token\""))
            }
        }
    }

    @Test("Idle connections do not delay shutdown")
    func idle() async throws {
        try await running(drainTime: 300, SlowProvider()) { server in
            try await RawConnection.open(server.address) { used in
                try await used.send("GET /health HTTP/1.1\r\nHost: test\r\n\r\n")
                _ = try await used.read(until: "\"ok\"}")
                try await RawConnection.open(server.address) { fresh in
                    await server.stop()
                    let rest = [try await used.readToEnd(), try await fresh.readToEnd()]
                    #expect(rest == ["", ""])
                }
            }
        }
    }

    @Test("Requests that exceed the drain time are aborted")
    func cutOff() async throws {
        let provider = SlowProvider()
        try await running(drainTime: 0.2, provider) { server in
            try await RawConnection.open(server.address) { connection in
                try await connection.send(Self.signIn)
                await provider.waitForRequest()
                await server.stop()
                // The provider never responds, but the connection closes.
                let response = try await connection.readToEnd()
                #expect(!response.contains("\"token\""))
            }
        }
        provider.respond()
    }

    @Test("An incomplete body does not delay shutdown")
    func slowBody() async throws {
        try await running(drainTime: 5, SlowProvider(), requestTimeout: 2) { server in
            try await RawConnection.open(server.address) { connection in
                try await connection.send(
                    "POST /v1/sessions HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 100\r\n\r\n{")
                let response = try await connection.readToEnd()
                #expect(response.hasPrefix("HTTP/1.1 503"))
                #expect(response.contains("\"timeout\""))
            }
        }
    }

    @Test("Responses to pipelined requests keep their order")
    func pipelining() async throws {
        try await running(drainTime: 5, SlowProvider()) { server in
            try await RawConnection.open(server.address) { connection in
                try await connection.send(
                    "GET /health HTTP/1.1\r\nHost: a\r\nX-Request-Id: one\r\n\r\n"
                        + "GET /nothing HTTP/1.1\r\nHost: a\r\nX-Request-Id: two\r\nConnection: close\r\n\r\n"
                )
                let responses = try await connection.readToEnd()
                let first = try #require(responses.range(of: "X-Request-Id: one"))
                let second = try #require(responses.range(of: "X-Request-Id: two"))
                #expect(first.lowerBound < second.lowerBound)
            }
        }
    }

    @Test(
        "Input that is not HTTP is rejected and its connection closed",
        arguments: ["nonsense\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"])
    func noHTTP(text: String) async throws {
        try await running(drainTime: 5, SlowProvider()) { server in
            try await RawConnection.open(server.address) { connection in
                try await connection.send(text)
                let response = try await connection.readToEnd()
                #expect(response.hasPrefix("HTTP/1.1 400"))
            }
        }
    }

    private static let signIn = {
        let body = #"{"provider":"apple","identityToken":"a","nonce":"b"}"#
        return "POST /v1/sessions HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }()

    /// Runs a server while the body runs, then waits for its shutdown.
    private func running(
        drainTime: TimeInterval, _ provider: SlowProvider, requestTimeout: TimeInterval = 30,
        _ body: (RunningServer) async throws -> Void
    ) async throws {
        try await RunningServer.run(
            PacelineServer.ServerConfiguration(
                port: 0, requestTimeout: requestTimeout, drainTime: drainTime, rateLimits: .none),
            EngineEnvironment(appleVerifier: provider), body)
    }
}
