import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("TLS") struct TLSTests {
    @Test("A server with a certificate accepts only TLS")
    func encrypted() async throws {
        let files = try Certificate.make()
        defer { files.remove() }
        let engine = try await Engine(database: try SQLiteDatabase.inMemory())
        let configuration = PacelineServer.ServerConfiguration(
            tls: .init(certificatePath: files.certificate.path, keyPath: files.key.path), rateLimits: .none)
        try await PacelineServer.Server.withRunning(engine, configuration) { address in
            #expect(address.hasPrefix("https://"))
            try await withClient(trusting: files.certificate.path) { client in
                let response = try await client.execute(
                    HTTPClientRequest(url: address + "/health"), timeout: .seconds(10))
                #expect(response.status == .ok)
            }
            let plain = address.replacing("https://", with: "http://")
            await #expect(throws: (any Error).self) {
                try await HTTPClient.shared.execute(
                    HTTPClientRequest(url: plain + "/health"), timeout: .seconds(10))
            }
        }
    }

    @Test("An unreadable certificate prevents the start")
    func missingFiles() async throws {
        let engine = try await Engine(database: try SQLiteDatabase.inMemory())
        let configuration = PacelineServer.ServerConfiguration(
            tls: .init(certificatePath: "/nowhere/certificate.pem", keyPath: "/nowhere/key.pem"),
            rateLimits: .none)
        await #expect(throws: (any Error).self) {
            try await PacelineServer.Server.withRunning(engine, configuration) { _ in }
        }
    }

    @Test(
        "A client that ignores close_notify does not delay shutdown", .timeLimit(.minutes(1)),
        arguments: ["", "POST /v1/accounts HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\n{"])
    func silentPeer(unfinished: String) async throws {
        let files = try Certificate.make()
        defer { files.remove() }
        let configuration = PacelineServer.ServerConfiguration(
            tls: .init(certificatePath: files.certificate.path, keyPath: files.key.path), drainTime: 0.2,
            rateLimits: .none)
        try await RunningServer.run(configuration) { server in
            let trust = try NIOSSLContext(configuration: .trusting(files.certificate.path))
            try await RawConnection.open(server.address, trust) { connection in
                try await connection.send("GET /health HTTP/1.1\r\nHost: test\r\n\r\n" + unfinished)
                _ = try await connection.read(until: "\"ok\"}")
                try await connection.stopListening()
                try await server.stopped()
            }
        }
    }

    private func withClient(trusting path: String, _ body: (HTTPClient) async throws -> Void) async throws {
        let client = HTTPClient(configuration: .init(tlsConfiguration: .trusting(path)))
        do {
            try await body(client)
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }
}

extension TLSConfiguration {
    /// A client configuration that trusts only the one certificate.
    fileprivate static func trusting(_ path: String) -> TLSConfiguration {
        var configuration = makeClientConfiguration()
        configuration.trustRoots = .file(path)
        return configuration
    }
}
