import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Paceline
import PacelineAPI

/// A page, whatever it lists.
private protocol Paged {
    var next: Cursor? { get }
}

extension Page: Paged {}

extension Response {
    /// The answer to a request that succeeded.
    init(
        _ reply: Reply, to request: Request, _ endpoint: any AnyEndpoint, _ allowance: Allowance?,
        _ output: some Any
    ) throws {
        self.init(reply)
        if let allowance { headers.append(contentsOf: allowance.fields) }
        if let next = (output as? any Paged)?.next { headers[.link] = Self.link(to: next, from: request) }
        guard endpoint.method == .get else { return }
        let tag = headers[.eTag] ?? Self.entityTag(of: reply.body)
        headers[.eTag] = tag
        headers[.cacheControl] = "private, no-cache"
        if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(tag) {
            status = .notModified
            body = .init()
            headers[.contentType] = nil
        }
    }

    init(_ reply: Reply) {
        var headers = HTTPFields()
        headers[.contentType] = reply.contentType
        headers[.cacheControl] = "private, no-store"
        headers[.xContentTypeOptions] = "nosniff"
        for (name, value) in reply.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        self.init(
            status: .init(code: reply.status), headers: headers,
            body: reply.body.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(bytes: reply.body)))
    }

    /// A strong tag: the same bytes have the same, other bytes another one.
    private static func entityTag(of body: [UInt8]) -> String {
        "\"" + SHA256.hash(data: body).prefix(12).hexadecimal + "\""
    }

    private static func link(to next: Cursor, from request: Request) -> String {
        let kept = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("cursor=") }
        let query = (kept.map(String.init) + ["cursor=\(next)"]).joined(separator: "&")
        return "<\(request.uri.path)?\(query)>; rel=\"next\""
    }
}
