/// A database connection inside a transaction. Valid only inside the closure that receives it.
///
/// ```swift
/// try await database.write { connection in
///     try connection.execute("UPDATE people SET name = \(name) WHERE id = \(id)")
/// }
/// ```
///
/// A failed statement fails the transaction: later statements and the transaction itself throw the same error, unless
/// ``rollBackToSavepoint()`` undoes it.
public protocol Connection: AnyObject {
    /// The SQL dialect of the database.
    var dialect: Dialect { get }

    /// Begins a write at `READ COMMITTED` instead of `SERIALIZABLE`. The write must lock a row next, and base its
    /// decisions only on that row and on data that changes only under the same lock.
    ///
    /// Does nothing on SQLite, which runs writes one at a time.
    func beginReadCommitted() throws

    /// Locks a row until the end of the write, so that writes that lock the same row run one at a time.
    ///
    /// Serializable writes also need it when they change data that `READ COMMITTED` writes protect with that lock.
    /// Does nothing on SQLite.
    /// - Parameter row: the table and a condition that selects one row, such as `"items WHERE id = \(item)"`.
    ///   Evaluated only if the database locks rows.
    func lockRow(_ row: @autoclosure () -> SQL) throws

    /// Locks a row like ``lockRow(_:)``, but with an `UPDATE` that sets a column to itself. A serializable write that
    /// began earlier and locks the row afterwards gets a conflict and retries, because what it read may be stale.
    /// - Parameter row: the table, an assignment of a column to itself, and a condition that selects one row, such as
    ///   `"people SET updated_at = updated_at WHERE id = \(person)"`.
    func touchRow(_ row: @autoclosure () -> SQL) throws

    /// A check that runs before the first statement that changes data. If it throws, the statement does not run.
    /// Locking a row does not count as a change. See ``requiring(_:_:)``.
    var requirement: (() throws -> Void)? { get set }

    /// Calls the closure with each row of the result, in order, until it returns ``RowStep/stop``.
    ///
    /// Not generic, so that decoding is specialized at the call site.
    func forEachRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws

    /// Runs a statement with `RETURNING` and calls the closure with each returned row, like ``forEachRow(of:_:)``.
    func forEachChangedRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws

    /// Enqueues a query whose result is read later.
    ///
    /// A remote database receives the query together with the next statement, which saves a round trip. Statements run
    /// in the order in which they were issued.
    ///
    /// - Returns: nil from a local database, where waiting would save nothing: run the query instead.
    func enqueue(_ sql: SQL) throws -> (any PendingQuery)?

    /// Runs the statement and ignores its rows.
    ///
    /// - Returns: the number of rows inserted, updated or deleted.
    @discardableResult
    func execute(_ sql: SQL) throws -> Int

    /// Sends a statement without waiting for its result.
    ///
    /// A remote database receives it together with the next statement, which saves a round trip. If it fails, the next
    /// statement throws, or the end of the transaction.
    func send(_ sql: SQL) throws

    /// Inserts rows without waiting for the result, like ``send(_:)``.
    ///
    /// PostgreSQL receives one statement. SQLite runs one statement for each row, because a multi-row statement first
    /// copies every page that it changes, in order to undo that statement alone.
    /// - Parameters:
    ///   - insert: the statement up to `VALUES`, such as `INSERT INTO cities (name, size)`.
    ///   - rows: one value for each column. Without rows, nothing is sent.
    ///   - ending: SQL after the values, such as `ON CONFLICT …`; may be empty.
    func send(_ insert: SQL, rows: SQLRows, ending: SQL) throws

    /// The number of statements in this transaction that may have changed data.
    var changingStatements: Int { get }

    /// Begins a savepoint. Savepoints do not nest.
    func beginSavepoint() throws

    /// Releases the savepoint after waiting for all its statements to succeed.
    func releaseSavepoint() throws

    /// Rolls back to the savepoint, even after one of its statements failed. The savepoint must not be used again.
    func rollBackToSavepoint() throws

    /// Notifies the listeners of ``Database/changes()`` once this write is durable.
    func notifyListeners()
}

/// Whether to continue with the next row.
public enum RowStep: Sendable {
    case next, stop
}

