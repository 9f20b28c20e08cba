import Foundation

/// Base64url (RFC 4648, section 5) without padding: text for URLs, cookies and tokens.
extension Data {
    package var base64URLEncodedString: String {
        String(
            base64EncodedString().compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }

    /// Nil if the text is not base64url. Padding is optional.
    package init?(base64URLEncoded text: some StringProtocol) {
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") }) else { return nil }
        let standard = String(text).replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4))
    }
}
