extension Int64: SQLConvertible, SQLDecodable {
    @inlinable public var sqlValue: SQLValue { .integer(self) }
    @inlinable public static var placeholder: Int64 { 0 }

    @inlinable public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Int64
    {
        try row.integer(at: column)
    }
}

extension Int: SQLConvertible, SQLDecodable {
    @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) }
    @inlinable public static var placeholder: Int { 0 }

    @inlinable public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Int {
        let number = try row.integer(at: column)
        guard let value = Int(exactly: number) else {
            throw .decoding(column: column, expected: "integer of \(Int.bitWidth) bits", found: "\(number)")
        }
        return value
    }
}

extension Bool: SQLConvertible, SQLDecodable {
    @inlinable public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
    @inlinable public static var placeholder: Bool { false }

    @inlinable public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Bool
    {
        try row.integer(at: column) != 0
    }
}

extension Double: SQLConvertible, SQLDecodable {
    @inlinable public var sqlValue: SQLValue { .real(self) }
    @inlinable public static var placeholder: Double { 0 }

    @inlinable public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError)
        -> Double
    {
        try row.real(at: column)
    }
}
