/// The result of a query that was sent with ``Connection/fetchLater(_:_:)`` or ``Connection/fetchAllLater(_:_:)``.
/// Valid only inside the transaction.
///
/// ```swift
/// let count = try connection.fetchLater("SELECT COUNT(*) FROM people") { $0[0] as Int }
/// let names = try connection.fetch("SELECT name FROM people LIMIT 20") { $0[0] as String }
/// print(try count.get() ?? 0, names)  // PostgreSQL ran both queries in one round trip.
/// ```
public struct Deferred<Value> {
    @usableFromInline let resolve: () throws -> Value

    /// Wraps a value that is already known.
    @inlinable public init(_ value: Value) {
        resolve = { value }
    }

    /// - Parameter resolve: returns the value, waiting for the database if necessary.
    @inlinable public init(_ resolve: @escaping () throws -> Value) {
        self.resolve = resolve
    }

    /// The value. Waits for the database if the result has not arrived yet.
    ///
    /// - Throws: the error that the query failed with.
    @inlinable public func get() throws -> Value { try resolve() }

    /// Transforms the value each time ``get()`` is called.
    @inlinable public func map<Other>(_ transform: @escaping (Value) throws -> Other) -> Deferred<Other> {
        Deferred<Other> { try transform(try resolve()) }
    }
}
