import Foundation
import Paceline

/// The fields of a form or of a query, as `application/x-www-form-urlencoded` has them.
struct FormData: Sendable {
    private let fields: [String: String]

    static let largestByteCount = 64 * 1_024

    init(_ fields: [String: String] = [:]) {
        self.fields = fields
    }

    /// Reads the text; of a field that comes twice the last counts.
    /// - Throws: ``SocialError/Code/malformed`` for what does not decode to text.
    init(encoded text: some StringProtocol) throws(SocialError) {
        var fields: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields[try Self.decode(parts[0])] = parts.count == 2 ? try Self.decode(parts[1]) : ""
        }
        self.fields = fields
    }

    /// What was given, trimmed; nil when that is nothing.
    subscript(name: String) -> String? {
        let value = fields[name]?.trimmingCharacters(in: .whitespacesAndNewlines)
        return value?.isEmpty == true ? nil : value
    }

    /// What was given, to the letter, as passwords are.
    func exact(_ name: String) -> String { fields[name] ?? "" }

    private static func decode(_ text: some StringProtocol) throws(SocialError) -> String {
        guard let decoded = String(text.map { $0 == "+" ? " " : $0 }).removingPercentEncoding else {
            throw SocialError(.malformed, "The form holds bytes that are not text.")
        }
        return decoded
    }

    /// The text as it may stand in a query.
    static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/@:")
}
