import Foundation

/// Everything the pages say, in one language: `Resources/Texts/en.json`, by feature.
///
/// Names in braces, `{name}`, are put in where the text is used. What depends on a number has two forms, `one` and
/// `other`, in which `{count}` is the number.
struct Texts: Sendable {
    /// By its path in the file: `home.title`.
    private let texts: [String: String]

    init(contentsOf file: URL) throws {
        let tree = try JSONDecoder().decode(Tree.self, from: Data(contentsOf: file))
        texts = Dictionary(uniqueKeysWithValues: tree.leaves(below: ""))
    }

    /// All of them, for those who check that each is used and each that is used is there.
    var keys: Set<String> { Set(texts.keys) }

    /// The text at a path, as it stands in the file.
    func text(at key: String) -> String? { texts[key] }

    /// The text with the values put in; a text that is missing shows its own key.
    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        let text = texts[key] ?? key
        guard !values.isEmpty else { return text }
        return Self.fill(text, values)
    }

    /// The form of the text that goes with the number.
    func count(_ key: String, _ number: Int, shown: String) -> String {
        self(key + (number == 1 ? ".one" : ".other"), ["count": shown])
    }

    /// By hand: a regular expression would be made anew for each text, which took most of a page's time.
    private static func fill(_ text: String, _ values: [String: String]) -> String {
        var (filled, rest) = ("", text[...])
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            filled += rest[..<open]
            filled += values[name] ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }
}

/// Texts within texts.
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
