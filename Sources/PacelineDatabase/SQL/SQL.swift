/// A statement, or a part of one, whose interpolations bind values.
///
/// ```swift
/// let isRecent: SQL = "at > \(yesterday)"
/// let sql: SQL = "SELECT id FROM items WHERE owner = \(owner) AND \(isRecent)"
/// ```
///
/// Values never become part of the text, so SQL injection is impossible. See ``StringInterpolation`` for labels that
/// bind lists or insert column types.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// The statement for SQLite.
    ///
    /// A flat list of pieces rather than a tree, since it is compared with the prepared statements on every run.
    private(set) var sqlite: SQLVariant
    /// The statement for PostgreSQL, or nil if it is the same.
    private(set) var postgres: SQLVariant?

    /// An empty part.
    public static let empty = SQL("")

    init(sqlite: SQLVariant = SQLVariant(), postgres: SQLVariant? = nil) {
        self.sqlite = sqlite
        self.postgres = postgres
    }

    /// Creates SQL without values. Accepts only literals, so text from outside cannot become SQL.
    public init(stringLiteral value: StaticString) {
        self.init(sqlite: SQLVariant(SQLTemplate(value)))
    }

    /// Creates SQL from text and the values it binds.
    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.sql
    }

    /// Whether this is empty in both dialects.
    public var isEmpty: Bool { sqlite.template.isEmpty && postgres?.template.isEmpty ?? true }

    /// Returns the text with placeholders `$1`, `$2` …, which both databases support, and the values for them.
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
        // Padding to a power of two limits the number of distinct statements: see `appendInterpolation(list:)`.
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
    /// Concatenates two parts.
    public static func + (left: SQL, right: SQL) -> SQL {
        var both = left
        both.append(right)
        return both
    }
}

extension Sequence<SQL> {
    /// Concatenates the parts with a separator between them.
    public func joined(separator: SQL) -> SQL {
        var joined = SQL()
        for (index, part) in enumerated() {
            if index > 0 { joined.append(separator) }
            joined.append(part)
        }
        return joined
    }
}
