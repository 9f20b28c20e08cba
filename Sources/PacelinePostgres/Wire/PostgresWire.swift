import CPostgreSQL
import PacelineDatabase

/// A result that may not have arrived yet.
final class PendingResult {
    fileprivate(set) var result: PostgresResult?
}

/// A connection to PostgreSQL in libpq's pipeline mode. Commands are sent without waiting for earlier results, and
/// results are read together, because a round trip takes longer than most statements.
///
/// Used by one thread at a time.
final class PostgresWire {
    /// A response that the server has not sent yet.
    private enum ExpectedResponse {
        /// A result that will be read.
        case result(PendingResult)
        /// A result that must be a success.
        case success
        /// The preparation of a statement, which is cached on success.
        case preparation(StatementCache.Prepared, template: SQLTemplate)
        /// A response whose failure is ignored.
        case ignored
        /// The end of everything sent before a synchronization point.
        case sync
    }

    private let handle: OpaquePointer
    private var expected: [ExpectedResponse] = []
    /// How many of the first expected responses belong to transactions that have ended, so that failures are ignored.
    private var abandoned = 0
    private var statements: StatementCache
    /// The names of prepared statements to deallocate.
    private var evicted: [String] = []
    /// Bytes sent since responses were last read. With too many, both sides would wait for the other to read.
    private var unreadBytes = 0
    private static let unreadByteLimit = 16_384

    /// - Throws: ``PostgresFailure`` if the server is unreachable or rejects the connection.
    init(_ options: PostgresOptions) throws {
        handle = try Self.connect(options)
        statements = StatementCache(limit: options.preparedStatements)
        guard PQenterPipelineMode(handle) == 1 else { throw connectionLoss }
    }

    deinit {
        PQfinish(handle)
    }

    /// Whether the connection is unusable.
    var isBroken: Bool { PQstatus(handle) == CONNECTION_BAD }

    /// Whether a transaction is open, even if it has failed.
    var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// Whether a transaction may be open. Unknown, and so true, while responses are outstanding.
    var mightBeInTransaction: Bool { !isBroken && (isInTransaction || !expected.isEmpty) }

    /// Creates an object that can cancel statements from another thread.
    func makeCanceller() -> Canceller? { PQgetCancel(handle).map(Canceller.init) }

    /// Deallocates prepared statements that were evicted from the cache. Must not run inside a transaction: PostgreSQL
    /// skips commands after a failure.
    func deallocateEvicted() throws {
        guard !evicted.isEmpty else { return }
        for name in evicted {
            guard PQsendQueryParams(handle, "DEALLOCATE \(name)", 0, nil, nil, nil, nil, 1) == 1 else {
                throw connectionLoss
            }
            expected.append(.ignored)
        }
        evicted = []
        try synchronize()
    }

    /// Sends a command as its own transaction.
    func sendOutsideTransaction(_ command: StaticString) throws {
        try send(command)
        try synchronize()
    }

    /// Sends a command without values.
    func send(_ command: StaticString) throws {
        try enqueue(SQLVariant(SQLTemplate(command)), .success)
    }

    /// Sends a statement whose result is not needed.
    func send(_ variant: SQLVariant) throws {
        try enqueue(variant, .success)
        if unreadBytes > Self.unreadByteLimit { try roundTrip() }
    }

    /// Sends a command that ends a transaction or releases a lock, and does not wait for the response.
    func end(_ command: StaticString) {
        guard !isBroken else { return }
        do {
            // If a statement fails, PostgreSQL skips everything up to the next synchronization point.
            if !expected.isEmpty { try synchronize() }
            try enqueue(SQLVariant(SQLTemplate(command)), .ignored)
            try synchronize()
            abandoned = expected.count
        } catch {
            // The next use of the connection finds it broken and reports that.
        }
    }

    /// Sends a statement. Its result arrives with the next ``roundTrip()``.
    func query(_ variant: SQLVariant) throws -> PendingResult {
        let pending = PendingResult()
        try enqueue(variant, .result(pending))
        if unreadBytes > Self.unreadByteLimit { try roundTrip() }
        return pending
    }

    /// Flushes everything that was sent, and reads all outstanding responses.
    ///
    /// - Throws: the first failure. PostgreSQL skipped the commands after it.
    func roundTrip() throws {
        try synchronize()
        var failure: PostgresFailure?
        // Read on after a failure: the responses up to the next synchronization point only say that they were skipped.
        for (index, response) in expected.enumerated() {
            do {
                try receive(response)
            } catch let error as PostgresFailure {
                if failure == nil && (isBroken || index >= abandoned) { failure = error }
                if isBroken { break }
            }
        }
        expected.removeAll(keepingCapacity: true)
        (abandoned, unreadBytes) = (0, 0)
        if let failure { throw failure }
    }
}

extension PostgresWire {
    private func enqueue(_ variant: SQLVariant, _ response: ExpectedResponse) throws {
        let parameters = try Parameters(variant.values)
        let statement = try prepare(variant.template, parameters.types)
        let isSent = parameters.withPointers { values, lengths, formats in
            PQsendQueryPrepared(handle, statement.name, Int32(values.count), values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw connectionLoss }
        expected.append(response)
        unreadBytes += 64 + parameters.byteCount
    }

    private func prepare(_ template: SQLTemplate, _ types: [Oid]) throws -> StatementCache.Prepared {
        if let statement = statements.statement(for: template, taking: types) { return statement }
        let statement = statements.name(template, taking: types)
        let rendered = template.rendered
        guard PQsendPrepare(handle, statement.name, rendered, Int32(types.count), statement.types) == 1 else {
            throw connectionLoss
        }
        expected.append(.preparation(statement, template: template))
        unreadBytes += rendered.utf8.count
        return statement
    }

    private func synchronize() throws {
        guard PQpipelineSync(handle) == 1 else { throw connectionLoss }
        expected.append(.sync)
    }

    private func receive(_ response: ExpectedResponse) throws {
        if case .sync = response {
            guard let handle = PQgetResult(handle) else { throw connectionLoss }
            defer { PQclear(handle) }
            guard PQresultStatus(handle) == PGRES_PIPELINE_SYNC else { throw PostgresFailure(handle) }
            return
        }
        let result = try receiveResult()
        let status = PQresultStatus(result.handle)
        let isGood = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK
        switch response {
        case .ignored: break
        case _ where status == PGRES_PIPELINE_ABORTED: throw PostgresFailure.skipped
        case _ where !isGood: throw PostgresFailure(result.handle)
        case .preparation(let statement, let template):
            evicted += statements.insert(statement, for: template)
        case .result(let pending): pending.result = result
        case .success, .sync: break
        }
    }

    /// Reads the result of one command and its end marker.
    private func receiveResult() throws -> PostgresResult {
        guard let first = PQgetResult(handle) else { throw connectionLoss }
        let result = PostgresResult(first)
        while let more = PQgetResult(handle) { PQclear(more) }
        return result
    }

    private var connectionLoss: PostgresFailure {
        .lost(String(cString: PQerrorMessage(handle)).trimmingLineEnd)
    }
}
