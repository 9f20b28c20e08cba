/// A connection inside a transaction. It is good only inside the closure that it is given to.
///
/// A statement that fails fails the whole transaction: whatever follows it, and the transaction itself, throws the
/// same error.
public protocol Connection: AnyObject {
    /// The SQL that the database speaks.
    var dialect: Dialect { get }

    /// Begins a write that relies on the row that it takes hold of next, and not on being serializable: what it decides,
    /// it decides by that row and by what only those change who hold it.
    ///
    /// Where writes run one after the other anyway, this does nothing.
    func beginReadCommitted() throws

    /// Takes hold of a row until the end of the write: whoever does the same comes before or after, whole.
    ///
    /// Also inside a serializable write, which changes what others change who only hold that row.
    /// - Parameter row: its table, and the condition that only it meets. Not put together where nothing is held.
    func lockRow(_ row: @autoclosure () -> SQL) throws

    /// Takes hold of a row as ``lockRow(_:)`` does, and writes it as it is. A serializable write that takes hold of the row
    /// later, but began before, is undone by that and runs again: what it has read is old.
    /// - Parameter row: its table, one of the columns set to itself, and the condition that only it meets.
    func touchRow(_ row: @autoclosure () -> SQL) throws

    /// What has to hold before anything is changed: called before the first statement that changes something, which is
    /// not run when this throws. Taking hold of a row changes nothing. See ``requiring(_:_:)``.
    var requirement: (() throws -> Void)? { get set }

    /// Gives the rows of the result to the closure, in order, until there are no more or it wants no more.
    ///
    /// Not generic, so that what is made of the rows can be compiled for its types where it is asked for.
    func forEachRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws

    /// Runs a statement that changes rows and gives them back, with `RETURNING`, as ``forEachRow(of:_:)`` does.
    func forEachChangedRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws

    /// Sends a question whose answer is looked at later.
    ///
    /// A database that is elsewhere is sent the question with the next statement, which saves a wait. Questions are
    /// answered in the order in which they and other statements were put.
    ///
    /// - Returns: nil from a database that is near, which is asked at once.
    func enqueue(_ sql: SQL) throws -> (any PendingQuery)?

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

    /// Inserts rows, as ``send(_:)`` runs a statement.
    ///
    /// A database that is elsewhere is sent them in one statement. SQLite is given them one by one: of what a statement
    /// changes that writes several rows, it first copies every page, to be able to undo that statement alone.
    /// - Parameters:
    ///   - insert: `INSERT INTO cities (name, size)`.
    ///   - rows: as many values in each as it names columns. When there are none, nothing is done.
    ///   - ending: what follows the values, such as `ON CONFLICT …`; may be empty.
    func send(_ insert: SQL, rows: SQLRows, ending: SQL) throws

    /// How many statements of this transaction may have changed something.
    var changingStatements: Int { get }

    /// Begins a part of the write that can be undone by itself, with a savepoint. Parts do not nest.
    func beginSavepoint() throws

    /// Ends the part, and waits until each of its statements has succeeded.
    func releaseSavepoint() throws

    /// Undoes the part, also after one of its statements has failed.
    func rollBackToSavepoint() throws

    /// Has those who follow ``Database/changes()`` told, once this write is durable, that there is more to see.
    func notifyListeners()
}

/// What happens after a row.
public enum RowStep: Sendable {
    case next, stop
}

/// A question that was sent ahead. It is good only inside the transaction.
public protocol PendingQuery {
    /// Gives the rows of the answer to the closure, and waits for them when they are not there yet.
    func forEachRow(_ body: (inout Row) throws -> RowStep) throws
}

// What follows is put where it is used: only there is it known what the rows are to become.
extension Connection {
    /// Every row of the result, in order.
    @inlinable @inline(__always)
    public func fetch<Value>(_ sql: SQL, _ decode: (inout Row) throws -> Value) throws -> [Value] {
        try allRows(decode) { try forEachRow(of: sql, $0) }
    }

    /// Every row that the statement changed and gives back, with `RETURNING`.
    public func fetchChanged<Value>(_ sql: SQL, _ decode: (inout Row) throws -> Value) throws -> [Value] {
        try allRows(decode) { try forEachChangedRow(of: sql, $0) }
    }

    /// The first row of the result, or `nil` when it has none; the rest may not even be computed.
    @inlinable @inline(__always)
    public func fetchFirst<Value>(_ sql: SQL, _ decode: (inout Row) throws -> Value) throws -> Value? {
        try firstRow(decode) { try forEachRow(of: sql, $0) }
    }

    /// Asks for the first row of the result, which is there when somebody looks at it.
    @inlinable @inline(__always)
    public func fetchLater<Value>(_ sql: SQL, _ decode: @escaping (inout Row) throws -> Value) throws
        -> Deferred<
            Value?
        >
    {
        guard let query = try enqueue(sql) else { return Deferred(try fetchFirst(sql, decode)) }
        return Deferred { try firstRow(decode) { try query.forEachRow($0) } }
    }

    /// Asks for every row of the result, in order, which are there when somebody looks at them.
    @inlinable @inline(__always)
    public func fetchAllLater<Value>(
        _ sql: SQL, _ decode: @escaping (inout Row) throws -> Value
    ) throws -> Deferred<[Value]> {
        guard let query = try enqueue(sql) else { return Deferred(try fetch(sql, decode)) }
        return Deferred { try allRows(decode) { try query.forEachRow($0) } }
    }

    /// Inserts rows, as ``send(_:rows:ending:)``, with nothing after their values.
    public func send(_ insert: SQL, rows: SQLRows) throws {
        try send(insert, rows: rows, ending: .empty)
    }

    /// Runs the body, and checks once what has to hold for it: before its first change, or at its end when it changes
    /// nothing. A check may so look at the answer to a question that is sent with the body's own.
    ///
    /// - Throws: what the check throws, even if the body fails too; otherwise what the body throws.
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

    /// Makes the check that has not been made yet. One that failed fails again.
    public func checkRequirement() throws {
        guard let check = requirement else { return }
        try check()
        requirement = nil
    }

    /// Whether the result has a row.
    public func exists(_ sql: SQL) throws -> Bool {
        try fetchFirst(sql) { _ in true } ?? false
    }
}

// Apart from the protocol: what is generic over a connection of whatever kind is compiled for no type at all.

/// - Parameter give: gives the rows to the closure.
@inlinable
func allRows<Value>(
    _ decode: (inout Row) throws -> Value, from give: ((inout Row) throws -> RowStep) throws -> Void
) throws -> [Value] {
    var values: [Value] = []
    try withoutActuallyEscaping(decode) { decode in
        try give { row in
            values.append(try decode(&row))
            return .next
        }
    }
    return values
}

/// - Parameter give: gives the rows to the closure, until it wants no more.
@inlinable
func firstRow<Value>(
    _ decode: (inout Row) throws -> Value, from give: ((inout Row) throws -> RowStep) throws -> Void
) throws -> Value? {
    var value: Value?
    try withoutActuallyEscaping(decode) { decode in
        try give { row in
            value = try decode(&row)
            return .stop
        }
    }
    return value
}
