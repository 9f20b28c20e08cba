/// Rows under headings, aligned by what they take on the screen and fitted into its width.
struct Table: Sendable {
    let columns: [Column]
    private(set) var rows: [[Cell]] = []

    init(_ columns: Column...) {
        self.init(columns: columns)
    }

    init(columns: [Column]) {
        self.columns = columns
    }

    /// A heading, and how what stands below it is laid out.
    struct Column: Sendable {
        let title: String
        var alignment = Alignment.left
        var overflow = Overflow.none
        /// Where the screen is too narrow, columns above 0 are left out: those with the highest number first.
        var dropPriority = 0

        static func left(_ title: String, dropPriority: Int = 0) -> Column {
            Column(title: title, dropPriority: dropPriority)
        }

        static func right(_ title: String, dropPriority: Int = 0) -> Column {
            Column(title: title, alignment: .right, dropPriority: dropPriority)
        }

        /// Cut short where the screen is narrow, though never below so many columns of it.
        static func truncated(_ title: String, minWidth: Int = 8, dropPriority: Int = 0) -> Column {
            Column(title: title, overflow: .truncated(minWidth: minWidth), dropPriority: dropPriority)
        }

        /// Continued on further lines where the screen is narrow.
        static func wrapped(_ title: String, minWidth: Int = 24, dropPriority: Int = 0) -> Column {
            Column(title: title, overflow: .wrapped(minWidth: minWidth), dropPriority: dropPriority)
        }
    }

    enum Alignment: Sendable { case left, right }

    /// What becomes of text that is wider than its column may be.
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

    /// - Parameter cells: one for each column.
    mutating func add(_ cells: Cell...) {
        add(cells)
    }

    /// - Parameter cells: one for each column.
    mutating func add(_ cells: [Cell]) {
        rows.append(cells)
    }
}
