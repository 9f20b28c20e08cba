import PacelineDatabase

/// A transaction on a connection. It begins with its first statement, so that the two are sent together.
final class PostgresConnection: Connection {
    enum Access {
        case read, write
    }

    private let link: Link
    private let access: Access
    private var hasBegun = false
    /// The first failure of a statement. PostgreSQL has given up the transaction then.
    private(set) var failure: PostgresFailure?
    /// Whether others are to be told that there is more to see.
    private(set) var announcesChange = false

    init(_ link: Link, _ access: Access) {
        self.link = link
        self.access = access
    }

    var dialect: Dialect { .postgres }

    func fetch<Value>(_ sql: SQL, _ decode: (Row) throws -> Value) throws -> [Value] {
        try run(sql).rows(decode)
    }

    func fetchFirst<Value>(_ sql: SQL, _ decode: (Row) throws -> Value) throws -> Value? {
        try run(sql).firstRow(decode)
    }

    func ask<Value>(_ sql: SQL, _ decode: @escaping (Row) throws -> Value) throws -> Answer<Value?> {
        let reply = try post(sql)
        return Answer { try self.result(of: reply).firstRow(decode) }
    }

    func askAll<Value>(_ sql: SQL, _ decode: @escaping (Row) throws -> Value) throws -> Answer<[Value]> {
        let reply = try post(sql)
        return Answer { try self.result(of: reply).rows(decode) }
    }

    @discardableResult
    func execute(_ sql: SQL) throws -> Int {
        try run(sql).changedRows
    }

    func send(_ sql: SQL) throws {
        try recordingFailure {
            try begin()
            try link.send(sql.form(for: .postgres))
        }
    }

    func announceChange() {
        announcesChange = true
    }

    private func run(_ sql: SQL) throws -> PostgresResult {
        try result(of: post(sql))
    }

    private func post(_ sql: SQL) throws -> Reply {
        try recordingFailure {
            try begin()
            return try link.ask(sql.form(for: .postgres))
        }
    }

    private func result(of reply: Reply) throws -> PostgresResult {
        if let result = reply.result { return result }
        return try recordingFailure {
            try link.exchange()
            guard link.isInTransaction, let result = reply.result else {
                throw PostgresFailure(
                    .sql(message: "A statement ended the transaction that it was in."), state: "25000")
            }
            return result
        }
    }

    private func begin() throws {
        guard !hasBegun else { return }
        hasBegun = true
        try link.send(access == .read ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN")
    }

    /// After the first failure nothing more is sent; whoever goes on is told of that one again.
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
    /// Runs the body, and makes what it wrote durable; when either fails, undoes all of it.
    ///
    /// - Throws: what the body throws, or the ``PostgresFailure`` of a statement or of the commit.
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

    /// Ends the transaction without a wait: what was read is read, and what was written is undone.
    func end() {
        if hasBegun && link.mayBeInTransaction { link.end(access == .read ? "COMMIT" : "ROLLBACK") }
    }

    /// - Throws: ``PostgresFailure``; with ``DatabaseError/outcomeUnknown`` when the connection is lost meanwhile.
    private func commit() throws {
        guard hasBegun else { return }
        do {
            try link.send("COMMIT")
            try link.exchange()
        } catch let error as PostgresFailure where error.isLoss && !error.isIdleTimeout {
            throw PostgresFailure(.outcomeUnknown, state: "08007")
        }
    }
}

extension PostgresResult {
    fileprivate func rows<Value>(_ decode: (Row) throws -> Value) throws -> [Value] {
        let row = PostgresRow(self)
        var values: [Value] = []
        values.reserveCapacity(rowCount)
        for index in 0..<rowCount { values.append(try row.at(index, decode)) }
        return values
    }

    fileprivate func firstRow<Value>(_ decode: (Row) throws -> Value) throws -> Value? {
        rowCount == 0 ? nil : try PostgresRow(self).at(0, decode)
    }
}

extension PostgresRow {
    fileprivate func at<Value>(_ index: Int, _ decode: (Row) throws -> Value) throws -> Value {
        self.index = index
        let value = try decode(Row(self))
        if let decodingError { throw decodingError }
        return value
    }
}
