import Foundation
import Paceline

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

    /// Decodes the pairs of a query or form, in order: `a=1&b`. A name alone has an empty value.
    /// - Throws: ``SocialError/Code/malformed`` if the result is not UTF-8.
    package static func decodedPairs(
        _ text: some StringProtocol
    ) throws(SocialError) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            pairs.append((try decodedForm(parts[0]), parts.count == 2 ? try decodedForm(parts[1]) : ""))
        }
        return pairs
    }

    /// Decodes part of a query or form, where browsers encode a space as `+`.
    private static func decodedForm(_ text: some StringProtocol) throws(SocialError) -> String {
        try decoded(
            text.utf8.contains(UInt8(ascii: "+")) ? String(text).replacing("+", with: " ") : String(text))
    }

    /// Encodes a URL for use between `<` and `>` in a header. Existing escapes stay as they are.
    package static func forHeader(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: allowedInHeader) ?? ""
    }

    private static let allowedInHeader = CharacterSet.urlQueryAllowed.union(CharacterSet(charactersIn: "%"))
}
