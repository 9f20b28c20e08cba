import Foundation
import HTTPTypes
import Testing

@testable import PacelineWeb

extension Browser {
    /// Submits a multipart form with the token of the current page.
    @discardableResult
    func upload(
        _ uri: String, _ fields: [String: String], files: [UploadedFile] = [], token: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Shown {
        let boundary = "----boundary\(UUID())"
        var body = Data()
        let all = fields.merging(["csrf": token ?? page.token ?? ""]) { $1 }
        for (name, value) in all {
            body += Data(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        for file in files {
            let head = "Content-Disposition: form-data; name=\"\(file.field)\"; filename=\"\(file.name)\""
            body += Data("--\(boundary)\r\n\(head)\r\nContent-Type: application/octet-stream\r\n\r\n".utf8)
            body += Data(file.bytes) + Data("\r\n".utf8)
        }
        body += Data("--\(boundary)--\r\n".utf8)
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=\(boundary)"
        return try await send(.post, uri, headers, bytes: body)
    }

    /// Uploads files for import, and then submits the form of the preview.
    func importFiles(_ files: [UploadedFile]) async throws -> Shown {
        try await open("/workouts/import")
        let preview = try await upload("/workouts/import", ["visibility": "private"], files: files)
        #expect(preview.status == 200)
        show(preview)
        return try await upload("/workouts/import/publish", filledIn)
    }

    /// The values of the fields on the current page, as a browser would submit them.
    var filledIn: [String: String] {
        var fields: [String: String] = [:]
        for input in page.text.matches(of: /<input [^>]*>/) {
            let tag = String(input.0)
            guard let name = tag.firstMatch(of: /\sname="([^"]*)"/)?.1, !tag.contains("type=\"file\""),
                !tag.contains("type=\"checkbox\"") || tag.contains(" checked")
            else { continue }
            fields[String(name)] = tag.firstMatch(of: /\svalue="([^"]*)"/).map { Self.unescaped($0.1) } ?? ""
        }
        for area in page.text.matches(of: /<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)</) {
            fields[String(area.1)] = Self.unescaped(area.2)
        }
        for choice in page.text.matches(of: /<select [^>]*name="([^"]*)".*?<option value="([^"]*)" selected/)
        {
            fields[String(choice.1)] = String(choice.2)
        }
        return fields
    }

    private static func unescaped(_ text: Substring) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(String(text))
        {
            $0.replacingOccurrences(of: $1.0, with: $1.1)
        }
    }
}
