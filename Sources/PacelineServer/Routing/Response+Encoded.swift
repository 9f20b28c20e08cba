import Crypto
import HTTPTypes
import Hummingbird
import NIOCore
import Paceline
import PacelineAPI

extension Response {
    /// Creates the response to a request that succeeded.
    init(_ encoded: EncodedResponse, to request: Request, _ endpoint: any AnyEndpoint) {
        self.init(encoded)
        if let next = encoded.next { headers[.link] = Self.link(to: next, from: request) }
        if endpoint.headers.contains(.ifNoneMatch) { compare(encoded.body, with: request) }
    }

    init(_ encoded: EncodedResponse) {
        var headers = HTTPFields()
        headers[.contentType] = encoded.contentType
        headers[.cacheControl] = "private, no-store"
        headers[.xContentTypeOptions] = "nosniff"
        // Responses are data. If a browser is tricked into rendering one, nothing in it may run or be framed.
        headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        headers[.referrerPolicy] = "no-referrer"
        for (name, value) in encoded.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        self.init(
            status: .init(code: encoded.status), headers: headers,
            body: encoded.body.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(bytes: encoded.body)))
        // 204 has no Content-Length (RFC 9110, 8.6).
        if encoded.status == 204 { self.headers[.contentLength] = nil }
    }

    /// Sets `ETag`, and turns the response into 304 if the client has the same version.
    private mutating func compare(_ body: [UInt8], with request: Request) {
        let tag = Self.entityTag(of: body, version: headers[.eTag])
        headers[.eTag] = tag
        // Clients may cache the response for this user, but must revalidate it.
        headers[.cacheControl] = "private, no-cache"
        headers[.vary] = [headers[.vary], "Authorization"].compactMap(\.self).joined(separator: ", ")
        guard request.hasCached(tag) else { return }
        status = .notModified
        self.body = .init()
        headers[.contentType] = nil
        headers[.contentLength] = nil
    }

    /// A strong entity tag: a hash of the bytes, after the version of a resource that has one. The version alone would
    /// miss what changes without an edit, such as the XP that a workout earned.
    private static func entityTag(of body: [UInt8], version: String?) -> String {
        let hash = SHA256.hash(data: body).prefix(Version.hashLength).hexadecimal
        return version.map { "\($0.dropLast()).\(hash)\"" } ?? "\"\(hash)\""
    }

    private static func link(to next: Cursor, from request: Request) -> String {
        let parameters = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("cursor=") }
        let query = (parameters.map(String.init) + ["cursor=\(next)"]).joined(separator: "&")
        return "<\(PercentEncoding.forHeader("\(request.uri.path)?\(query)"))>; rel=\"next\""
    }
}

extension HTTPField.Name {
    static let link = Self("Link")!
    static let referrerPolicy = Self("Referrer-Policy")!
}
