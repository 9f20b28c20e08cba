/// A connection inside a transaction. It is good only inside the closure that it is given to.
public protocol Connection: AnyObject {
    /// The SQL that the database speaks.
    var dialect: Dialect { get }

    /// Every row of the result, in order.
    func fetch<Value>(_ sql: SQL, _ decode: (any Row) throws -> Value) throws -> [Value]

    /// The first row of the result, or `nil` when it has none; the rest is not computed.
    func fetchFirst<Value>(_ sql: SQL, _ decode: (any Row) throws -> Value) throws -> Value?

    /// Runs the statement and passes over its rows.
    ///
    /// - Returns: how many rows it inserted, updated or deleted.
    @discardableResult
    func execute(_ sql: SQL) throws -> Int
}

extension Connection {
    /// Whether the result has a row.
    public func exists(_ sql: SQL) throws -> Bool {
        try fetchFirst(sql) { _ in true } ?? false
    }
}
