/// A table with headings, aligned by display width and fitted to the terminal.
struct Table: Sendable {
    let columns: [Column]
    private(set) var rows: [[Cell]] = []

    init(_ columns: Column...) {
        self.init(columns: columns)
    }

    init(columns: [Column]) {
        self.columns = columns
    }

    /// A column's heading and layout.
    struct Column: Sendable {
        let title: String
        var alignment = Alignment.left
        var overflow = Overflow.none
        /// The priority for dropping the column on a narrow terminal, highest first; 0 keeps it.
        var dropPriority = 0

        static func left(_ title: String, dropPriority: Int = 0) -> Column {
            Column(title: title, dropPriority: dropPriority)
        }

        static func right(_ title: String, dropPriority: Int = 0) -> Column {
            Column(title: title, alignment: .right, dropPriority: dropPriority)
        }

        /// A column that is truncated on a narrow terminal, down to the minimum width.
        static func truncated(_ title: String, minWidth: Int = 8, dropPriority: Int = 0) -> Column {
            Column(title: title, overflow: .truncated(minWidth: minWidth), dropPriority: dropPriority)
        }

        /// A column that wraps on a narrow terminal, down to the minimum width.
        static func wrapped(_ title: String, minWidth: Int = 24, dropPriority: Int = 0) -> Column {
            Column(title: title, overflow: .wrapped(minWidth: minWidth), dropPriority: dropPriority)
        }
    }

    enum Alignment: Sendable { case left, right }

    /// What happens to text that is wider than its column.
    enum Overflow: Sendable {
        case none
        case truncated(minWidth: Int)
        case wrapped(minWidth: Int)
    }

    struct Cell: Sendable, ExpressibleByStringInterpolation {
        let text: String
        var style = Style.plain

        init(_ text: String?, _ style: Style = .plain) {
            self.text = (text ?? "").onOneLine
            self.style = style
        }

        init(stringLiteral text: String) { self.init(text) }
    }

    /// Adds a row.
    /// - Parameter cells: one for each column.
    mutating func add(_ cells: Cell...) {
        add(cells)
    }

    /// Adds a row.
    /// - Parameter cells: one for each column.
    mutating func add(_ cells: [Cell]) {
        rows.append(cells)
    }
}
