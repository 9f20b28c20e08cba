/// A statement, or a part of one, whose every interpolation binds.
///
/// `"SELECT name FROM people WHERE id = \(id)"` never pastes the value into the text. What is text of the program
/// itself (a column type, a part of another statement) is interpolated by a label that says so.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// The statement as SQLite takes it.
    ///
    /// Statements are kept as they will be sent rather than as a tree: they are rendered far more often than put
    /// together from parts.
    private(set) var sqlite: SQLForm
    /// The statement as PostgreSQL takes it, where that is another.
    private(set) var postgres: SQLForm?

    /// A part that says nothing.
    public static let empty = SQL("")

    init(sqlite: SQLForm = SQLForm(), postgres: SQLForm? = nil) {
        self.sqlite = sqlite
        self.postgres = postgres
    }

    /// Text that binds nothing.
    public init(stringLiteral value: String) {
        self.init(sqlite: SQLForm(text: value))
    }

    /// Text with what it binds.
    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.sql
    }

    /// Whether this says nothing in either dialect.
    public var isEmpty: Bool { sqlite.isEmpty && postgres?.isEmpty ?? true }

    /// The text and the values that go into its placeholders: `$1`, `$2` …, which both databases understand.
    public func render(for dialect: Dialect) -> (text: String, values: [SQLValue]) {
        let form = form(for: dialect)
        return (form.text, form.bindings.map(\.value))
    }

    package func form(for dialect: Dialect) -> SQLForm {
        switch dialect {
        case .sqlite: sqlite
        case .postgres: postgres ?? sqlite
        }
    }
}

extension SQL {
    mutating func reserve(characters: Int, values: Int) {
        // A placeholder takes two or three characters, a part of a statement many more.
        sqlite.reserve(characters: characters + values * 32, values: values)
    }

    mutating func append(text: String) {
        sqlite.append(text: text)
        postgres?.append(text: text)
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
            append(text: index == 0 ? "(" : ", ")
            append(value: value)
        }
        append(text: values.isEmpty ? "(NULL)" : ")")
    }

    @usableFromInline mutating func append(rows: [SQL]) {
        if let first = rows.first { reserve(rows.count, like: first) }
        for (index, row) in rows.enumerated() {
            append(text: index == 0 ? "(" : ", (")
            append(row)
            append(text: ")")
        }
    }

    @usableFromInline mutating func append(each values: [SQLValue]) {
        for (index, value) in values.enumerated() {
            append(text: index == 0 ? "(" : ", (")
            append(value: value)
            append(text: ")")
        }
    }

    @usableFromInline mutating func append(values: [SQLValue]) {
        for (index, value) in values.enumerated() {
            if index > 0 { append(text: ", ") }
            append(value: value)
        }
    }

    private mutating func reserve(_ count: Int, like row: SQL) {
        sqlite.reserve(count, like: row.sqlite)
        postgres?.reserve(count, like: row.form(for: .postgres))
    }

    mutating func append(_ part: SQL) {
        if postgres == nil && part.postgres != nil { postgres = sqlite }
        sqlite.append(part.sqlite)
        postgres?.append(part.form(for: .postgres))
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
