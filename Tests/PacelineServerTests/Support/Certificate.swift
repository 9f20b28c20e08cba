import Foundation
import Testing

/// A self-signed certificate for 127.0.0.1.
struct Certificate {
    let folder: URL
    var certificate: URL { folder.appending(path: "certificate.pem") }
    var key: URL { folder.appending(path: "key.pem") }

    enum Key: Sendable {
        case ellipticCurve, rsa

        fileprivate var arguments: [String] {
            switch self {
            case .ellipticCurve: ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
            case .rsa: ["-newkey", "rsa:2048"]
            }
        }
    }

    static func make(_ key: Key = .ellipticCurve) throws -> Certificate {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "paceline-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = Certificate(folder: folder)
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/env")
        let options = [
            "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", files.key.path, "-out", files.certificate.path,
        ]
        openssl.arguments = ["openssl", "req", "-x509"] + key.arguments + options
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        return files
    }

    func remove() {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Issue.record("The certificate was not removed: \(error)")
        }
    }
}
