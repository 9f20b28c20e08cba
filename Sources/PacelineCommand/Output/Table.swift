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
        var spare = 0

        static func left(_ title: String, spare: Int = 0) -> Column { Column(title: title, spare: spare) }

        static func right(_ title: String, spare: Int = 0) -> Column {
            Column(title: title, alignment: .right, spare: spare)
        }

        /// Cut short where the screen is narrow, though never below so many columns of it.
        static func cut(_ title: String, least: Int = 8, spare: Int = 0) -> Column {
            Column(title: title, overflow: .cut(least: least), spare: spare)
        }

        /// Continued on further lines where the screen is narrow.
        static func wrapped(_ title: String, least: Int = 24, spare: Int = 0) -> Column {
            Column(title: title, overflow: .wrapped(least: least), spare: spare)
        }
    }

    enum Alignment: Sendable { case left, right }

    /// What becomes of text that is wider than its column may be.
    enum Overflow: Sendable {
        case none
        case cut(least: Int)
        case wrapped(least: Int)
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
