/// The fields of one item as aligned lines of name and value.
struct Sheet: Sendable {
    private(set) var lines: [(name: String, value: String)] = []

    /// Adds a line, unless the value is nil or empty.
    mutating func add(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        lines.append((name, value.onOneLine))
    }

    /// The printable lines. Long values wrap below their first line.
    func lines(on console: Console) -> [String] {
        let indent = lines.reduce(0) { max($0, $1.name.displayWidth) } + 2
        return lines.flatMap { name, value in
            let parts = console.width.map { value.wrapped(to: max(20, $0 - indent)) } ?? [value]
            return parts.enumerated().map { index, part in
                let label = index == 0 ? name : ""
                let blank = String(repeating: " ", count: indent - label.displayWidth)
                return Style.faint.applied(to: label, on: console) + blank + part
            }
        }
    }
}
