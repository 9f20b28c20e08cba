import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Paceline

/// The assets of the pages. Each file's address contains a hash of its bytes, so browsers can cache it forever.
struct Assets: Sendable {
    private let byName: [String: Asset]
    private let byAddress: [String: Asset]

    /// - Throws: if the folder can't be read.
    init(in folder: URL) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        var assets = try names.map { name in
            try Asset(name: name, bytes: Array(try Data(contentsOf: folder.appending(path: name))))
        }
        for index in assets.indices where assets[index].name.hasSuffix(".webmanifest") {
            assets[index] = try assets[index].replacingNames(of: assets)
        }
        byName = Dictionary(uniqueKeysWithValues: assets.map { ($0.name, $0) })
        byAddress = Dictionary(uniqueKeysWithValues: assets.map { ($0.address, $0) })
    }

    /// The address of a file, such as `/assets/style.3f2a….css`.
    func address(of name: String) -> String? { byName[name]?.address }

    func asset(at address: String) -> Asset? { byAddress[address] }

    func asset(named name: String) -> Asset? { byName[name] }
}

/// An asset.
struct Asset: Sendable {
    let name: String
    let address: String
    let bytes: [UInt8]
    /// The gzipped bytes; nil for formats that are already compressed.
    let compressed: [UInt8]?

    init(name: String, bytes: [UInt8]) throws {
        self.name = name
        self.bytes = bytes
        let hash = SHA256.hash(data: bytes).prefix(6).hexadecimal
        let parts = name.split(separator: ".", maxSplits: 1)
        address = "/assets/\(parts[0]).\(hash).\(parts.dropFirst().joined())"
        compressed = [".png", ".webp"].contains(where: name.hasSuffix) ? nil : try Gzip.compress(bytes)
    }

    /// Returns the asset with the quoted names of other assets replaced by their addresses.
    func replacingNames(of others: [Asset]) throws -> Asset {
        let text = others.reduce(String(decoding: bytes, as: UTF8.self)) { text, other in
            text.replacingOccurrences(of: "\"\(other.name)\"", with: "\"\(other.address)\"")
        }
        return try Asset(name: name, bytes: Array(text.utf8))
    }

    private var mediaType: String {
        switch name.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webp": "image/webp"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }

    /// - Parameter isImmutable: whether the address contains the hash.
    func response(to request: Request, isImmutable: Bool = true) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = mediaType
        headers[.cacheControl] =
            isImmutable ? "public, max-age=31536000, immutable" : "public, max-age=3600"
        headers[.vary] = "Accept-Encoding"
        var body = bytes
        if let compressed, request.acceptsGzip {
            headers[.contentEncoding] = "gzip"
            body = compressed
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}
