import CPostgreSQL
import PacelineDatabase

/// A result that is on its way.
final class PendingResult {
    fileprivate(set) var result: PostgresResult?
}

/// One connection to PostgreSQL. Commands are sent without waiting for those before them, and their results read in
/// one go: a round trip costs more than what most statements do.
///
/// It belongs to one thread at a time.
final class PostgresWire {
    /// Something that the server still owes us an answer to.
    private enum ExpectedResponse {
        /// A result that somebody will look at.
        case result(PendingResult)
        /// That a command went well.
        case success
        /// That a statement is prepared, and may be kept.
        case preparation(StatementCache.Prepared, template: SQLTemplate)
        /// An answer that nobody waits for.
        case ignored
        /// That everything before has been dealt with.
        case sync
    }

    private let handle: OpaquePointer
    private var expected: [ExpectedResponse] = []
    /// How many of them, from the first, belong to transactions that are over: their failures concern nobody.
    private var abandoned = 0
    private var statements: StatementCache
    /// The names of prepared statements that the server may forget.
    private var evicted: [String] = []
    /// Bytes sent since answers were last read: with too many, each side would wait for the other to read.
    private var unreadBytes = 0
    private static let unreadByteLimit = 16_384
    /// How many exchanges there have been: each is a wait for the server.
    private(set) var roundTrips = 0

    /// - Throws: ``PostgresFailure`` when the server cannot be reached, or does not let us in.
    init(_ options: PostgresOptions) throws {
        handle = try Self.connect(options)
        statements = StatementCache(limit: options.preparedStatements)
        guard PQenterPipelineMode(handle) == 1 else { throw connectionLoss }
    }

    deinit {
        PQfinish(handle)
    }

    /// Whether the connection can be used at all.
    var isBroken: Bool { PQstatus(handle) == CONNECTION_BAD }

    /// Whether a transaction is going on, in order or failed.
    var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// Whether there may be a transaction to end. While answers are expected, that is not known.
    var mightBeInTransaction: Bool { !isBroken && (isInTransaction || !expected.isEmpty) }

    /// What it takes to interrupt a statement from another thread.
    func makeCanceller() -> Canceller? { PQgetCancel(handle).map(Canceller.init) }

    /// Lets the server forget what has made room for other statements. Not within a transaction, which may fail.
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

    /// Sends a command before a transaction, as one of its own.
    func sendOutsideTransaction(_ command: StaticString) throws {
        try send(command)
        try synchronize()
    }

    /// Sends a command without values whose answer tells only of success.
    func send(_ command: StaticString) throws {
        try enqueue(SQLVariant(SQLTemplate(command)), .success)
    }

    /// Sends a statement whose result nobody needs.
    func send(_ variant: SQLVariant) throws {
        try enqueue(variant, .success)
        if unreadBytes > Self.unreadByteLimit { try roundTrip() }
    }

    /// Sends a command that ends something, and does not wait for the answer.
    func end(_ command: StaticString) {
        guard !isBroken else { return }
        do {
            // What is sent behind a statement that fails is not done, up to the next synchronization.
            if !expected.isEmpty { try synchronize() }
            try enqueue(SQLVariant(SQLTemplate(command)), .ignored)
            try synchronize()
            abandoned = expected.count
        } catch {
            // A connection that cannot be written to is found broken by whoever uses it next.
        }
    }

    /// Sends a statement whose result is there after the next exchange.
    func query(_ variant: SQLVariant) throws -> PendingResult {
        let pending = PendingResult()
        try enqueue(variant, .result(pending))
        if unreadBytes > Self.unreadByteLimit { try roundTrip() }
        return pending
    }

    /// Sends what was not sent, and reads all that is expected.
    ///
    /// - Throws: the first failure; what came after it has not been done.
    func roundTrip() throws {
        try synchronize()
        roundTrips += 1
        var failure: PostgresFailure?
        // What fails takes along everything up to the next synchronization, which says nothing by itself.
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

    /// The result of one command, and the end mark behind it.
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
