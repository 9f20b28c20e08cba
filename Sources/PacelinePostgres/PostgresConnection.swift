import PacelineDatabase

/// A transaction on a connection. `BEGIN` is sent together with the first statement.
final class PostgresConnection: Connection {
    enum Access {
        case read, write
    }

    private let wire: PostgresWire
    private let access: Access
    private var hasBegun = false
    /// The first error of a statement, which aborted the transaction.
    private(set) var failure: PostgresFailure?
    var requirement: (() throws -> Void)?
    private(set) var changingStatements = 0
    /// Whether to notify listeners after the commit.
    private(set) var notifiesListeners = false

    init(_ wire: PostgresWire, _ access: Access) {
        self.wire = wire
        self.access = access
    }

    var dialect: Dialect { .postgres }

    func beginReadCommitted() throws {
        precondition(access == .write && !hasBegun, "READ COMMITTED must be the first statement of a write.")
        hasBegun = true
        try recordingFailure {
            try wire.send("BEGIN ISOLATION LEVEL READ COMMITTED")
        }
    }

    func lockRow(_ row: @autoclosure () -> SQL) throws {
        try sendUnchecked("SELECT 1 FROM \(row()) FOR NO KEY UPDATE")
    }

    func touchRow(_ row: @autoclosure () -> SQL) throws {
        try sendUnchecked("UPDATE \(row())")
    }

    func forEachRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws {
        try run(sql).forEachRow(body)
    }

    func forEachChangedRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws {
        try beginChange()
        try run(sql).forEachRow(body)
    }

    func enqueue(_ sql: SQL) throws -> (any PendingQuery)? {
        PendingPostgresQuery(connection: self, pending: try pendingResult(of: sql))
    }

    @discardableResult
    func execute(_ sql: SQL) throws -> Int {
        try beginChange()
        return try run(sql).changedRows
    }

    func send(_ sql: SQL) throws {
        try beginChange()
        try sendUnchecked(sql)
    }

    private func beginChange() throws {
        try checkRequirement()
        changingStatements += 1
    }

    private func sendUnchecked(_ sql: SQL) throws {
        try recordingFailure {
            // Checked here, because nothing waits for the end of a read and would report PostgreSQL's own error.
            guard access == .write else {
                throw DatabaseError.writeInRead
            }
            try begin()
            try wire.send(sql.variant(for: .postgres))
        }
    }

    func send(_ insert: SQL, rows: SQLRows, ending: SQL) throws {
        guard !rows.isEmpty else { return }
        try recordingFailure { try rows.validate() }
        try send("\(insert) VALUES \(rows: rows) \(ending)")
    }

    func beginSavepoint() throws {
        try recordingFailure {
            try begin()
            try wire.send("SAVEPOINT part")
        }
    }

    func releaseSavepoint() throws {
        try recordingFailure {
            try wire.send("RELEASE SAVEPOINT part")
            try wire.roundTrip()
        }
    }

    func rollBackToSavepoint() throws {
        do {
            // Wait first: PostgreSQL skips everything sent after a statement that fails.
            try wire.roundTrip()
        } catch let error as PostgresFailure {
            failure = failure ?? error
        }
        if let failure, failure.isConnectionLoss { throw failure.error }
        failure = nil
        try recordingFailure {
            try wire.send("ROLLBACK TO SAVEPOINT part")
            try wire.roundTrip()
        }
    }

    func notifyListeners() {
        notifiesListeners = true
    }

    private func run(_ sql: SQL) throws -> PostgresResult {
        try result(of: pendingResult(of: sql))
    }

    private func pendingResult(of sql: SQL) throws -> PendingResult {
        try recordingFailure {
            try begin()
            return try wire.query(sql.variant(for: .postgres))
        }
    }

    fileprivate func result(of pending: PendingResult) throws -> PostgresResult {
        if let result = pending.result { return result }
        return try recordingFailure {
            try wire.roundTrip()
            guard wire.isInTransaction, let result = pending.result else {
                throw PostgresFailure(DatabaseError.endedByStatement, state: "25000")
            }
            return result
        }
    }

    private func begin() throws {
        guard !hasBegun else { return }
        hasBegun = true
        try wire.send(access == .read ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN")
    }

    /// Runs the body unless a statement has failed already; then throws that error again.
    private func recordingFailure<Result>(_ body: () throws -> Result) throws -> Result {
        if let failure { throw failure.error }
        do {
            return try body()
        } catch let error as PostgresFailure {
            failure = error
            throw error.error
        } catch let error as DatabaseError {
            failure = PostgresFailure(error, state: "22000")
            throw error
        }
    }
}

extension PostgresConnection {
    /// Runs the body and commits. Rolls back if either fails.
    ///
    /// - Throws: the body's error, or the ``PostgresFailure`` of a statement or of the commit.
    func committing<Value>(_ body: () throws -> Value) throws -> Value {
        let outcome = Result { try body() }
        do {
            if let failure { throw failure }
            let value = try outcome.get()
            try commit()
            return value
        } catch {
            end()
            throw error
        }
    }

    /// Ends the transaction without waiting: commits a read, rolls back a write.
    func end() {
        if hasBegun && wire.mightBeInTransaction { wire.end(access == .read ? "COMMIT" : "ROLLBACK") }
    }

    /// - Throws: ``PostgresFailure``, with ``DatabaseError/outcomeUnknown`` if the connection is lost meanwhile.
    private func commit() throws {
        guard hasBegun else { return }
        do {
            try wire.send("COMMIT")
            try wire.roundTrip()
        } catch let error as PostgresFailure where error.isConnectionLoss && !error.isIdleTimeout {
            throw PostgresFailure(.outcomeUnknown, state: "08007")
        }
    }
}

/// A query that is sent together with the next statement.
private struct PendingPostgresQuery: PendingQuery {
    let connection: PostgresConnection
    let pending: PendingResult

    func forEachRow(_ body: (inout Row) throws -> RowStep) throws {
        try connection.result(of: pending).forEachRow(body)
    }
}

extension PostgresResult {
    fileprivate func forEachRow(_ body: (inout Row) throws -> RowStep) throws {
        let columns = PostgresRow(self)
        for index in 0..<rowCount {
            columns.index = index
            var row = Row(columns)
            let step = try body(&row)
            if let decodingError = columns.decodingError { throw decodingError }
            if step == .stop { return }
        }
    }
}
