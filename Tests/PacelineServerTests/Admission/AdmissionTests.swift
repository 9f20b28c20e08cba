import Foundation
import HTTPTypes
import Paceline
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Refusing requests when there are too many", .timeLimit(.minutes(5))) struct AdmissionTests {
    private static func limits(running: Int, timeout: Double = 0.1) -> AdmissionLimits {
        var limits = AdmissionLimits()
        limits.running = running
        limits.timeout = timeout
        return limits
    }

    private static func configuration(
        _ limits: AdmissionLimits
    ) -> PacelineServer.ServerConfiguration {
        var configuration = PacelineServer.ServerConfiguration.withoutLimits
        configuration.admission = limits
        return configuration
    }

    @Test("A request waits for its turn, and the next is refused after the timeout")
    func queue() async throws {
        let queue = AdmissionQueue(Self.limits(running: 1, timeout: 60), metrics: MetricsRegistry())
        let first = try await queue.enter()
        let second = Task { try await queue.enter() }
        while queue.waitingCount == 0 { await Task.yield() }
        first.end(operation: "feed")
        let ticket = try await second.value
        #expect(queue.runningCount == 1 && queue.waitingCount == 0)
        ticket.end(operation: "feed")
        // Ending again changes nothing.
        ticket.end(operation: "feed")
        #expect(queue.runningCount == 0)

        let metrics = MetricsRegistry()
        let full = AdmissionQueue(Self.limits(running: 0, timeout: 0.01), metrics: metrics)
        let error = await #expect(throws: SocialError.self) { _ = try await full.enter() }
        #expect(error?.code == .busy && error?.retryAfter == 1)
        #expect(metrics.text.contains("paceline_admission_refused_total 1\n"))
        #expect(metrics.text.contains("paceline_admission_waiting 0.0\n"))
    }

    @Test("A request whose body took long waits for another turn")
    func slowBody() async throws {
        let queue = AdmissionQueue(Self.limits(running: 1, timeout: 60), metrics: MetricsRegistry())
        let slow = try await queue.enter()
        slow.beginReading()
        // Takes the place of the slow one once it has waited for a while.
        let other = try await queue.enter()
        let returning = Task { try await slow.endReading() }
        while queue.waitingCount == 0 { await Task.yield() }
        other.end(operation: nil)
        try await returning.value
        #expect(queue.runningCount == 1)
        slow.end(operation: nil)
        #expect(queue.runningCount == 0)
    }

    @Test("A request that ends while its body is awaited leaves its place")
    func endWhileReading() async throws {
        let queue = AdmissionQueue(Self.limits(running: 1, timeout: 60), metrics: MetricsRegistry())
        let first = try await queue.enter()
        first.beginReading()
        first.end(operation: "publishWorkout")
        #expect(queue.runningCount == 0)
        await #expect(throws: CancellationError.self) { try await first.endReading() }
        let second = try await queue.enter()
        second.beginReading()
        try await second.endReading()
        #expect(queue.runningCount == 1)
        second.end(operation: nil)
        #expect(queue.runningCount == 0)
    }

    @Test("A server with too many requests refuses further ones, except for a few")
    func server() async throws {
        let provider = SlowProvider()
        try await RunningServer.run(
            Self.configuration(Self.limits(running: 1)),
            EngineEnvironment(passwordCost: .fast, appleVerifier: provider)
        ) { server in
            let ana = try await server.engine.member("ana")
            try await RawConnection.open(server.address) { slow in
                let credential = #"{"provider":"apple","identityToken":"a","nonce":"b"}"#
                try await slow.send(
                    "POST /v1/sessions HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
                        + "Content-Length: \(credential.utf8.count)\r\n\r\n\(credential)")
                await provider.waitForRequest()
                let refused = try await Self.send("GET /v1/me", as: ana, to: server)
                #expect(refused.hasPrefix("HTTP/1.1 503") && refused.contains("\"busy\""))
                #expect(refused.contains("\r\nRetry-After: 1\r\n"))
                for request in ["GET /health", "HEAD /health", "GET /ready"] {
                    let response = try await Self.send(request, as: ana, to: server)
                    #expect(response.hasPrefix("HTTP/1.1 200"), "\(request)")
                }
                let metrics = try await Self.send("GET /metrics", as: ana, to: server)
                #expect(metrics.contains("paceline_admission_refused_total 1\n"))
                #expect(metrics.contains("paceline_admission_bound 1.0\n"))
                #expect(metrics.contains("operation=\"refused\",status=\"503\"} 1\n"))
                let signOut = try await Self.send("DELETE /v1/sessions/current", as: ana, to: server)
                #expect(signOut.hasPrefix("HTTP/1.1 204"))
                provider.respond()
                #expect(try await slow.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 201"))
            }
            let ben = try await server.engine.member("ben")
            #expect(try await Self.send("GET /v1/me", as: ben, to: server).hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("A stream opens in any case, and takes no place")
    func stream() async throws {
        try await RunningServer.run(Self.configuration(Self.limits(running: 0, timeout: 0.01))) { server in
            let ana = try await server.engine.member("ana")
            try await RawConnection.open(server.address) { stream in
                try await stream.send(
                    "GET /v1/stream HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(ana.token)\r\n\r\n")
                #expect(try await stream.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
                let refused = try await Self.send("GET /v1/feed", as: ana, to: server)
                #expect(refused.hasPrefix("HTTP/1.1 503"))
            }
        }
    }

    @Test("Bodies that stall keep no others out")
    func stalledBodies() async throws {
        try await RunningServer.run(Self.configuration(Self.limits(running: 1, timeout: 60))) { server in
            let ana = try await server.engine.member("ana")
            try await RawConnection.open(server.address) { stalled in
                try await stalled.send(
                    "POST /v1/sessions HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 100\r\n\r\n{")
                for _ in 0..<5 {
                    let response = try await Self.send("GET /v1/me", as: ana, to: server)
                    #expect(response.hasPrefix("HTTP/1.1 200"))
                }
            }
        }
    }

    @Test("Without the setting, all requests run")
    func off() async throws {
        var configuration = PacelineServer.ServerConfiguration.withoutLimits
        configuration.admission = nil
        try await Community.run(configuration) { community in
            let health = try await community.send(.get, "/health")
            let metrics = try await community.metrics()
            #expect(health.status == 200 && !metrics.text.contains("paceline_admission"))
        }
    }

    /// Sends a request on its own connection and returns the whole response.
    private static func send(
        _ request: String, as member: Member, to server: RunningServer
    ) async throws -> String {
        var response = ""
        try await RawConnection.open(server.address) { connection in
            try await connection.send(
                "\(request) HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(member.token)\r\n"
                    + "Connection: close\r\n\r\n")
            response = try await connection.readToEnd()
        }
        return response
    }
}
