extension String {
    /// Replaces placeholders such as `{name}` by their values. Placeholders without a value stay.
    ///
    /// Done by hand because compiling a regular expression for each text took most of a page's time.
    package func filled(with values: [String: String]) -> String {
        guard !values.isEmpty else { return self }
        var (filled, rest) = ("", self[...])
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            filled += rest[..<open]
            filled += values[name] ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }
}
