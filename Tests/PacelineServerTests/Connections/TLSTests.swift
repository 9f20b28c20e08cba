import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("TLS", .timeLimit(.minutes(5))) struct TLSTests {
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

    /// The version and suite that a client offers, the server's key, and whether they agree.
    private static let offers: [(TLSVersion, NIOTLSCipher?, Certificate.Key, Bool)] = [
        (.tlsv13, nil, .ellipticCurve, true),
        (.tlsv12, nil, .ellipticCurve, true),
        (.tlsv12, .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .ellipticCurve, true),
        (.tlsv12, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, .rsa, true),
        (.tlsv12, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, .rsa, true),
        (.tlsv12, .TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, .ellipticCurve, false),
        (.tlsv12, .TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA, .rsa, false),
        (.tlsv12, .TLS_RSA_WITH_AES_128_GCM_SHA256, .rsa, false),
        (.tlsv11, nil, .ellipticCurve, false),
        (.tlsv1, nil, .rsa, false),
    ]

    @Test(
        "TLS 1.3 is accepted, and TLS 1.2 only with forward secrecy and authenticated encryption",
        arguments: Self.offers)
    func versions(
        version: TLSVersion, suite: NIOTLSCipher?, key: Certificate.Key, isAccepted: Bool
    ) async throws {
        let files = try Certificate.make(key)
        defer { files.remove() }
        var offer = TLSConfiguration.trusting(files.certificate.path)
        offer.minimumTLSVersion = version
        offer.maximumTLSVersion = version
        if let suite { offer.cipherSuiteValues = [suite] }
        let encryption = try NIOSSLContext(configuration: offer)
        try await RunningServer.run(Self.configuration(with: files)) { server in
            var response = ""
            do {
                try await RawConnection.open(server.address, encryption) { connection in
                    try await connection.send("GET /health HTTP/1.1\r\nHost: test\r\n\r\n")
                    response = try await connection.read(until: "\"ok\"}")
                }
            } catch {
                // A rejected handshake ends the connection with one of several errors, depending on what comes first.
                #expect(!isAccepted, "\(error)")
            }
            #expect(response.hasPrefix("HTTP/1.1 200") == isAccepted)
        }
    }

    @Test(
        "Every response over TLS makes browsers use only HTTPS, and none over plain HTTP does",
        arguments: [
            ("GET /health HTTP/1.1\r\nHost: test\r\n\r\n", 200),
            ("GET /nothing HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n", 404),
            ("GET /v1/me HTTP/1.1\r\nHost: test\r\n\r\n", 401), ("nonsense\r\n\r\n", 400),
        ])
    func strictTransport(request: String, status: Int) async throws {
        let files = try Certificate.make()
        defer { files.remove() }
        let encryption = try NIOSSLContext(configuration: .trusting(files.certificate.path))
        for isEncrypted in [true, false] {
            let configuration = isEncrypted ? Self.configuration(with: files) : .withoutLimits
            try await RunningServer.run(configuration) { server in
                try await RawConnection.open(server.address, isEncrypted ? encryption : nil) { connection in
                    try await connection.send(request)
                    let response = try await connection.read(until: "\r\n\r\n")
                    #expect(response.hasPrefix("HTTP/1.1 \(status)"))
                    let header = "\r\nStrict-Transport-Security: max-age=31536000\r\n"
                    #expect(response.contains(header) == isEncrypted)
                }
            }
        }
    }

    private static func configuration(with files: Certificate) -> PacelineServer.ServerConfiguration {
        PacelineServer.ServerConfiguration(
            tls: .init(certificatePath: files.certificate.path, keyPath: files.key.path), rateLimits: .none)
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
