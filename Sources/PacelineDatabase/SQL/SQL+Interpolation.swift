extension SQL {
    /// What may stand in `\( )` within SQL, and what it turns into.
    public struct StringInterpolation: StringInterpolationProtocol {
        @usableFromInline var sql = SQL()

        /// Makes room for the text and for its values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            sql.reserve(characters: literalCapacity, values: interpolationCount)
        }

        /// Text between interpolations.
        public mutating func appendLiteral(_ literal: String) {
            sql.append(text: literal)
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

        /// `(\(values: row))` binds each value of a row: `($1, $2)`.
        @inlinable public mutating func appendInterpolation(values: [any SQLConvertible]) {
            sql.append(values: values.map { $0.sqlValue })
        }

        /// `\(type: .id)` is the name of a column type.
        public mutating func appendInterpolation(type: ColumnType) {
            let sqlite = type.name(in: .sqlite)
            let postgres = type.name(in: .postgres)
            sql.append(SQL(sqlite: SQLForm(text: sqlite), postgres: SQLForm(text: postgres)))
        }

        /// `\(verbatim: column)` is text of the program itself, such as a column's name.
        ///
        /// Never anything that came from outside: this is the one way to write SQL that does not bind, and it is
        /// named so that it can be searched for.
        public mutating func appendInterpolation(verbatim text: String) {
            sql.append(text: text)
        }
    }
}
