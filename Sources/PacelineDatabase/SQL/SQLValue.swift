import Foundation

/// A value as it crosses into a database.
public enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// Something that an interpolation in ``SQL`` can bind.
public protocol SQLConvertible: Sendable {
    var sqlValue: SQLValue { get }
}

/// Something that a column of a ``Row`` can be read as.
public protocol SQLDecodable {
    /// - Throws: ``DatabaseError/decoding(column:expected:found:)`` when the column holds something else.
    static func decode(_ row: any Row, at column: Int) throws(DatabaseError) -> Self
    /// What stands in for a column that could not be read, until the error is thrown.
    static var placeholder: Self { get }
}

extension SQLValue: SQLConvertible {
    public var sqlValue: SQLValue { self }
}

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
        Int(try row.integer(at: column))
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

extension String: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .text(self) }
    public static var placeholder: String { "" }
    public static func decode(_ row: any Row, at column: Int) throws(DatabaseError) -> String {
        try row.text(at: column)
    }
}

extension [UInt8]: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .blob(self) }
    public static var placeholder: [UInt8] { [] }
    public static func decode(_ row: any Row, at column: Int) throws(DatabaseError) -> [UInt8] {
        try row.withBlob(at: column) { Array($0) }
    }
}

extension UUID: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .blob(withUnsafeBytes(of: uuid) { Array($0) }) }
    public static var placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
    public static func decode(_ row: any Row, at column: Int) throws(DatabaseError) -> UUID {
        let uuid = try row.withBlob(at: column) { bytes -> UUID? in
            bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
        }
        guard let uuid else { throw .decoding(column: column, expected: "16 bytes", found: "other bytes") }
        return uuid
    }
}

extension Optional: SQLDecodable where Wrapped: SQLDecodable {
    public static var placeholder: Wrapped? { nil }
    public static func decode(_ row: any Row, at column: Int) throws(DatabaseError) -> Wrapped? {
        row.isNull(at: column) ? nil : try Wrapped.decode(row, at: column)
    }
}
