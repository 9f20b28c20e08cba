import Foundation
import Paceline
import PacelineAPI
import PacelineServer

/// The fields of a form or query string, and the files of a form.
struct FormData: Sendable {
    private let fields: [String: String]
    private let files: [UploadedFile]

    static let largestByteCount = 64 * 1_024

    init(_ fields: [String: String] = [:], files: [UploadedFile] = []) {
        self.fields = fields
        self.files = files
    }

    /// Decodes `application/x-www-form-urlencoded`. If a field occurs twice, the last one wins.
    /// - Throws: ``SocialError/Code/malformed`` if the input doesn't decode to text.
    init(encoded text: some StringProtocol) throws(SocialError) {
        var fields: [String: String] = [:]
        for (name, value) in try PercentEncoding.decodedPairs(text) { fields[name] = value }
        self.init(fields)
    }

    /// Decodes `multipart/form-data`.
    /// - Throws: ``SocialError/Code/malformed``.
    init(multipart body: Data, boundary: String) throws(SocialError) {
        let form = try MultipartForm(body, boundary: boundary)
        self.init(form.fields, files: form.files)
    }

    /// The uploaded files of a field, in the order chosen.
    func files(_ name: String) -> [UploadedFile] { files.filter { $0.field == name } }

    /// The values of all fields sent, without trimming.
    var values: [String: String] { fields }

    /// The names of the fields with files.
    var fileFields: [String] {
        let embedded = fields.keys.contains(where: EmbeddedFiles.isField) ? [EmbeddedFiles.field] : []
        return Set(files.map(\.field) + embedded).sorted()
    }

    var hasFiles: Bool { !fileFields.isEmpty }

    /// The names of all fields sent, including empty ones.
    var names: Dictionary<String, String>.Keys { fields.keys }

    /// The trimmed value of a field; nil if it is missing or empty.
    subscript(name: String) -> String? {
        let value = fields[name]?.trimmingCharacters(in: .whitespacesAndNewlines)
        return value?.isEmpty == true ? nil : value
    }

    /// Whether the field was sent, even if it is empty.
    func has(_ name: String) -> Bool { fields[name] != nil }

    /// The value of a field without trimming, as passwords need it.
    func exact(_ name: String) -> String { fields[name] ?? "" }
}