/// A query that was enqueued and whose result may not have arrived yet. Valid only inside the transaction.
public protocol PendingQuery {
    /// Calls the closure with each row, waiting for the result if necessary.
    func forEachRow(_ body: (inout Row) throws -> RowStep) throws
}

// Methods on the hot path are always inlined, because only the call site knows the type that rows decode to.
extension Connection {
    /// Returns every row of the result, in order.
    @inlinable @inline(__always)
    public func fetch<Value>(_ sql: SQL, _ decode: (inout Row) throws -> Value) throws -> [Value] {
        try allRows(decode) { try forEachRow(of: sql, $0) }
    }

    /// Runs a statement with `RETURNING` and returns every row it returns.
    public func fetchChanged<Value>(_ sql: SQL, _ decode: (inout Row) throws -> Value) throws -> [Value] {
        try allRows(decode) { try forEachChangedRow(of: sql, $0) }
    }

    /// Returns the first row of the result, or `nil` without one. The other rows may never be computed.
    @inlinable @inline(__always)
    public func fetchFirst<Value>(_ sql: SQL, _ decode: (inout Row) throws -> Value) throws -> Value? {
        try firstRow(decode) { try forEachRow(of: sql, $0) }
    }

    /// Enqueues a query and returns its first row, or `nil`, as a deferred value.
    @inlinable @inline(__always)
    public func fetchLater<Value>(
        _ sql: SQL, _ decode: @escaping (inout Row) throws -> Value
    ) throws -> Deferred<Value?> {
        guard let query = try enqueue(sql) else { return Deferred(try fetchFirst(sql, decode)) }
        return Deferred { try firstRow(decode) { try query.forEachRow($0) } }
    }

    /// Enqueues a query and returns all its rows, in order, as a deferred value.
    @inlinable @inline(__always)
    public func fetchAllLater<Value>(
        _ sql: SQL, _ decode: @escaping (inout Row) throws -> Value
    ) throws -> Deferred<[Value]> {
        guard let query = try enqueue(sql) else { return Deferred(try fetch(sql, decode)) }
        return Deferred { try allRows(decode) { try query.forEachRow($0) } }
    }

    /// Inserts rows like ``send(_:rows:ending:)``, with nothing after the values.
    public func send(_ insert: SQL, rows: SQLRows) throws {
        try send(insert, rows: rows, ending: .empty)
    }

    /// Runs the body and runs the check once: before the body's first change, or at the end if it changes nothing.
    /// So the check can read a ``Deferred`` value that was fetched together with the body's own queries.
    ///
    /// - Throws: the check's error, even if the body fails too; otherwise the body's error.
    public func requiring<Value>(
        _ check: () throws -> Void, _ body: () throws -> Value
    ) throws -> Value {
        try withoutActuallyEscaping(check) { check in
            requirement = check
            defer { requirement = nil }
            let outcome = Result { try body() }
            try checkRequirement()
            return try outcome.get()
        }
    }

    /// Runs the pending ``requirement``, if any, and clears it when it succeeds.
    public func checkRequirement() throws {
        guard let check = requirement else { return }
        try check()
        requirement = nil
    }

    /// Whether the query returns at least one row.
    public func exists(_ sql: SQL) throws -> Bool {
        try fetchFirst(sql) { _ in true } ?? false
    }
}

// Free functions rather than methods of `Connection`: methods of the protocol extension are generic over `Self` and
// would not be specialized.

/// - Parameter rows: calls its closure with each row.
@inlinable
func allRows<Value>(
    _ decode: (inout Row) throws -> Value, from rows: ((inout Row) throws -> RowStep) throws -> Void
) throws -> [Value] {
    var values: [Value] = []
    try withoutActuallyEscaping(decode) { decode in
        try rows { row in
            values.append(try decode(&row))
            return .next
        }
    }
    return values
}

/// - Parameter rows: calls its closure with each row until it returns ``RowStep/stop``.
@inlinable
func firstRow<Value>(
    _ decode: (inout Row) throws -> Value, from rows: ((inout Row) throws -> RowStep) throws -> Void
) throws -> Value? {
    var value: Value?
    try withoutActuallyEscaping(decode) { decode in
        try rows { row in
            value = try decode(&row)
            return .stop
        }
    }
    return value
}
