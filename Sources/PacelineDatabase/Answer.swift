/// What a question put with ``Connection/ask(_:_:)`` came to. It is good only inside the transaction.
public struct Answer<Value> {
    @usableFromInline let look: () throws -> Value

    /// An answer that is there already.
    @inlinable public init(_ value: Value) {
        look = { value }
    }

    /// - Parameter look: waits for the answer, if it is not there.
    @inlinable public init(_ look: @escaping () throws -> Value) {
        self.look = look
    }

    /// The answer, which is waited for when it is not there yet.
    ///
    /// - Throws: what the statement failed with.
    @inlinable public func get() throws -> Value { try look() }

    /// What is made of the answer when somebody looks at it.
    @inlinable public func map<Other>(_ transform: @escaping (Value) throws -> Other) -> Answer<Other> {
        Answer<Other> { try transform(try look()) }
    }
}
