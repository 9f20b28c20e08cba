import Foundation
import Paceline

/// The fields of a form or of a query, and the files that came with a form.
struct FormData: Sendable {
    private let fields: [String: String]
    private let files: [UploadedFile]

    static let largestByteCount = 64 * 1_024

    init(_ fields: [String: String] = [:], files: [UploadedFile] = []) {
        self.fields = fields
        self.files = files
    }

    /// Reads `application/x-www-form-urlencoded`; of a field that comes twice the last counts.
    /// - Throws: ``SocialError/Code/malformed`` for what does not decode to text.
    init(encoded text: some StringProtocol) throws(SocialError) {
        var fields: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields[try Self.decode(parts[0])] = parts.count == 2 ? try Self.decode(parts[1]) : ""
        }
        self.init(fields)
    }

    /// Reads `multipart/form-data`.
    /// - Throws: ``SocialError/Code/malformed``.
    init(multipart body: Data, boundary: String) throws(SocialError) {
        let form = try MultipartForm(body, boundary: boundary)
        self.init(form.fields, files: form.files)
    }

    /// The files of a field, in the order in which they were chosen.
    func files(_ name: String) -> [UploadedFile] { files.filter { $0.field == name } }

    /// The names of all fields that were sent, also of those that are empty.
    var names: Dictionary<String, String>.Keys { fields.keys }

    /// What was given, trimmed; nil when that is nothing.
    subscript(name: String) -> String? {
        let value = fields[name]?.trimmingCharacters(in: .whitespacesAndNewlines)
        return value?.isEmpty == true ? nil : value
    }

    /// Whether the field was sent, be it empty.
    func has(_ name: String) -> Bool { fields[name] != nil }

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
