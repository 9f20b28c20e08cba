import Crypto
import Foundation
import Hummingbird
import Paceline

/// A token that proves that a form came from a page of this site. Every form that changes data includes it.
///
/// It is derived from the session token or the visitor cookie, so it is valid for one browser only and isn't
/// stored.
struct CSRFToken: Sendable {
    let text: String
    private let code: HMAC<SHA256>.MAC

    init(secret: String) {
        code = HMAC<SHA256>.authenticationCode(
            for: Data("form".utf8), using: SymmetricKey(data: Data(secret.utf8)))
        text = Data(code).base64URLEncodedString
    }

    /// Compares in constant time.
    func matches(_ given: String?) -> Bool {
        guard let given, given.utf8.count <= 64, let bytes = Data(base64URLEncoded: given) else {
            return false
        }
        return code == bytes
    }
}

/// Returns a secret of 32 random bytes for a cookie.
func newSecret() -> String {
    var random = SystemRandomNumberGenerator()
    return Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }).base64URLEncodedString
}

extension Request {
    /// Whether the browser says that the request comes from this site, or says nothing.
    ///
    /// Old browsers and other programs send no such header. For these, only the CSRF token protects.
    var isFromThisSite: Bool {
        if let site = headers[.fetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = headers[.origin] else { return true }
        let host = origin.split(separator: "/", maxSplits: 2).last.map(String.init)
        return origin.contains("://") && host != nil && host == head.authority
    }
}
