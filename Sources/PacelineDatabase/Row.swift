import Foundation

/// One row of a result. It is good only inside the closure that it is given to.
///
/// Columns are read in order, each as the type that the program wants:
///
/// ```swift
/// let people = try connection.fetch("SELECT id, name, city FROM people") { row in
///     Summary(id: row.next(), name: row.next(), city: row.next())
/// }
/// ```
///
/// So a type can keep its columns beside the initializer that reads them, and a query may name those of several types,
/// one after the other. Where a query is read at once, a subscript reads a column by its position.
public struct Row {
    /// The row as its database has it. A structure around it, since generic code on an existential is never compiled
    /// for the types that it is used with.
    @usableFromInline let columns: any RowColumns
    /// Which column ``next()`` reads.
    @usableFromInline var position = 0

    /// The row that the columns stand on.
    @inlinable public init(_ columns: any RowColumns) {
        self.columns = columns
    }

    /// The value of the column after the one that was read last by this; of the first one to begin with.
    ///
    /// A column that does not hold what is asked for gives a placeholder, as with the subscript.
    @inlinable public mutating func next<Value: SQLDecodable>() -> Value {
        let column = position
        position = column &+ 1
        return self[column]
    }

    /// The column's value: `row[0] as Int64`, `row[1] as String?`.
    ///
    /// A column that does not hold what is asked for gives a placeholder, and makes the whole fetch throw
    /// ``DatabaseError/decoding(column:expected:found:)`` once the row's closure has returned.
    @inlinable public subscript<Value: SQLDecodable>(column: Int) -> Value {
        do {
            return try Value.decode(columns, at: column)
        } catch {
            if columns.decodingError == nil { columns.decodingError = error }
            return Value.placeholder
        }
    }

    /// What is made of the row, or why one of its columns cannot be read; the fetch then goes on with the next row.
    @inlinable public func attempt<Value>(_ decode: (Row) -> Value) -> Result<Value, DatabaseError> {
        let value = decode(self)
        defer { columns.decodingError = nil }
        return columns.decodingError.map(Result.failure) ?? .success(value)
    }

    /// Whether the column holds `NULL`.
    @inlinable public func isNull(at column: Int) -> Bool { columns.isNull(at: column) }
}

/// The columns of the row that a statement stands on, as one of the databases gives them.
public protocol RowColumns: AnyObject {
    /// Whether the column holds `NULL`.
    func isNull(at column: Int) -> Bool
    /// The whole number that the column holds.
    func integer(at column: Int) throws(DatabaseError) -> Int64
    /// The number that the column holds.
    func real(at column: Int) throws(DatabaseError) -> Double
    /// The text that the column holds.
    func text(at column: Int) throws(DatabaseError) -> String
    /// Lends the bytes that the column holds.
    func withBlob<Result>(
        at column: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(DatabaseError) -> Result
    /// The identifier that the column holds as its 16 bytes.
    func uuid(at column: Int) throws(DatabaseError) -> UUID

    /// The first failure to read a column. It is thrown when the row's closure has returned.
    var decodingError: DatabaseError? { get set }
}
