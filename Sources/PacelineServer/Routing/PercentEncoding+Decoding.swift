import Foundation
import Paceline
import PacelineAPI

extension PercentEncoding {
    /// Decodes part of a path.
    /// - Throws: ``SocialError/Code/malformed`` if the result is not UTF-8.
    package static func decoded(_ text: some StringProtocol) throws(SocialError) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        guard let decoded = text.removingPercentEncoding else {
            throw SocialError(.malformed, "The address or form is not valid UTF-8.")
        }
        return decoded
    }

    /// Decodes part of a query or form, where browsers encode a space as `+`.
    /// - Throws: ``SocialError/Code/malformed`` if the result is not UTF-8.
    package static func decodedForm(_ text: some StringProtocol) throws(SocialError) -> String {
        try decoded(
            text.utf8.contains(UInt8(ascii: "+")) ? String(text).replacing("+", with: " ") : String(text))
    }

    /// Encodes a URL for use between `<` and `>` in a header. Existing escapes stay as they are.
    static func forHeader(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: allowedInHeader) ?? ""
    }

    private static let allowedInHeader = CharacterSet.urlQueryAllowed.union(CharacterSet(charactersIn: "%"))
}
