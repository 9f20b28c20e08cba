/// What a question put with ``Connection/fetchLater(_:_:)`` came to. It is good only inside the transaction.
public struct Deferred<Value> {
    @usableFromInline let resolve: () throws -> Value

    /// An answer that is there already.
    @inlinable public init(_ value: Value) {
        resolve = { value }
    }

    /// - Parameter resolve: waits for the answer, if it is not there.
    @inlinable public init(_ resolve: @escaping () throws -> Value) {
        self.resolve = resolve
    }

    /// The answer, which is waited for when it is not there yet.
    ///
    /// - Throws: what the statement failed with.
    @inlinable public func get() throws -> Value { try resolve() }

    /// What is made of the answer when somebody looks at it.
    @inlinable public func map<Other>(_ transform: @escaping (Value) throws -> Other) -> Deferred<Other> {
        Deferred<Other> { try transform(try resolve()) }
    }
}
