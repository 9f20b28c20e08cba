import Foundation

/// Real input files for tests. They are not part of the repository, because the licences of some do not allow it.
///
/// They are read from the folder in the environment variable `PACELINE_TEST_DATA`, or from `../shared/data` beside the
/// repository. Tests that need them have the trait `.enabled(if: TestData.isPresent)`, so that a checkout without the
/// files reports them as skipped.
public enum TestData {
    /// Whether the data folder exists.
    public static var isPresent: Bool { folder != nil }

    /// The data folder, or nil if it does not exist.
    public static let folder: URL? = {
        let candidate =
            configuredFolder ?? repository.deletingLastPathComponent().appending(path: "shared/data")
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isDirectory)
        return exists && isDirectory.boolValue ? candidate : nil
    }()

    /// Reads a file.
    /// - Parameter path: relative to the folder, such as `concept2/season_01.csv`.
    /// - Throws: ``Missing`` without a data folder, or Foundation's error if the file cannot be read.
    public static func bytes(_ path: String) throws -> [UInt8] {
        guard let folder else { throw Missing() }
        return [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }

    /// Decodes a file with one JSON object per line.
    /// - Parameters:
    ///   - path: relative to the folder.
    ///   - type: the type of each object.
    public static func lines<Value: Decodable>(_ path: String, as type: Value.Type) throws -> [Value] {
        try bytes(path).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Value.self, from: Data($0))
        }
    }

    /// The data folder does not exist.
    public struct Missing: Error {}

    private static var configuredFolder: URL? {
        ProcessInfo.processInfo.environment["PACELINE_TEST_DATA"].map { URL(filePath: $0) }
    }

    private static var repository: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }
}
