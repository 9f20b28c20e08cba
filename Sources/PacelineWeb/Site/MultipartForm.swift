import Foundation
import Paceline

/// An uploaded file. The name is only for display; the type is detected from the bytes.
struct UploadedFile: Sendable, Equatable {
    let field: String
    let name: String
    let bytes: [UInt8]
}

/// The fields and files of a `multipart/form-data` body (RFC 7578).
struct MultipartForm {
    private(set) var fields: [String: String] = [:]
    private(set) var files: [UploadedFile] = []

    private static let lineEnd = Data("\r\n".utf8)

    /// - Throws: ``SocialError/Code/malformed`` if the body is truncated or a field isn't text.
    init(_ body: Data, boundary: String) throws(SocialError) {
        let delimiter = Data("--\(boundary)".utf8)
        guard var mark = body.range(of: delimiter) else { throw .brokenForm }
        while !body[mark.upperBound...].starts(with: Data("--".utf8)) {
            guard body[mark.upperBound...].starts(with: Self.lineEnd) else { throw .brokenForm }
            let start = mark.upperBound + Self.lineEnd.count
            guard let end = body.range(of: Self.lineEnd + delimiter, in: (start - 2)..<body.endIndex),
                end.lowerBound >= start
            else { throw .brokenForm }
            try take(body[start..<end.lowerBound])
            mark = end
        }
    }

    /// - Parameter part: the headers and the content, separated by an empty line.
    private mutating func take(_ part: Data) throws(SocialError) {
        guard let gap = part.range(of: Self.lineEnd + Self.lineEnd),
            let head = String(data: part[..<gap.lowerBound], encoding: .utf8),
            let name = Self.parameter("name", of: head)
        else { throw .brokenForm }
        let content = part[gap.upperBound...]
        guard let fileName = Self.parameter("filename", of: head) else {
            guard let text = String(data: content, encoding: .utf8) else { throw .brokenForm }
            fields[name] = text
            return
        }
        // Browsers send a file field without a file as a part without name and content.
        guard !fileName.isEmpty || !content.isEmpty else { return }
        files.append(UploadedFile(field: name, name: fileName, bytes: Array(content)))
    }

    /// Decodes a parameter. Browsers percent-encode only quotation marks and line breaks in it.
    private static func parameter(_ name: String, of head: String) -> String? {
        guard let start = head.range(of: "; \(name)=\""),
            let end = head.range(of: "\"", range: start.upperBound..<head.endIndex)
        else { return nil }
        let text = String(head[start.upperBound..<end.lowerBound])
        return text.replacingOccurrences(of: "%22", with: "\"").replacingOccurrences(of: "%0D", with: "")
            .replacingOccurrences(of: "%0A", with: " ")
    }

    /// The boundary in a `Content-Type` header; nil if the type isn't `multipart/form-data`.
    static func boundary(in contentType: String) -> String? {
        guard contentType.lowercased().hasPrefix("multipart/form-data"),
            let start = contentType.range(of: "boundary=", options: .caseInsensitive)
        else { return nil }
        let text = contentType[start.upperBound...].prefix { $0 != ";" }.trimmingCharacters(in: ["\"", " "])
        return (1...70).contains(text.utf8.count) ? text : nil
    }
}

extension SocialError {
    fileprivate static let brokenForm = SocialError(.malformed, "The form is invalid or truncated.")
}
