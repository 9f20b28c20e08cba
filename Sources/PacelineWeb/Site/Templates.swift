import Foundation
import Mustache

/// Every template, read and checked when the server starts.
///
/// Besides what Mustache knows, a template may name a text of the community's language, `{{t.home.title}}`, and the
/// address of a file that is served beside the pages, `{{a.style.css}}`. Both are put in here, once.
struct Templates: Sendable {
    /// Looks at each view before a template is filled with it: tests see to it that it has all that the template names.
    typealias Watch = @Sendable (_ template: String, _ view: View) -> Void

    private let library: MustacheLibrary
    private let watch: Watch?

    /// A template that names something which is not there.
    struct Flaw: Error, CustomStringConvertible {
        let template: String
        let name: String

        var description: String { "The template \(template) names \(name), which is not there." }
    }

    /// - Throws: ``Flaw``, or what Mustache says of a template that it cannot read.
    init(in folder: URL, texts: Texts, assets: Assets, watch: Watch? = nil) throws {
        MustacheContentTypes.register(EscapedMarkup(), named: EscapedMarkup.name)
        var library = MustacheLibrary()
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where name.hasSuffix(".mustache") {
            let source = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let name = String(name.dropLast(".mustache".count))
            let filled = try Self.fill(source, named: name, texts, assets)
            try library.register("{{% CONTENT_TYPE:\(EscapedMarkup.name)}}" + filled, named: name)
        }
        self.library = library
        self.watch = watch
    }

    /// - Returns: the markup; nil when there is no template of the name.
    func render(_ name: String, _ view: View) -> String? {
        watch?(name, view)
        return library.render(view, withTemplate: name)
    }

    /// Puts in what is the same for every page, and takes out the indentation, which is for those who read templates.
    ///
    /// Without a regular expression: the server has no other, and what reads and runs them takes memory for as long as it
    /// runs.
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
                throw Flaw(template: template, name: "{{\(part[..<end])}}")
            }
            filled += EscapedMarkup().escapeText(value) + part[end...].dropFirst(2)
        }
        return filled
    }
}

/// Text made harmless between tags and in quoted attributes.
///
/// Works on bytes: a quotation mark that carries a combining accent is one character to Swift, but still a quotation
/// mark to a browser.
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
