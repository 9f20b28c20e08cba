import Foundation
import Paceline
import PacelineDatabase

/// Derives data from the log after the fact: notifications, the change feed, recent activity.
///
/// A consumer stores its position in the log in the same transaction as its results, so it processes every event
/// exactly once, on any number of servers.
protocol LogConsumer: Sendable {
    /// The name under which its position is stored.
    var name: String { get }
    /// Whether users wait for its results: see ``Engine/followLog()``.
    var isPrompt: Bool { get }
    /// Where it starts when it has no position yet.
    var start: LogStart { get }

    /// Processes the events, which come in log order.
    func consume(_ events: [LoggedEvent], _ context: ConsumerContext) throws
}

/// Where a new consumer starts in an existing community.
enum LogStart {
    /// At the oldest event, to cover the past as well.
    case beginning
    /// At the end of the log, to cover only new events.
    case end
}

/// The transaction in which a consumer processes events.
struct ConsumerContext {
    let connection: any Connection
    let now: Date
    let environment: EngineEnvironment
    /// Whether the events are retried, after later events were processed.
    var isRetry = false

    /// Appends an event that follows from the processed ones.
    func append(_ entry: LogEntry) throws {
        try connection.append(entry, at: now)
    }
}

extension Engine {
    /// Returns the end of the log once it includes the event. On PostgreSQL the event may come after transactions that
    /// are still open; waits for them up to the environment's ``EngineEnvironment/logTimeout``.
    func stableEnd(of event: LogPosition) async throws -> LogPosition {
        let deadline = ContinuousClock.now + environment.logTimeout
        return try await translatingErrors {
            while true {
                let end = try await database.read { try $0.logEnd() }
                guard end < event, ContinuousClock.now < deadline else { return end }
                try await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    /// All consumers, prompt ones first.
    static let consumers = promptConsumers + EngineFeature.all.flatMap(\.consumers).filter { !$0.isPrompt }
    private static let promptConsumers = EngineFeature.all.flatMap(\.consumers).filter(\.isPrompt)

    /// Runs the prompt consumers. A server calls it after every change.
    ///
    /// A failing event is retried and finally parked: see ``LogProgress``.
    /// - Throws: ``SocialError/Code/unavailable`` when the database fails.
    @discardableResult
    public func followLog() async throws -> LogProgress {
        try await translatingErrors {
            let retried = Self.consumers.filter { pump.hasRetry($0) }
            try await pump.run(Self.promptConsumers + retried.filter { !$0.isPrompt }, for: .worker)
            let count = try await database.read { try $0.parkedEventCount() }
            return LogProgress(
                parked: pump.takeParked(), parkedCount: count,
                retryAfter: pump.nextRetry.map { max(1, $0.timeIntervalSince(environment.now())) })
        }
    }

    /// Runs all consumers up to the current end of the log, including those that ``followLog()`` skips.
    func followWholeLog() async throws {
        try await translatingErrors { try await pump.run(Self.consumers, for: .worker) }
    }

    /// Runs the consumer up to the current end of the log, then runs a read of its results. A failing event is retried
    /// in the background once it is due.
    func catchUp<Value>(
        _ consumer: any LogConsumer, beforeReading read: () async throws -> Value
    ) async throws -> Value {
        try await translatingErrors { try await pump.run([consumer], for: .reader) }
        defer { pump.retryInBackground(consumer) }
        return try await read()
    }
}

extension Connection {
    /// Stores the log's end as the position of new consumers that start there.
    func registerConsumers(_ consumers: [any LogConsumer]) throws {
        for consumer in consumers where consumer.start == .end {
            let end = try logEnd()
            try send(
                """
                INSERT INTO log_positions (name, tx, sequence)
                VALUES (\(consumer.name), \(end.transaction), \(end.sequence))
                ON CONFLICT (name) DO NOTHING
                """)
        }
    }
}

/// The state of the log's consumers.
public struct LogProgress: Sendable {
    /// Events parked since the previous call.
    public let parked: [ParkedEvent]
    /// The total number of parked events.
    public let parkedCount: Int
    /// Seconds until a failed event is due for a retry; nil when there is none.
    public let retryAfter: TimeInterval?
}
