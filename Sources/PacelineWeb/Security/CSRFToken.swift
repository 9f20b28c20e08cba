import Crypto
import Foundation
import Hummingbird

/// Shows that a form was filled in on a page of ours: every form that changes something holds it.
///
/// It follows from a secret that only this browser and we know, the session's token or the visitor's cookie, so that it
/// is good for that browser alone and needs no memory.
struct CSRFToken: Sendable {
    let text: String
    private let code: HMAC<SHA256>.MAC

    init(secret: String) {
        code = HMAC<SHA256>.authenticationCode(
            for: Data("form".utf8), using: SymmetricKey(data: Data(secret.utf8)))
        text = Data(code).base64URLEncoded
    }

    /// Compares in a time that tells nothing about how much of it is right.
    func matches(_ given: String?) -> Bool {
        guard let given, given.utf8.count <= 64, let bytes = Data(base64URLEncoded: given) else {
            return false
        }
        return code == bytes
    }
}

extension Data {
    /// RFC 4648, section 5, without padding.
    var base64URLEncoded: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    fileprivate init?(base64URLEncoded text: String) {
        let padded =
            text.replacing("-", with: "+").replacing("_", with: "/")
            + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        self.init(base64Encoded: padded)
    }
}

/// A secret of 32 random bytes, as cookies hold it.
func newSecret() -> String {
    var random = SystemRandomNumberGenerator()
    return Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }).base64URLEncoded
}

extension Request {
    /// Whether the browser says that a page of this site sends this, or does not say who does.
    ///
    /// Old browsers and programs say nothing; for them the form's token speaks alone.
    var isFromThisSite: Bool {
        if let site = headers[.fetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = headers[.origin] else { return true }
        let host = origin.split(separator: "/", maxSplits: 2).last.map(String.init)
        return origin.contains("://") && host != nil && host == head.authority
    }
}
