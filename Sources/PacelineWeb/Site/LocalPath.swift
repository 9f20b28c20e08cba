/// An address on this site: what a redirect may lead to, and nothing else.
struct LocalPath: Sendable, CustomStringConvertible {
    let description: String

    /// An address that we wrote ourselves.
    init(_ trusted: String) {
        description = trusted
    }

    /// An address that came with a request; nil when it could lead anywhere but to a page of this site.
    ///
    /// Browsers read `//host` and `/\host` as another site, and leave out tabs and line ends before they look.
    init?(untrusted text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 512, bytes.first == UInt8(ascii: "/"),
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            bytes.count == 1 || bytes[1] != UInt8(ascii: "/")
        else { return nil }
        description = text
    }

    /// The same with a parameter.
    func with(_ name: String, _ value: String) -> LocalPath {
        let separator = description.contains("?") ? "&" : "?"
        return LocalPath(description + separator + name + "=" + FormData.encode(value))
    }
}
