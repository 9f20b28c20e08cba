/// A statement, or a part of one, whose every interpolation binds.
///
/// `"SELECT name FROM people WHERE id = \(id)"` never pastes the value into the text. What is text of the program
/// itself (a column type, a part of another statement) is interpolated by a label that says so.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// The statement as SQLite takes it.
    ///
    /// Its parts are kept in a row rather than as a tree: each time that it runs, they are compared with those of the
    /// statements that are prepared.
    private(set) var sqlite: SQLVariant
    /// The statement as PostgreSQL takes it, where that is another.
    private(set) var postgres: SQLVariant?

    /// A part that says nothing.
    public static let empty = SQL("")

    init(sqlite: SQLVariant = SQLVariant(), postgres: SQLVariant? = nil) {
        self.sqlite = sqlite
        self.postgres = postgres
    }

    /// Text that binds nothing. Only what is written in the program can be text of a statement.
    public init(stringLiteral value: StaticString) {
        self.init(sqlite: SQLVariant(SQLTemplate(value)))
    }

    /// Text with what it binds.
    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.sql
    }

    /// Whether this says nothing in either dialect.
    public var isEmpty: Bool { sqlite.template.isEmpty && postgres?.template.isEmpty ?? true }

    /// The text and the values that go into its placeholders: `$1`, `$2` …, which both databases understand.
    public func render(for dialect: Dialect) -> (text: String, values: [SQLValue]) {
        let variant = variant(for: dialect)
        return (variant.template.rendered, variant.values)
    }

    package func variant(for dialect: Dialect) -> SQLVariant {
        switch dialect {
        case .sqlite: sqlite
        case .postgres: postgres ?? sqlite
        }
    }
}

extension SQL {
    mutating func reserve(pieces: Int, values: Int) {
        sqlite.reserve(pieces: pieces, values: values)
    }

    mutating func append(literal: StaticString) {
        sqlite.append(literal: literal)
        postgres?.append(literal: literal)
    }

    mutating func append(_ text: RawText) {
        sqlite.append(text)
        postgres?.append(text)
    }

    @usableFromInline mutating func append(value: SQLValue) {
        sqlite.append(value: value)
        postgres?.append(value: value)
    }

    @usableFromInline mutating func append(list values: [SQLValue]) {
        var values = values
        while let last = values.last, values.count < 1_024, values.count.nonzeroBitCount > 1 {
            values.append(last)
        }
        for (index, value) in values.enumerated() {
            append(literal: index == 0 ? "(" : ", ")
            append(value: value)
        }
        append(literal: values.isEmpty ? "(NULL)" : ")")
    }

    @usableFromInline mutating func append(rows: [SQL]) {
        for (index, row) in rows.enumerated() {
            append(literal: index == 0 ? "(" : ", (")
            append(row)
            append(literal: ")")
        }
    }

    @usableFromInline mutating func append(each values: [SQLValue]) {
        for (index, value) in values.enumerated() {
            append(literal: index == 0 ? "(" : ", (")
            append(value: value)
            append(literal: ")")
        }
    }

    mutating func append(values: ArraySlice<SQLValue>) {
        for (index, value) in values.enumerated() {
            if index > 0 { append(literal: ", ") }
            append(value: value)
        }
    }

    mutating func append(_ part: SQL) {
        if postgres == nil && part.postgres != nil { postgres = sqlite }
        sqlite.append(part.sqlite)
        postgres?.append(part.variant(for: .postgres))
    }
}

extension SQL {
    /// One part after the other.
    public static func + (left: SQL, right: SQL) -> SQL {
        var both = left
        both.append(right)
        return both
    }
}

extension Sequence<SQL> {
    /// The parts one after the other, with the separator between them.
    public func joined(separator: SQL) -> SQL {
        var joined = SQL()
        for (index, part) in enumerated() {
            if index > 0 { joined.append(separator) }
            joined.append(part)
        }
        return joined
    }
}
