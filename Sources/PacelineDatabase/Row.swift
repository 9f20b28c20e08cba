import Foundation

/// One row of a result. Valid only inside the closure that receives it.
///
/// Read columns in order; the type of each is inferred:
///
/// ```swift
/// let people = try connection.fetch("SELECT id, name, city FROM people") { row in
///     Summary(id: row.next(), name: row.next(), city: row.next())
/// }
/// ```
///
/// So a type can define its columns next to the initializer that reads them, and a query can select the columns of
/// several types one after another. Where a query and its decoding are side by side, use the subscript:
/// `row[0] as Int64`.
public struct Row {
    /// Wrapped in a structure, because generic code on an existential is never specialized.
    @usableFromInline let columns: any RowColumns
    /// The column that ``next()`` reads.
    @usableFromInline var position = 0

    /// Creates a row that reads these columns.
    @inlinable public init(_ columns: any RowColumns) {
        self.columns = columns
    }

    /// Reads the next column, beginning with the first.
    ///
    /// If the column has another type, returns a placeholder, like the subscript.
    @inlinable public mutating func next<Value: SQLDecodable>() -> Value {
        let column = position
        position = column &+ 1
        return self[column]
    }

    /// Reads a column by its position: `row[0] as Int64`, `row[1] as String?`.
    ///
    /// If the column has another type, returns a placeholder, and the fetch throws
    /// ``DatabaseError/decoding(column:expected:found:)`` once the row's closure has returned.
    @inlinable public subscript<Value: SQLDecodable>(column: Int) -> Value {
        do {
            return try Value.decode(columns, at: column)
        } catch {
            if columns.decodingError == nil { columns.decodingError = error }
            return Value.placeholder
        }
    }

    /// Decodes the row, or returns the decoding error without failing the fetch.
    @inlinable public func attempt<Value>(_ decode: (Row) -> Value) -> Result<Value, DatabaseError> {
        let value = decode(self)
        defer { columns.decodingError = nil }
        return columns.decodingError.map(Result.failure) ?? .success(value)
    }

    /// Whether the column is `NULL`.
    @inlinable public func isNull(at column: Int) -> Bool { columns.isNull(at: column) }
}

/// The columns of a statement's current row, as one of the databases provides them.
public protocol RowColumns: AnyObject {
    /// Whether the column is `NULL`.
    func isNull(at column: Int) -> Bool
    /// The column as an integer.
    func integer(at column: Int) throws(DatabaseError) -> Int64
    /// The column as a floating-point number.
    func real(at column: Int) throws(DatabaseError) -> Double
    /// The column as text.
    func text(at column: Int) throws(DatabaseError) -> String
    /// Calls the closure with the bytes of the column.
    func withBlob<Result>(
        at column: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(DatabaseError) -> Result
    /// The column as a UUID, stored as 16 bytes.
    func uuid(at column: Int) throws(DatabaseError) -> UUID

    /// The first decoding error. The fetch throws it once the row's closure has returned.
    var decodingError: DatabaseError? { get set }
}
