/// A statement, or a part of one, whose every interpolation binds.
///
/// `"SELECT name FROM people WHERE id = \(id)"` never pastes the value into the text. What is text of the program
/// itself (a column type, a part of another statement) is interpolated by a label that says so.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    enum Piece: Sendable {
        case text(String)
        case value(SQLValue)
        case type(ColumnType)
        case choice(sqlite: SQL, postgres: SQL)
    }

    var pieces: [Piece]

    public static let empty = SQL(pieces: [])

    init(pieces: [Piece]) {
        self.pieces = pieces
    }

    public init(stringLiteral value: String) {
        pieces = [.text(value)]
    }

    public init(stringInterpolation: StringInterpolation) {
        pieces = stringInterpolation.pieces
    }

    /// The two forms of something that the databases say differently, side by side.
    public static func forDialect(sqlite: SQL, postgres: SQL) -> SQL {
        SQL(pieces: [.choice(sqlite: sqlite, postgres: postgres)])
    }

    public static func + (left: SQL, right: SQL) -> SQL {
        SQL(pieces: left.pieces + right.pieces)
    }

    /// The text for the dialect, with `$1`, `$2` … where values are bound; both databases understand those.
    public func render(for dialect: Dialect) -> (text: String, values: [SQLValue]) {
        if pieces.count == 1, case .text(let text) = pieces[0] { return (text, []) }
        var text = ""
        text.reserveCapacity(512)
        var values: [SQLValue] = []
        values.reserveCapacity(pieces.count / 2 + 1)
        append(to: &text, &values, for: dialect)
        return (text, values)
    }

    private func append(to text: inout String, _ values: inout [SQLValue], for dialect: Dialect) {
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .value(let value):
                values.append(value)
                text += "$"
                text += String(values.count)
            case .type(let type): text += type.name(in: dialect)
            case .choice(let sqlite, let postgres):
                (dialect == .sqlite ? sqlite : postgres).append(to: &text, &values, for: dialect)
            }
        }
    }
}

extension SQL {
    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(interpolationCount * 2 + 1)
        }

        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.text(literal)) }
        }

        /// Binds the value.
        public mutating func appendInterpolation(_ value: some SQLConvertible) {
            pieces.append(.value(value.sqlValue))
        }

        /// Binds the value, or NULL.
        public mutating func appendInterpolation<Value: SQLConvertible>(_ value: Value?) {
            pieces.append(.value(value?.sqlValue ?? .null))
        }

        /// Puts a part of a statement here, with what it binds.
        public mutating func appendInterpolation(_ part: SQL) {
            pieces += part.pieces
        }

        /// Binds each value of a list in brackets: `($1, $2)`. An empty list holds nothing: `(NULL)`.
        public mutating func appendInterpolation(list values: some Sequence<some SQLConvertible>) {
            let count = pieces.count
            for value in values {
                pieces.append(.text(pieces.count == count ? "(" : ", "))
                pieces.append(.value(value.sqlValue))
            }
            pieces.append(.text(pieces.count == count ? "(NULL)" : ")"))
        }

        /// The name of a column type.
        public mutating func appendInterpolation(type: ColumnType) {
            pieces.append(.type(type))
        }

        /// Text of the program itself, such as a column's name; never anything that came from outside.
        public mutating func appendInterpolation(verbatim text: String) {
            pieces.append(.text(text))
        }
    }
}

extension Sequence<SQL> {
    /// The parts one after the other, with the separator between.
    public func joined(separator: SQL) -> SQL {
        var pieces: [SQL.Piece] = []
        for part in self {
            if !pieces.isEmpty { pieces += separator.pieces }
            pieces += part.pieces
        }
        return SQL(pieces: pieces)
    }
}
