import Foundation
import Testing

/// With `PACELINE_WRITE_GUIDE` set, as script/api does, writes the guide's tables before it reads them.
@Suite struct APIGuideTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../docs/api.md").standardizedFileURL

    @Test func `the guide says of every endpoint what the server does`() throws {
        let guide = try String(contentsOf: Self.file, encoding: .utf8)
        let start = try #require(guide.range(of: APIGuide.start)).lowerBound
        if ProcessInfo.processInfo.environment["PACELINE_WRITE_GUIDE"] != nil {
            try (guide[..<start] + APIGuide.text).write(to: Self.file, atomically: true, encoding: .utf8)
        }
        let tables = try String(contentsOf: Self.file, encoding: .utf8)[start...]
        #expect(tables == APIGuide.text, "Run script/api, then read what it changed in docs/api.md.")
    }
}
