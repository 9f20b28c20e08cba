import PacelineAPI

/// A path on this site, the only kind of target that redirects accept.
struct LocalPath: Sendable, CustomStringConvertible {
    let description: String

    /// Creates a path from a string that this program wrote.
    init(_ trusted: String) {
        description = trusted
    }

    /// Creates a path from user input. Returns nil if it could lead to another site.
    ///
    /// Browsers treat `//host` and `/\host` as another site, and strip tabs and line breaks first.
    init?(untrusted text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 512, bytes.first == UInt8(ascii: "/"),
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            bytes.count == 1 || bytes[1] != UInt8(ascii: "/")
        else { return nil }
        description = text
    }

    /// The query that makes a page continue at the path; empty without one.
    static func query(continuingAt next: LocalPath?) -> String {
        next.map { LocalPath("").with("next", $0.description).description } ?? ""
    }

    /// Returns the path with a query parameter added.
    func with(_ name: String, _ value: String) -> LocalPath {
        let separator = description.contains("?") ? "&" : "?"
        return LocalPath(
            description + separator + name + "=" + PercentEncoding.encode(value, keepingSlashes: true))
    }
}
