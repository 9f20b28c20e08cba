extension SQL {
    /// What may stand in `\( )` within SQL, and what it turns into.
    public struct StringInterpolation: StringInterpolationProtocol {
        @usableFromInline var sql = SQL()

        /// Makes room for the text and for its values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            // Most have parts with pieces and values of their own.
            sql.reserve(pieces: max(2 * interpolationCount + 1, 24), values: max(interpolationCount, 12))
        }

        /// Text between interpolations.
        public mutating func appendLiteral(_ literal: StaticString) {
            sql.append(literal: literal)
        }

        /// `\(name)` binds the value.
        @inlinable public mutating func appendInterpolation(_ value: some SQLConvertible) {
            sql.append(value: value.sqlValue)
        }

        /// `\(city)` binds the value, or `NULL` when there is none.
        @inlinable public mutating func appendInterpolation<Value: SQLConvertible>(_ value: Value?) {
            sql.append(value: value?.sqlValue ?? .null)
        }

        /// `\(condition)` puts a part of a statement here, with what it binds.
        public mutating func appendInterpolation(_ part: SQL) {
            sql.append(part)
        }

        /// `\(list: ids)` binds each value: `($1, $2)`. An empty list is `(NULL)`, which nothing is in.
        ///
        /// Each text is planned anew, so the last value is repeated until there are 1, 2, 4, 8 … of them, up to 1,024.
        @inlinable public mutating func appendInterpolation(list values: some Sequence<some SQLConvertible>) {
            sql.append(list: values.map { $0.sqlValue })
        }

        /// `VALUES \(rows: entries.map { "\($0.owner), \($0.at)" })` is one row for each: `VALUES ($1, $2), ($3, $4)`.
        @inlinable public mutating func appendInterpolation(rows: some Collection<SQL>) {
            sql.append(rows: Array(rows))
        }

        /// `VALUES \(each: ids)` is a row of each value: `VALUES ($1), ($2)`.
        @inlinable public mutating func appendInterpolation(each values: some Sequence<some SQLConvertible>) {
            sql.append(each: values.map { $0.sqlValue })
        }

        /// `VALUES \(rows: rows)` binds what each of the rows holds: `VALUES ($1, $2), ($3, $4)`.
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

        /// `\(type: .id)` is the name of a column type.
        public mutating func appendInterpolation(type: ColumnType) {
            let (sqlite, postgres) = (type.name(in: .sqlite), type.name(in: .postgres))
            sql.append(
                SQL(sqlite: SQLVariant(SQLTemplate(sqlite)), postgres: SQLVariant(SQLTemplate(postgres))))
        }

        /// `\(raw: table)` is text that is not written in the program, such as the name of a table that the database
        /// has listed; what is written there is another ``SQL``.
        ///
        /// Never anything that came from outside, and few different ones, for each is kept for good: this is the one way
        /// to write SQL that does not bind, and it is named so that it can be searched for.
        public mutating func appendInterpolation(raw text: String) {
            sql.append(RawText(text))
        }
    }
}
