import Dispatch
import PacelineDatabase

/// A connection with its own thread. Opens on first use, and reopens after a connection loss.
///
/// `@unchecked Sendable` because mutable state is used only on the queue.
final class PooledConnection: @unchecked Sendable {
    private let queue: DispatchQueue
    private let options: PostgresOptions
    private let circuitBreaker: CircuitBreaker
    private var wire: PostgresWire?
    private var canceller: Canceller?

    init(_ number: Int, _ options: PostgresOptions, _ circuitBreaker: CircuitBreaker) {
        queue = DispatchQueue(label: "paceline.postgres.\(number)")
        self.options = options
        self.circuitBreaker = circuitBreaker
    }

    /// Schedules work on the connection's thread.
    func async(_ work: @escaping @Sendable (PooledConnection) -> Void) {
        queue.async { [self] in work(self) }
    }

    /// Runs a read transaction, and ends it without waiting for the response.
    func read<Value>(_ body: (any Connection) throws -> Value, cancellation: Cancellation) throws
        -> Value
    {
        try withRetries { wire, _ in
            let connection = PostgresConnection(wire, .read)
            let outcome = cancellation.cancellable(by: canceller) { Result { try body(connection) } }
            connection.end()
            // A cancel request that arrives late would interrupt the next statement of this connection.
            if cancellation.isRequested {
                disconnect()
                throw CancellationError()
            }
            if let failure = connection.failure { throw failure }
            return try outcome.get()
        }
    }

    /// Runs a write transaction.
    ///
    /// - Parameter onCommit: called after the commit if the write notifies listeners.
    func write<Value>(_ body: (any Connection) throws -> Value, onCommit: () -> Void) throws -> Value {
        try withRetries { wire, isContended in
            if isContended { try wire.sendOutsideTransaction(Self.acquireTurn) }
            defer { if isContended { wire.end(Self.releaseTurn) } }
            let connection = PostgresConnection(wire, .write)
            let value = try connection.committing { try body(connection) }
            if connection.notifiesListeners { onCommit() }
            return value
        }
    }

    /// Closes the connection.
    func disconnect() {
        wire = nil
        canceller = nil
    }
}

extension PooledConnection {
    /// Contended writes of all servers take turns under one advisory lock.
    private static let acquireTurn: StaticString =
        "SELECT pg_advisory_lock(hashtextextended('paceline turn ' || current_schema(), 0))"
    private static let releaseTurn: StaticString =
        "SELECT pg_advisory_unlock(hashtextextended('paceline turn ' || current_schema(), 0))"

    private func withRetries<Value>(_ body: (_ wire: PostgresWire, _ isContended: Bool) throws -> Value)
        throws
        -> Value
    {
        var retry = TransactionRetry(timeout: options.statementTimeout)
        while true {
            let wire = try connected()
            do {
                try wire.deallocateEvicted()
                return try body(wire, retry.isContended)
            } catch let failure as PostgresFailure {
                if failure.isConnectionLoss || wire.isBroken { disconnect() }
                guard retry.shouldRetry(after: failure) else { throw failure.error }
            }
        }
    }

    private func connected() throws -> PostgresWire {
        if let wire, !wire.isBroken { return wire }
        disconnect()
        try circuitBreaker.throwIfOpen()
        do {
            let new = try PostgresWire(options)
            circuitBreaker.recordSuccess()
            wire = new
            canceller = new.makeCanceller()
            return new
        } catch let failure as PostgresFailure {
            circuitBreaker.recordFailure(failure.error)
            throw failure.error
        }
    }
}
