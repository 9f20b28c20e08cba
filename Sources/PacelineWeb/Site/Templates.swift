import Foundation
import Mustache

/// All templates, loaded and checked at startup.
///
/// Besides Mustache tags, a template can name a text, `{{t.home.title}}`, and the address of an asset,
/// `{{a.style.css}}`. Both are resolved once, at startup.
struct Templates: Sendable {
    /// Inspects each view before it is rendered. Tests use it to find missing values.
    typealias Watch = @Sendable (_ template: String, _ view: View) -> Void

    private let library: MustacheLibrary
    private let watch: Watch?

    /// A template names a text, an asset or a partial that does not exist.
    struct UnknownName: Error, CustomStringConvertible {
        let template: String
        let name: String

        var description: String { "The template \(template) names \(name), which does not exist." }
    }

    /// A template includes itself, directly or through others: rendering it would not end.
    struct RecursivePartial: Error, CustomStringConvertible {
        let template: String

        var description: String { "The template \(template) includes itself." }
    }

    /// - Throws: ``UnknownName``, ``RecursivePartial``, or the Mustache error of a template that doesn't parse.
    init(in folder: URL, texts: Texts, assets: Assets, watch: Watch? = nil) throws {
        MustacheContentTypes.register(EscapedMarkup(), named: EscapedMarkup.name)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".mustache") }
            .map { String($0.dropLast(".mustache".count)) }
        var library = MustacheLibrary()
        var partials: [String: Set<String>] = [:]
        for name in names.sorted() {
            let source = try String(
                contentsOf: folder.appending(path: "\(name).mustache"), encoding: .utf8)
            let filled = try Self.fill(source, named: name, texts, assets)
            partials[name] = filled.partials
            try library.register(
                "{{% CONTENT_TYPE:\(EscapedMarkup.name)}}" + filled.source, named: name)
        }
        try Self.check(partials)
        self.library = library
        self.watch = watch
    }

    /// - Returns: the markup; nil if there is no such template.
    func render(_ name: String, _ view: View) -> String? {
        watch?(name, view)
        return library.render(view, withTemplate: name)
    }

    /// Finds partials that do not exist, for which Mustache would render nothing, and templates that include themselves.
    /// - Parameter partials: those that each template names.
    private static func check(_ partials: [String: Set<String>]) throws {
        for (template, names) in partials.sorted(by: { $0.key < $1.key }) {
            for name in names.sorted() where partials[name] == nil {
                throw UnknownName(template: template, name: "{{>\(name)}}")
            }
        }
        for template in partials.keys.sorted() {
            var included: Set<String> = []
            var waiting = partials[template] ?? []
            while let name = waiting.popFirst() {
                guard name != template else { throw RecursivePartial(template: template) }
                if included.insert(name).inserted { waiting.formUnion(partials[name] ?? []) }
            }
        }
    }

    /// Resolves texts and assets, strips the indentation, and finds the names of partials.
    ///
    /// Doesn't use a regular expression: this would be the server's only one, and the regex engine would stay
    /// in memory.
    private static func fill(
        _ source: String, named template: String, _ texts: Texts, _ assets: Assets
    ) throws -> (source: String, partials: Set<String>) {
        let lines = source.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
        let parts = lines.joined(separator: "\n").split(separator: "{{", omittingEmptySubsequences: false)
        var filled = String(parts[0])
        var partials: Set<String> = []
        for part in parts.dropFirst() {
            // The name of a dynamic partial, `{{>*icon}}`, is known only when it is rendered.
            if part.hasPrefix(">"), !part.hasPrefix(">*"), let end = part.firstIndex(of: "}") {
                partials.insert(String(part[..<end].dropFirst()))
            }
            let isText = part.hasPrefix("t.")
            guard isText || part.hasPrefix("a."), let end = part.firstIndex(of: "}") else {
                filled += "{{" + part
                continue
            }
            let name = String(part[..<end].dropFirst(2))
            guard let value = isText ? texts.text(at: name) : assets.address(of: name) else {
                throw UnknownName(template: template, name: "{{\(part[..<end])}}")
            }
            filled += EscapedMarkup().escapeText(value) + part[end...].dropFirst(2)
        }
        return (filled, partials)
    }
}

/// Escapes text for element content and quoted attributes.
///
/// Works on bytes, because Swift sees a quotation mark with a combining accent as one character, but browsers
/// still see a quotation mark.
struct EscapedMarkup: MustacheContentType {
    static let name = "ESCAPED"

    func escapeText(_ text: String) -> String {
        guard text.utf8.contains(where: { Self.replacement(of: $0) != nil }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            if let replacement = Self.replacement(of: byte) {
                bytes += replacement.utf8
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func replacement(of byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
