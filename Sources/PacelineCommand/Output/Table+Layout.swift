extension Table {
    /// The printable lines of the table; empty if it has no rows.
    func lines(on console: Console) -> [String] {
        guard !rows.isEmpty else { return [] }
        let layout = Layout(of: self, within: console.width)
        let heading = columns.map { Cell($0.title, .strong) }
        return ([heading] + rows).flatMap { layout.lines(of: $0, on: console) }
    }
}

/// The visible columns of a table and their widths.
private struct Layout {
    private static let gap = 2

    private let columns: [(place: Int, column: Table.Column)]
    private var widths: [Int]

    init(of table: Table, within limit: Int?) {
        let natural = table.columns.indices.map { place in
            table.rows.reduce(table.columns[place].title.displayWidth) {
                max($0, $1[place].text.displayWidth)
            }
        }
        let all = table.columns.enumerated().map { (place: $0.offset, column: $0.element) }
        columns = limit.map { Self.columns(all, natural, fitting: $0) } ?? all
        widths = columns.map { natural[$0.place] }
        if let limit { shrink(to: limit) }
    }

    /// Drops columns by priority until the rest fits at its minimum width.
    private static func columns(
        _ columns: [(place: Int, column: Table.Column)], _ natural: [Int], fitting limit: Int
    ) -> [(place: Int, column: Table.Column)] {
        let minWidths = columns.map { $0.column.minWidth(natural[$0.place]) }
        guard total(minWidths) > limit,
            let dropped = columns.indices.max(by: {
                columns[$0].column.dropPriority < columns[$1].column.dropPriority
            }),
            columns[dropped].column.dropPriority > 0
        else { return columns }
        var rest = columns
        rest.remove(at: dropped)
        return self.columns(rest, natural, fitting: limit)
    }

    /// Narrows the widest flexible column, one step at a time, until the table fits.
    private mutating func shrink(to limit: Int) {
        while Self.total(widths) > limit {
            let flexible = widths.indices.filter { columns[$0].column.minWidth(widths[$0]) < widths[$0] }
            guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
        }
    }

    private static func total(_ widths: [Int]) -> Int {
        widths.reduce(0, +) + gap * max(0, widths.count - 1)
    }

    /// Returns the lines of a row: several if a cell wraps.
    func lines(of cells: [Table.Cell], on console: Console) -> [String] {
        let blocks = columns.enumerated().map { index, shown in
            shown.column.lines(of: cells[shown.place].text, width: widths[index])
        }
        return (0..<(blocks.map(\.count).max() ?? 0)).map { row in
            let parts = columns.indices.map { index in
                let text = blocks[index].indices.contains(row) ? blocks[index][row] : ""
                return part(text, cells[columns[index].place].style, index, console)
            }
            return parts.joined(separator: String(repeating: " ", count: Self.gap)).withoutTrailingBlanks
        }
    }

    private func part(_ text: String, _ style: Style, _ index: Int, _ console: Console) -> String {
        let blank = String(repeating: " ", count: max(0, widths[index] - text.displayWidth))
        let styled = style.applied(to: text, on: console)
        return columns[index].column.alignment == .left ? styled + blank : blank + styled
    }
}

extension Table.Column {
    /// The minimum width of a column whose text has the natural width.
    fileprivate func minWidth(_ natural: Int) -> Int {
        switch overflow {
        case .none: natural
        case .truncated(let minWidth), .wrapped(let minWidth): min(natural, max(minWidth, title.displayWidth))
        }
    }

    fileprivate func lines(of text: String, width: Int) -> [String] {
        if case .wrapped = overflow { return text.wrapped(to: width) }
        return [text.truncated(to: width)]
    }
}

extension String {
    fileprivate var withoutTrailingBlanks: String {
        guard let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[...last])
    }
}
