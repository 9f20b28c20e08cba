import Foundation
import Paceline

/// The texts of the web app in one language: `Website/Texts/en.json`, grouped by feature, and the
/// ``NotificationTexts``.
///
/// `{name}` is a placeholder. Texts that depend on a number have two forms, `one` and `other`, with the
/// placeholder `{count}`.
struct Texts: Sendable {
    /// Texts by path, such as `home.title`.
    private let texts: [String: String]

    init(contentsOf file: URL) throws {
        let tree = try JSONDecoder().decode(Tree.self, from: Data(contentsOf: file))
        // Sentences about notifications are worded once, in the model, unless the file has its own.
        let worded = NotificationTexts.texts.map { ("notifications.\($0)", $1) }
        texts = Dictionary(worded + tree.leaves(below: "")) { $1 }
    }

    /// All paths, for tests.
    var keys: Set<String> { Set(texts.keys) }

    /// The text at a path, with its placeholders.
    func text(at key: String) -> String? { texts[key] }

    /// Returns the text with its placeholders filled. A missing text returns its key.
    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        (texts[key] ?? key).filled(with: values)
    }

    /// Returns the plural form for a number.
    func count(_ key: String, _ number: Int, shown: String, _ values: [String: String] = [:]) -> String {
        self(key + (number == 1 ? ".one" : ".other"), values.merging(["count": shown]) { $1 })
    }
}

/// The nested structure of the file.
private enum Tree: Decodable {
    case text(String)
    case branch([String: Tree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = .branch(try container.decode([String: Tree].self))
        } catch DecodingError.typeMismatch {
            self = .text(try container.decode(String.self))
        }
    }

    func leaves(below path: String) -> [(String, String)] {
        switch self {
        case .text(let text): [(path, text)]
        case .branch(let branch):
            branch.flatMap { $1.leaves(below: path.isEmpty ? $0 : path + "." + $0) }
        }
    }
}
