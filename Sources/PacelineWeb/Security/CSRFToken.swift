import Crypto
import Foundation
import Hummingbird
import Paceline

/// A token that proves that a form came from a page of this site. Every form that changes data includes it.
///
/// It is derived from the session token or the visitor cookie, so it is valid for one browser only and isn't
/// stored. Each page has it under a new mask, because the size of a compressed page reveals text that stays the same
/// (the attack BREACH).
struct CSRFToken: Sendable {
    private let code: HMAC<SHA256>.MAC

    init(secret: String) {
        code = HMAC<SHA256>.authenticationCode(
            for: Data("form".utf8), using: SymmetricKey(data: Data(secret.utf8)))
    }

    /// The token under a new mask: the mask, then both combined.
    var masked: String {
        let mask = Data(randomBytes: SHA256.byteCount)
        return (mask + zip(mask, code).map { $0 ^ $1 }).base64URLEncodedString
    }

    /// Compares in constant time.
    func matches(_ given: String?) -> Bool {
        guard let given, given.utf8.count <= 128, let bytes = Data(base64URLEncoded: given),
            bytes.count == 2 * SHA256.byteCount
        else { return false }
        return code
            == Data(zip(bytes.prefix(SHA256.byteCount), bytes.suffix(SHA256.byteCount)).map { $0 ^ $1 })
    }
}

/// Returns a secret of 32 random bytes for a cookie.
func newSecret() -> String {
    Data(randomBytes: 32).base64URLEncodedString
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
