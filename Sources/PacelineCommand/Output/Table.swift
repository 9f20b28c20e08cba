/// Rows under headings, aligned by what they take on the screen and fitted into its width.
struct Table: Sendable {
    let columns: [Column]
    private(set) var rows: [[Cell]] = []

    init(_ columns: Column...) {
        self.columns = columns
    }

    /// A heading and how what stands below it is laid out.
    struct Column: Sendable {
        let title: String
        var alignment = Alignment.left
        /// Whether it may be cut short where the screen is narrow.
        var isFlexible = false

        static func left(_ title: String) -> Column { Column(title: title) }
        static func right(_ title: String) -> Column { Column(title: title, alignment: .right) }
        static func flexible(_ title: String) -> Column { Column(title: title, isFlexible: true) }
    }

    enum Alignment: Sendable { case left, right }

    struct Cell: Sendable, ExpressibleByStringInterpolation {
        let text: String
        var style = Style.plain

        init(_ text: String?, _ style: Style = .plain) {
            self.text = (text ?? "").onOneLine
            self.style = style
        }

        init(stringLiteral text: String) { self.init(text) }
    }

    /// - Parameter cells: one for each column.
    mutating func add(_ cells: Cell...) {
        rows.append(cells)
    }
}

extension Table {
    /// The lines of the table, ready to be printed.
    func lines(on console: Console) -> [String] {
        let widths = widths(within: console.width)
        let heading = columns.map { Cell($0.title, .strong) }
        return ([heading] + rows).map { line(of: $0, widths, console) }
    }

    private static let gap = 2
    private static let narrowest = 8

    /// The natural widths; the widest flexible columns give way until all fit.
    private func widths(within limit: Int?) -> [Int] {
        var widths = columns.indices.map { index in
            rows.reduce(columns[index].title.displayWidth) { max($0, $1[index].text.displayWidth) }
        }
        guard let limit else { return widths }
        while widths.reduce(0, +) + Self.gap * (columns.count - 1) > limit {
            let flexible = widths.indices.filter { columns[$0].isFlexible && widths[$0] > Self.narrowest }
            guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
        }
        return widths
    }

    private func line(of cells: [Cell], _ widths: [Int], _ console: Console) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() {
            let text = cell.text.shortened(to: widths[index])
            let blank = String(repeating: " ", count: max(0, widths[index] - text.displayWidth))
            let styled = cell.style.applied(to: text, on: console)
            switch columns[index].alignment {
            case .left: line += styled + blank
            case .right: line += blank + styled
            }
            line += String(repeating: " ", count: Self.gap)
        }
        let end = line.lastIndex { $0 != " " } ?? line.startIndex
        return line.isEmpty ? line : String(line[...end])
    }
}

/// Names and values of one thing, one a line.
struct Sheet: Sendable {
    private(set) var lines: [(name: String, value: String)] = []

    /// A line; left out when there is no value.
    mutating func add(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        lines.append((name, value.onOneLine))
    }

    func lines(on console: Console) -> [String] {
        let width = lines.reduce(0) { max($0, $1.name.displayWidth) }
        return lines.map { name, value in
            let blank = String(repeating: " ", count: width - name.displayWidth + 2)
            return Style.faint.applied(to: name, on: console) + blank + value
        }
    }
}
