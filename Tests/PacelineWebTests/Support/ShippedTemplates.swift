import Foundation

@testable import PacelineWeb

/// The templates in the bundle, from where the server loads them.
enum ShippedTemplates {
    /// The markup by template name, such as `Feed/card`.
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
