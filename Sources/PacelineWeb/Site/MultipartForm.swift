import Foundation
import Paceline

/// A file that came with a form. Its name is for people; what it is, its bytes say.
struct UploadedFile: Sendable, Equatable {
    let field: String
    let name: String
    let bytes: [UInt8]
}

/// The fields and files of a form, as `multipart/form-data` has them (RFC 7578).
struct MultipartForm {
    private(set) var fields: [String: String] = [:]
    private(set) var files: [UploadedFile] = []

    private static let lineEnd = Data("\r\n".utf8)

    /// - Throws: ``SocialError/Code/malformed`` for what is cut short, and for fields that are not text.
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

    /// - Parameter part: its head and its content, with an empty line between.
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
        // A field for files in which none was chosen sends one without name and content.
        guard !fileName.isEmpty || !content.isEmpty else { return }
        files.append(UploadedFile(field: name, name: fileName, bytes: Array(content)))
    }

    /// Browsers write quotation marks and line ends in it with percent signs, and nothing else.
    private static func parameter(_ name: String, of head: String) -> String? {
        guard let start = head.range(of: "; \(name)=\""),
            let end = head.range(of: "\"", range: start.upperBound..<head.endIndex)
        else { return nil }
        let text = String(head[start.upperBound..<end.lowerBound])
        return text.replacingOccurrences(of: "%22", with: "\"").replacingOccurrences(of: "%0D", with: "")
            .replacingOccurrences(of: "%0A", with: " ")
    }

    /// The boundary that the header `Content-Type` names; nil when that is no such form.
    static func boundary(in contentType: String) -> String? {
        guard contentType.lowercased().hasPrefix("multipart/form-data"),
            let start = contentType.range(of: "boundary=", options: .caseInsensitive)
        else { return nil }
        let text = contentType[start.upperBound...].prefix { $0 != ";" }.trimmingCharacters(in: ["\"", " "])
        return (1...70).contains(text.utf8.count) ? text : nil
    }
}

extension SocialError {
    fileprivate static let brokenForm = SocialError(.malformed, "The form is broken, or was cut short.")
}
