import Foundation

/// Word lists and names for development, kept next to the checkout and outside the repository.
///
/// Tests that need them are skipped when they are absent. `PACELINE_DATA` sets another folder.
enum SharedData {
    static let folder =
        ProcessInfo.processInfo.environment["PACELINE_DATA"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../shared/data"
        )
        .standardizedFileURL

    static func has(_ paths: String...) -> Bool {
        paths.allSatisfy { FileManager.default.fileExists(atPath: folder.appending(path: $0).path) }
    }

    static func data(_ path: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: path))
    }

    static func lines(_ path: String) throws -> [String] {
        String(decoding: try data(path), as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }
}
