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

    /// A template names itself, or a partial that includes it.
    struct RecursivePartial: Error, CustomStringConvertible {
        let template: String
        let name: String

        var description: String { "The template \(template) names \(name), which includes this template." }
    }

    /// - Throws: ``UnknownName``, ``RecursivePartial``, or the Mustache error of a template that doesn't parse.
    init(in folder: URL, texts: Texts, assets: Assets, watch: Watch? = nil) throws {
        MustacheContentTypes.register(EscapedMarkup(), named: EscapedMarkup.name)
        var sources: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where path.hasSuffix(".mustache") {
            let name = String(path.dropLast(".mustache".count))
            let source = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            sources[name] = try Self.fill(source, named: name, texts, assets)
        }
        var library = MustacheLibrary()
        for name in sources.keys.sorted() {
            let source = try Self.include(name, from: sources)
            try library.register("{{% CONTENT_TYPE:\(EscapedMarkup.name)}}" + source, named: name)
        }
        self.library = library
        self.watch = watch
    }

    /// - Returns: the markup; nil if there is no such template.
    func render(_ name: String, _ view: View) -> String? {
        watch?(name, view)
        return library.render(view, withTemplate: name)
    }

    /// Returns the source of a template with those of the partials it names, `{{>Site/time}}`, in their place.
    ///
    /// So a partial that does not exist is found at startup. Mustache renders nothing for it.
    ///
    /// - Parameter path: the templates that include this one.
    private static func include(
        _ name: String, from sources: [String: String], path: [String] = []
    ) throws -> String {
        let template = path.last ?? name
        guard !path.contains(name) else { throw RecursivePartial(template: template, name: "{{>\(name)}}") }
        guard let source = sources[name] else { throw UnknownName(template: template, name: "{{>\(name)}}") }
        let parts = source.split(separator: "{{>", omittingEmptySubsequences: false)
        return try parts.dropFirst().reduce(into: String(parts[0])) { whole, part in
            // The name of a dynamic partial, `{{>*icon}}`, is known only when it is rendered.
            guard !part.hasPrefix("*"), let end = part.firstIndex(of: "}") else {
                whole += "{{>" + part
                return
            }
            whole += try include(String(part[..<end]), from: sources, path: path + [name])
            whole += part[end...].dropFirst(2)
        }
    }

    /// Resolves texts and assets, and strips the indentation.
    ///
    /// Doesn't use a regular expression: this would be the server's only one, and the regex engine would stay
    /// in memory.
    private static func fill(
        _ source: String, named template: String, _ texts: Texts, _ assets: Assets
    ) throws -> String {
        let lines = source.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
        let parts = lines.joined(separator: "\n").split(separator: "{{", omittingEmptySubsequences: false)
        var filled = String(parts[0])
        for part in parts.dropFirst() {
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
        return filled
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
