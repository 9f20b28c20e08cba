import Foundation

/// A temporary folder that is deleted with the object.
public final class Folder: Sendable {
    public let url: URL
    public var path: String { url.path }

    /// Creates an empty folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "paceline-test-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            // The system cleans up its temporary folder.
        }
    }

    public func file(_ name: String) -> URL { url.appending(path: name) }

    @discardableResult
    public func write(_ text: String, to name: String) throws -> URL {
        try Data(text.utf8).write(to: file(name))
        return file(name)
    }
}
