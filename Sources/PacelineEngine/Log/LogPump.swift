import Foundation
import Paceline
import PacelineDatabase
import Synchronization

/// Feeds the log to its consumers, and keeps a bad event from stopping them.
///
/// A batch that fails is halved until the failing event is alone. That event is retried after 1, 5 and 25 seconds; if
/// it still fails it is parked, and the consumer continues.
final class LogPump: Sendable {
    /// What runs the consumers. Decides whether a failed event is retried.
    enum Runner {
        /// A request that reads a consumer's results. It neither waits for the event nor retries it.
        case reader
        /// The background job, which retries the event once it is due.
        case worker
    }

    /// A failed event that will be retried.
    struct PendingRetry {
        let position: LogPosition
        var failures: Int
        var next: Date
    }

    let database: any Database
    let environment: EngineEnvironment
    /// By consumer name.
    let pendingRetries = Mutex<[String: PendingRetry]>([:])
    let parked = Mutex<[ParkedEvent]>([])
    /// Background retries that reads have started, by consumer name.
    let backgroundRetries = Mutex<[String: Task<Void, Never>]>([:])

    init(_ database: any Database, _ environment: EngineEnvironment) {
        self.database = database
        self.environment = environment
    }

    /// When the next retry is due; nil when none is pending.
    var nextRetry: Date? { pendingRetries.withLock { $0.values.map(\.next).min() } }

    /// Returns the events parked since the previous call.
    func takeParked() -> [ParkedEvent] {
        parked.withLock { parked in
            defer { parked = [] }
            return parked
        }
    }

    /// Runs the consumers up to the current end of the log, except those that a failed event blocks.
    ///
    /// - Throws: ``DatabaseError`` when the database itself fails.
    func run(_ consumers: [any LogConsumer], for runner: Runner) async throws {
        let deadline = ContinuousClock.now + environment.logTimeout
        var newest: LogPosition?
        var waiting = consumers
        while true {
            let work = try await read(for: waiting.filter { mayRun($0, for: runner) }, upTo: newest)
            newest = work.newest
            waiting = []
            var hasAdvanced = false
            for (consumer, position, batch) in work.batches {
                guard let next = try await deliver(batch, to: consumer, at: position) else { continue }
                if next > position { hasAdvanced = true }
                if next < work.newest { waiting.append(consumer) }
            }
            guard !waiting.isEmpty else { return }
            if hasAdvanced { continue }
            // An older transaction is still open. If it stays open too long, later events are read next time.
            guard ContinuousClock.now < deadline else { return }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// The number of events that a consumer processes in one transaction; writers wait for it.
    private static let batchSize = 50

    /// Reads the log once for all consumers at the same position, and separately for those that lag behind.
    ///
    /// Uses its own transaction: a serializable transaction that has read the end of the log would conflict with every
    /// append.
    ///
    /// - Parameter end: the position to reach; nil for the newest event.
    /// - Returns: a batch for each consumer that has events to process.
    private func read(
        for consumers: [any LogConsumer], upTo end: LogPosition?
    ) async throws -> (batches: [(any LogConsumer, LogPosition, LogBatch)], newest: LogPosition) {
        guard !consumers.isEmpty else { return ([], end ?? .start) }
        let count = Self.batchSize
        return try await database.read { [self] connection in
            let newest = try end ?? connection.newestEvent() ?? .start
            var batches: [LogPosition: LogBatch] = [:]
            var work: [(any LogConsumer, LogPosition, LogBatch)] = []
            for consumer in consumers {
                let position = try connection.logPosition(named: consumer.name) ?? .start
                clearRetry(of: consumer, upTo: position)
                guard position < newest else { continue }
                let batch = try batches[position] ?? connection.log(after: position, atMost: count)
                batches[position] = batch
                work.append((consumer, position, batch))
            }
            return (work, newest)
        }
    }

    /// - Returns: the consumer's new position; nil when an event blocks it.
    private func deliver(
        _ batch: LogBatch, to consumer: any LogConsumer, at start: LogPosition
    ) async throws -> LogPosition? {
        var rest = batch.entries[...]
        var position = start
        // A retried event is processed alone.
        var length = hasRetry(after: start, of: consumer) ? 1 : rest.count
        while let first = rest.first {
            let part = rest.prefix(length)
            let readable = part.prefix { $0.isReadable }
            do {
                if case .failure(let error) = first.event { throw error }
                let end = readable.last?.position ?? position
                let reached = try await advance(consumer, from: position, to: end, readable)
                guard reached == end else {
                    // Another server has moved the same consumer.
                    clearRetry(of: consumer, upTo: reached)
                    return reached
                }
                (rest, position) = (rest.dropFirst(readable.count), end)
                clearRetry(of: consumer, upTo: position)
                length = rest.count
            } catch {
                guard await isCausedByEvent(error) else { throw error }
                if readable.count > 1 {
                    length = readable.count / 2
                } else {
                    guard try await recordFailure(error, at: first.position, of: consumer, after: position)
                    else {
                        return nil
                    }
                    (rest, position) = (rest.dropFirst(), first.position)
                    length = rest.count
                }
            }
        }
        return position
    }

    /// Processes the events and moves the consumer's position in one transaction.
    ///
    /// - Returns: the consumer's position, which differs from `end` when another server moved it meanwhile.
    private func advance(
        _ consumer: any LogConsumer, from position: LogPosition, to end: LogPosition,
        _ entries: ArraySlice<LogBatch.Entry>
    ) async throws -> LogPosition {
        let now = environment.now()
        let environment = environment
        return try await database.write { connection in
            let current = try connection.lockedPosition(of: consumer)
            guard current == position else { return current }
            try connection.setLogPosition(end, named: consumer.name)
            try consumer.consume(
                entries.compactMap { try? $0.event.get() },
                ConsumerContext(connection: connection, now: now, environment: environment))
            return end
        }
    }
}

extension LogBatch.Entry {
    fileprivate var isReadable: Bool {
        if case .success = event { true } else { false }
    }
}

extension Connection {
    /// The consumer's position, locked until the transaction ends.
    func lockedPosition(of consumer: any LogConsumer) throws -> LogPosition {
        try send(
            """
            INSERT INTO log_positions (name, tx, sequence) VALUES (\(consumer.name), 0, 0)
            ON CONFLICT (name) DO NOTHING
            """)
        return try fetchFirst(
            """
            SELECT \(SQL.logPosition)
            FROM log_positions
            WHERE name = \(consumer.name)
            \(.forUpdate)
            """
        ) { LogPosition(&$0) } ?? .start
    }
}
