import Foundation

/// Real input files that tests read where they lie: they are not part of the repository, since some have no
/// licence that allows it.
///
/// They are looked for in the folder that the environment variable `PACELINE_TEST_DATA` names, and otherwise in
/// `../shared/data` beside the repository. A test that needs them carries `.enabled(if: TestData.isPresent)`, so
/// that a checkout without them reports the test as skipped instead of passing it unseen.
public enum TestData {
    /// Whether there is a folder of data at all.
    public static var isPresent: Bool { folder != nil }

    /// The folder, or nil when there is none.
    public static let folder: URL? = {
        let candidate =
            configuredFolder ?? repository.deletingLastPathComponent().appending(path: "shared/data")
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isDirectory)
        return exists && isDirectory.boolValue ? candidate : nil
    }()

    /// The bytes of one file.
    /// - Parameter path: relative to the folder, such as `concept2/season_01.csv`.
    /// - Throws: ``Missing`` when there is no folder, and what Foundation throws when the file cannot be read.
    public static func bytes(_ path: String) throws -> [UInt8] {
        guard let folder else { throw Missing() }
        return [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }

    /// The values of a file that holds one JSON object a line.
    /// - Parameters:
    ///   - path: relative to the folder.
    ///   - type: what each line holds.
    public static func lines<Value: Decodable>(_ path: String, as type: Value.Type) throws -> [Value] {
        try bytes(path).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Value.self, from: Data($0))
        }
    }

    /// There is no folder of data.
    public struct Missing: Error {}

    private static var configuredFolder: URL? {
        ProcessInfo.processInfo.environment["PACELINE_TEST_DATA"].map { URL(filePath: $0) }
    }

    private static var repository: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }
}
