import Foundation

@testable import PacelineWeb

/// The templates that the product ships, read from where the server reads them: what becomes pages, whatever else
/// lies in the repository.
enum ShippedTemplates {
    /// The markup of each by its name, such as `Feed/card`.
    static let markup = Result { try read(from: PageRenderer.resources.appending(path: "Templates")) }

    private static func read(from folder: URL) throws -> [String: String] {
        let ending = ".mustache"
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try names.reduce(into: [:]) { markup, name in
            guard name.hasSuffix(ending) else { return }
            markup[String(name.dropLast(ending.count))] = try String(
                contentsOf: folder.appending(path: name), encoding: .utf8)
        }
    }
}
