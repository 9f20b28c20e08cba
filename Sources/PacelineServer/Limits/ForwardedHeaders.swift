import HTTPTypes
import Hummingbird

/// What a reverse proxy says about the client's connection. Ignored unless the proxy is trusted.
struct ForwardedHeaders: Sendable {
    let areTrusted: Bool

    /// The last address in `X-Forwarded-For`, which the proxy itself has added; clients can forge the others.
    func clientAddress(of request: Request) -> ClientAddress? {
        guard areTrusted, let last = request.headers[.forwardedFor]?.split(separator: ",").last else {
            return nil
        }
        return ClientAddress(text: last.drop { $0 == " " })
    }

    /// Whether the client's connection to the proxy is encrypted.
    func isEncrypted(_ request: Request) -> Bool {
        areTrusted && request.headers[.forwardedProtocol]?.lowercased() == "https"
    }
}

extension Request {
    /// Whether it has a header that proxies add, trusted or not.
    var isForwarded: Bool {
        headers.contains { field in
            let name = field.name.canonicalName
            return name.hasPrefix("x-forwarded-") || ["forwarded", "via", "x-real-ip"].contains(name)
        }
    }
}

extension HTTPField.Name {
    static let forwardedFor = Self("X-Forwarded-For")!
    static let forwardedProtocol = Self("X-Forwarded-Proto")!
}
