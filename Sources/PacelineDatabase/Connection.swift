/// A connection inside a transaction. It is good only inside the closure that it is given to.
///
/// A statement that fails fails the whole transaction: whatever follows it, and the transaction itself, throws the
/// same error.
public protocol Connection: AnyObject {
    /// The SQL that the database speaks.
    var dialect: Dialect { get }

    /// Every row of the result, in order.
    func fetch<Value>(_ sql: SQL, _ decode: (Row) throws -> Value) throws -> [Value]

    /// The first row of the result, or `nil` when it has none; the rest may not even be computed.
    func fetchFirst<Value>(_ sql: SQL, _ decode: (Row) throws -> Value) throws -> Value?

    /// Asks for the first row of the result, which is there when somebody looks at it.
    ///
    /// A database that is elsewhere is sent the question with the next statement, which saves a wait. Questions are
    /// answered in the order in which they and other statements were put.
    func ask<Value>(_ sql: SQL, _ decode: @escaping (Row) throws -> Value) throws -> Answer<Value?>

    /// Asks for every row of the result, in order, which are there when somebody looks at them.
    func askAll<Value>(_ sql: SQL, _ decode: @escaping (Row) throws -> Value) throws -> Answer<[Value]>

    /// Runs the statement and passes over its rows.
    ///
    /// - Returns: how many rows it inserted, updated or deleted.
    @discardableResult
    func execute(_ sql: SQL) throws -> Int

    /// Runs a statement whose outcome nobody looks at, at the latest with the next one.
    ///
    /// A database that is elsewhere is sent both together, which saves a wait. When the statement fails, what comes
    /// next throws, if only the end of the transaction.
    func send(_ sql: SQL) throws

    /// Has those who follow ``Database/changes()`` told, once this write is durable, that there is more to see.
    func announceChange()
}

extension Connection {
    /// A database that is near is asked at once.
    public func ask<Value>(_ sql: SQL, _ decode: @escaping (Row) throws -> Value) throws -> Answer<Value?> {
        Answer(try fetchFirst(sql, decode))
    }

    /// A database that is near is asked at once.
    public func askAll<Value>(
        _ sql: SQL, _ decode: @escaping (Row) throws -> Value
    ) throws -> Answer<[Value]> {
        Answer(try fetch(sql, decode))
    }

    /// Whether the result has a row.
    public func exists(_ sql: SQL) throws -> Bool {
        try fetchFirst(sql) { _ in true } ?? false
    }
}
