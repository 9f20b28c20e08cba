import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Paceline
import PacelineAPI
import PacelineEngine

/// Reads a request: decodes its path and query, and collects its body.
struct RequestReader: Sendable {
    private let request: Request
    /// The request as its endpoint decodes it.
    let encoded: EncodedRequest

    /// Reads the request within its endpoint's limits.
    /// - Throws: ``SocialError`` if the address is malformed, if the body is compressed, too large or too slow, or if
    ///   there are too many bodies at the moment.
    init(
        _ request: Request, _ context: ServerContext, for endpoint: any AnyEndpoint, _ bodies: RequestBodies
    ) async throws {
        self.request = request
        encoded = EncodedRequest(
            path: try Self.path(context), query: try PercentEncoding.decodedPairs(request.uri.query ?? ""),
            body: try await Self.body(
                of: request, context, largest: endpoint.body.largestByteCount, bodies),
            contentType: request.headers[.contentType], ifMatch: request.headers[.ifMatch],
            lastEventID: request.headers[.lastEventID], accept: request.headers[.accept])
    }

    /// The session, with the request's `Idempotency-Key` if the endpoint supports one.
    /// - Throws: ``SocialError/Code/malformed`` if the key is malformed, or missing though required.
    func keyed(_ session: Session, for endpoint: any AnyEndpoint) throws -> Session {
        guard endpoint.headers.contains(.idempotencyKey), let key = try request.idempotencyKey else {
            guard !endpoint.headers.required.contains(.idempotencyKey) else {
                throw SocialError(.malformed, "Send an Idempotency-Key with this request.")
            }
            return session
        }
        var fingerprint = SHA256()
        fingerprint.update(data: Data("\(request.method) \(request.uri.path)\n".utf8))
        fingerprint.update(data: encoded.body)
        return session.withIdempotencyKey(key, fingerprint: Array(fingerprint.finalize()))
    }
}

extension RequestReader {
    private static func path(_ context: ServerContext) throws(SocialError) -> [String: String] {
        var path: [String: String] = [:]
        for (name, value) in context.parameters {
            path[String(name)] = try PercentEncoding.decoded(value)
        }
        return path
    }

    /// Reads the body, up to the limit. Does not read it if the endpoint takes none.
    private static func body(
        of request: Request, _ context: ServerContext, largest: Int, _ bodies: RequestBodies
    ) async throws -> [UInt8] {
        guard largest > 0 else { return [] }
        if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
            throw SocialError(.unsupportedMediaType, "Send this without Content-Encoding.")
        }
        let tooLarge = SocialError(.tooLarge, "The body can have at most \(largest) bytes.")
        return try await bodies.read(request, context, upTo: largest, orThrow: tooLarge).bytes
    }
}
