import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Paceline
import PacelineAPI
import PacelineEngine

/// A request whose address has been decoded and whose body has been read.
struct Incoming: Sendable {
    private let request: Request
    private let path: [String: String]
    private let query: [(name: String, value: String)]
    private let body: [UInt8]

    init(_ request: Request, _ context: ServerContext, body: [UInt8]) throws {
        self.request = request
        self.body = body
        path = try Dictionary(
            uniqueKeysWithValues: context.parameters.map { name, value in
                (String(name), try Self.decoded(value, plusIsBlank: false))
            })
        query = try (request.uri.query ?? "").split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? try Self.decoded(parts[1], plusIsBlank: true) : ""
            return (try Self.decoded(parts[0], plusIsBlank: true), value)
        }
    }

    /// Reads the body, which has to be no larger than it may be.
    static func body(of request: Request, largest: Int) async throws -> [UInt8] {
        let tooLarge = SocialError(.tooLarge, "The body may have \(largest) bytes at most.")
        if let length = request.headers[.contentLength].flatMap(Int.init), length > largest { throw tooLarge }
        var bytes: [UInt8] = []
        for try await part in request.body {
            guard bytes.count + part.readableBytes <= largest else { throw tooLarge }
            bytes += part.readableBytesView
        }
        try Task.checkCancellation()
        return bytes
    }

    func call<Path, Query, Body, Output>(
        _ endpoint: Endpoint<Path, Query, Body, Output>
    ) throws -> Call<Path, Query, Body> {
        Call(
            path: try endpoint.readPath(path), query: try endpoint.readQuery(query),
            body: try endpoint.readBody(body, contentType: request.headers[.contentType]),
            version: endpoint.headers.contains(.ifMatch) ? try version : nil)
    }

    /// The session, whose write is done once when the request names it by an `Idempotency-Key`.
    func keyed(_ session: Session, for endpoint: any AnyEndpoint) throws -> Session {
        guard endpoint.headers.contains(.idempotencyKey), let key = request.headers[.idempotencyKey] else {
            return session
        }
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw SocialError(.malformed, "An Idempotency-Key has 1 to 255 visible ASCII characters.")
        }
        let asked = Data("\(request.method) \(request.uri.path)\n".utf8) + body
        return session.withIdempotencyKey(key, fingerprint: Array(SHA256.hash(data: asked)))
    }

    private var version: Version? {
        get throws {
            guard let tag = request.headers[.ifMatch], tag != "*" else { return nil }
            guard let version = Version(entityTag: tag) else {
                throw SocialError(
                    .preconditionFailed, "If-Match names no version of this. Send the ETag that came with it."
                )
            }
            return version
        }
    }

    private static func decoded(_ text: Substring, plusIsBlank: Bool) throws -> String {
        let text = plusIsBlank ? text.replacing("+", with: " ")[...] : text
        guard let decoded = text.removingPercentEncoding, !decoded.unicodeScalars.contains("\0") else {
            throw SocialError(.malformed, "The address holds bytes that are not text.")
        }
        return decoded
    }
}

extension HTTPField.Name {
    static let idempotencyKey = Self("Idempotency-Key")!
    static let link = Self("Link")!
    static let requestID = Self("X-Request-Id")!
    static let rateLimit = Self("RateLimit")!
    static let rateLimitPolicy = Self("RateLimit-Policy")!
    static let forwardedFor = Self("X-Forwarded-For")!
}
