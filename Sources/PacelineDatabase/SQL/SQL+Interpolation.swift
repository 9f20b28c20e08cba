extension SQL {
    /// The interpolations that ``SQL`` supports.
    ///
    /// A string literal in an interpolation is a part of the statement: `\(kind.map { "AND kind = \($0)" } ?? "")`.
    /// Any other text is a value, which is bound.
    public struct StringInterpolation: StringInterpolationProtocol {
        @usableFromInline var sql = SQL()

        /// Reserves capacity for the text and its values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            // Most interpolated parts bring several pieces and values of their own.
            sql.reserve(pieces: max(2 * interpolationCount + 1, 24), values: max(interpolationCount, 12))
        }

        /// Appends the text between interpolations.
        public mutating func appendLiteral(_ literal: StaticString) {
            sql.append(literal: literal)
        }

        /// `\(name)` binds the value.
        // Disfavored, so that literals, which could be a String or SQL, are SQL.
        @_disfavoredOverload
        @inlinable public mutating func appendInterpolation(_ value: some SQLConvertible) {
            sql.append(value: value.sqlValue)
        }

        /// `\(city)` binds the value, or `NULL` if it is nil.
        @_disfavoredOverload
        @inlinable public mutating func appendInterpolation<Value: SQLConvertible>(_ value: Value?) {
            sql.append(value: value?.sqlValue ?? .null)
        }

        /// `\(condition)` inserts a part of a statement with its values.
        public mutating func appendInterpolation(_ part: SQL) {
            sql.append(part)
        }

        /// `\(kind.map { "AND kind = \($0)" })` inserts a part with its values, or nothing if it is nil.
        public mutating func appendInterpolation(_ part: SQL?) {
            if let part { sql.append(part) }
        }

        /// `id IN \(list: ids)` binds each value: `($1, $2)`. An empty list is `(NULL)`, which contains nothing.
        ///
        /// The last value is repeated up to the next power of two (at most 1,024), so that few distinct statements have
        /// to be prepared.
        @inlinable public mutating func appendInterpolation(list values: some Sequence<some SQLConvertible>) {
            sql.append(list: values.map { $0.sqlValue })
        }

        /// `VALUES \(rows: entries.map { "\($0.owner), \($0.at)" })` inserts one row each: `VALUES ($1, $2), ($3, $4)`.
        @inlinable public mutating func appendInterpolation(rows: some Collection<SQL>) {
            sql.append(rows: Array(rows))
        }

        /// `VALUES \(each: ids)` inserts one row for each value: `VALUES ($1), ($2)`.
        @inlinable public mutating func appendInterpolation(each values: some Sequence<some SQLConvertible>) {
            sql.append(each: values.map { $0.sqlValue })
        }

        /// `VALUES \(rows: rows)` binds the values of each row: `VALUES ($1, $2), ($3, $4)`.
        package mutating func appendInterpolation(rows: SQLRows) {
            var isFirst = true
            rows.forEach { row in
                sql.append(literal: isFirst ? "(" : ", (")
                sql.append(values: row)
                sql.append(literal: ")")
                isFirst = false
            }
        }

        /// `(\(values: row))` binds each value: `($1, $2)`.
        package mutating func appendInterpolation(values: ArraySlice<SQLValue>) {
            sql.append(values: values)
        }

        /// `\(type: .id)` inserts the name of a column type.
        public mutating func appendInterpolation(type: ColumnType) {
            let (sqlite, postgres) = (type.name(in: .sqlite), type.name(in: .postgres))
            sql.append(
                SQL(sqlite: SQLVariant(SQLTemplate(sqlite)), postgres: SQLVariant(SQLTemplate(postgres))))
        }

        /// `\(raw: table)` inserts text without binding it, such as the name of a table that the database listed.
        ///
        /// Never pass untrusted input: this is the only way to build SQL that does not bind. Each distinct text stays
        /// in memory until the program ends, so use few. For text known at compile time, interpolate another ``SQL``.
        public mutating func appendInterpolation(raw text: String) {
            sql.append(RawText(text))
        }
    }
}
