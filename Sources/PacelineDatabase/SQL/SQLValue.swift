import Foundation

/// A value that a statement binds.
public enum SQLValue: Sendable, Hashable {
    /// `NULL`.
    case null
    /// A 64-bit integer.
    case integer(Int64)
    /// A floating-point number. NaN is stored as `NULL`.
    case real(Double)
    /// Text without NUL characters.
    case text(String)
    /// Bytes.
    case blob([UInt8])
    /// A UUID, stored as 16 bytes. Most statements bind one, and a blob would need an allocation.
    case uuid(UUID)
}

/// A type that interpolations in ``SQL`` can bind.
public protocol SQLConvertible: Sendable {
    /// The value to bind.
    var sqlValue: SQLValue { get }
}

/// A type that a column of a ``Row`` can be decoded as.
public protocol SQLDecodable {
    /// Decodes the column.
    ///
    /// - Throws: ``DatabaseError/decoding(column:expected:found:)`` if the column has another type.
    static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Self

    /// Stands in for a value that cannot be decoded, until the row's closure has returned and the fetch throws.
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
