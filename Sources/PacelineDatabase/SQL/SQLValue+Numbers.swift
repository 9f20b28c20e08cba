extension Int64: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .integer(self) }
    public static var placeholder: Int64 { 0 }

    public static func decode(_ row: any Row, at column: Int) throws(DatabaseError) -> Int64 {
        try row.integer(at: column)
    }
}

extension Int: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .integer(Int64(self)) }
    public static var placeholder: Int { 0 }

    public static func decode(_ row: any Row, at column: Int) throws(DatabaseError) -> Int {
        let number = try row.integer(at: column)
        guard let value = Int(exactly: number) else {
            throw .decoding(column: column, expected: "integer of \(Int.bitWidth) bits", found: "\(number)")
        }
        return value
    }
}

extension Bool: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
    public static var placeholder: Bool { false }

    public static func decode(_ row: any Row, at column: Int) throws(DatabaseError) -> Bool {
        try row.integer(at: column) != 0
    }
}

extension Double: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .real(self) }
    public static var placeholder: Double { 0 }

    public static func decode(_ row: any Row, at column: Int) throws(DatabaseError) -> Double {
        try row.real(at: column)
    }
}
