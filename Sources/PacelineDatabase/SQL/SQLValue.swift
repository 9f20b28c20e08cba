import Foundation

/// A value as it crosses into a database.
public enum SQLValue: Sendable, Hashable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int64)
    /// A number; one that is none (NaN) is stored as `NULL`.
    case real(Double)
    /// Text.
    case text(String)
    /// Bytes.
    case blob([UInt8])
    /// The sixteen bytes of an identifier, which most statements bind and none should allocate for.
    case uuid(UUID)
}

/// Something that an interpolation in ``SQL`` can bind.
public protocol SQLConvertible: Sendable {
    /// What the database is given.
    var sqlValue: SQLValue { get }
}

/// Something that a column of a ``Row`` can be read as.
public protocol SQLDecodable {
    /// Reads the column.
    ///
    /// - Throws: ``DatabaseError/decoding(column:expected:found:)`` when it holds something else.
    static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Self

    /// Stands in for a column that could not be read, until the row's closure has returned and the error is thrown.
    static var placeholder: Self { get }
}

extension SQLValue: SQLConvertible {
    public var sqlValue: SQLValue { self }
}

extension Optional: SQLDecodable where Wrapped: SQLDecodable {
    @inlinable public static var placeholder: Wrapped? { nil }

    @inlinable public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError)
        -> Wrapped?
    {
        row.isNull(at: column) ? nil : try Wrapped.decode(row, at: column)
    }
}
