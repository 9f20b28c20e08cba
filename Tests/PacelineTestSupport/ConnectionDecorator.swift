import PacelineDatabase

/// A connection that wraps another one, for example to count statements. All statements pass ``willRunStatement()``.
package protocol ConnectionDecorator: Connection {
    /// The wrapped connection.
    var connection: any Connection { get }

    /// Called before each statement. If it throws, the statement does not run.
    func willRunStatement() throws
}

extension ConnectionDecorator {
    package var dialect: Dialect { connection.dialect }
    package var changingStatements: Int { connection.changingStatements }
    package var requirement: (() throws -> Void)? {
        get { connection.requirement }
        set { connection.requirement = newValue }
    }

    package func beginReadCommitted() throws { try connection.beginReadCommitted() }
    package func lockRow(_ row: @autoclosure () -> SQL) throws { try connection.lockRow(row()) }
    package func touchRow(_ row: @autoclosure () -> SQL) throws { try connection.touchRow(row()) }

    package func forEachRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws {
        try willRunStatement()
        try connection.forEachRow(of: sql, body)
    }

    package func forEachChangedRow(of sql: SQL, _ body: (inout Row) throws -> RowStep) throws {
        try willRunStatement()
        try connection.forEachChangedRow(of: sql, body)
    }

    package func enqueue(_ sql: SQL) throws -> (any PendingQuery)? {
        try willRunStatement()
        return try connection.enqueue(sql)
    }

    package func execute(_ sql: SQL) throws -> Int {
        try willRunStatement()
        return try connection.execute(sql)
    }

    package func send(_ sql: SQL) throws {
        try willRunStatement()
        try connection.send(sql)
    }

    package func send(_ insert: SQL, rows: SQLRows, ending: SQL) throws {
        try willRunStatement()
        try connection.send(insert, rows: rows, ending: ending)
    }

    package func beginSavepoint() throws { try connection.beginSavepoint() }
    package func releaseSavepoint() throws { try connection.releaseSavepoint() }
    package func rollBackToSavepoint() throws { try connection.rollBackToSavepoint() }
    package func notifyListeners() { connection.notifyListeners() }
}
