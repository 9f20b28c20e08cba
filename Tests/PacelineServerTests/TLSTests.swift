import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("TLS") struct TLSTests {
    @Test("With a certificate the server speaks TLS, and nothing else")
    func encrypted() async throws {
        let files = try Certificate.make()
        defer { files.remove() }
        let engine = try await Engine(database: try SQLiteDatabase.inMemory())
        let configuration = PacelineServer.ServerConfiguration(
            tls: .init(certificatePath: files.certificate.path, keyPath: files.key.path), rateLimits: .none)
        try await PacelineServer.Server.withRunning(engine, configuration) { address in
            #expect(address.hasPrefix("https://"))
            try await withClient(trusting: files.certificate.path) { client in
                let answer = try await client.execute(
                    HTTPClientRequest(url: address + "/health"), timeout: .seconds(10))
                #expect(answer.status == .ok)
            }
            let plain = address.replacing("https://", with: "http://")
            await #expect(throws: (any Error).self) {
                try await HTTPClient.shared.execute(
                    HTTPClientRequest(url: plain + "/health"), timeout: .seconds(10))
            }
        }
    }

    @Test("A certificate that cannot be read stops the server before it starts")
    func missingFiles() async throws {
        let engine = try await Engine(database: try SQLiteDatabase.inMemory())
        let configuration = PacelineServer.ServerConfiguration(
            tls: .init(certificatePath: "/nowhere/certificate.pem", keyPath: "/nowhere/key.pem"),
            rateLimits: .none)
        await #expect(throws: (any Error).self) {
            try await PacelineServer.Server.withRunning(engine, configuration) { _ in }
        }
    }

    private func withClient(trusting path: String, _ body: (HTTPClient) async throws -> Void) async throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(path)
        let client = HTTPClient(configuration: .init(tlsConfiguration: tls))
        do {
            try await body(client)
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }
}

/// A certificate for 127.0.0.1 that vouches for itself.
private struct Certificate {
    let folder: URL
    var certificate: URL { folder.appending(path: "certificate.pem") }
    var key: URL { folder.appending(path: "key.pem") }

    static func make() throws -> Certificate {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "paceline-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = Certificate(folder: folder)
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/env")
        openssl.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", files.key.path, "-out", files.certificate.path,
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        return files
    }

    func remove() {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Issue.record("The certificate stays behind: \(error)")
        }
    }
}
