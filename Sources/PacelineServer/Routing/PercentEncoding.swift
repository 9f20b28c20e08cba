import Foundation
import Paceline

/// Percent-encoding as addresses have it.
enum PercentEncoding {
    /// - Throws: ``SocialError/Code/malformed`` for what does not decode to text.
    static func decoded(_ text: some StringProtocol) throws(SocialError) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        guard let decoded = text.removingPercentEncoding else {
            throw SocialError(.malformed, "The address holds bytes that are not text.")
        }
        return decoded
    }

    /// The same for a query, where browsers write a blank as `+`.
    static func decodedForm(_ text: Substring) throws(SocialError) -> String {
        try decoded(text.utf8.contains(UInt8(ascii: "+")) ? text.replacing("+", with: " ")[...] : text)
    }

    /// The text as it may stand between `<` and `>` in a header; what is encoded already stays so.
    static func forHeader(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: allowedInHeader) ?? ""
    }

    private static let allowedInHeader = CharacterSet.urlQueryAllowed.union(CharacterSet(charactersIn: "%"))
}
