import Foundation
import Paceline
import PacelineDatabase

/// An event of the log that a consumer failed to process.
///
/// The log keeps it while it is parked, for 91 days. Retry it with ``Engine/retryParkedEvents()``.
public struct ParkedEvent: Sendable, Equatable {
    /// The consumer's name, such as `notifications`.
    public let consumer: String
    /// The event's position in the log.
    public let position: LogPosition
    /// The error message for the operator, at most 500 characters.
    public let error: String
    /// The time of the last failure.
    public let at: Date

    init(consumer: String, position: LogPosition, error: any Error, at instant: Date) {
        self.init(
            consumer: consumer, position: position, error: String(String(describing: error).prefix(500)),
            at: instant)
    }

    fileprivate init(consumer: String, position: LogPosition, error: String, at instant: Date) {
        self.consumer = consumer
        self.position = position
        self.error = error
        at = instant
    }
}

/// The outcome of retrying parked events.
public struct ParkedEventRetry: Sendable, Equatable {
    /// The number of events that succeeded, and are no longer parked.
    public private(set) var succeeded = 0
    /// The number of events that failed again, and stay parked.
    public private(set) var failed = 0

    /// - Parameter succeeded: nil when another server retried the event.
    fileprivate mutating func count(_ succeeded: Bool?) {
        switch succeeded {
        case true?: self.succeeded += 1
        case false?: failed += 1
        case nil: break
        }
    }
}

extension Engine {
    /// Lists parked events, oldest first, at most 1,000.
    /// - Throws: ``SocialError/Code/unavailable`` when the database fails.
    public func parkedEvents() async throws -> [ParkedEvent] {
        try await parkedEvents(after: nil, atMost: 1_000)
    }

    /// Counts the parked events.
    /// - Throws: ``SocialError/Code/unavailable`` when the database fails.
    public func parkedEventCount() async throws -> Int {
        try await translatingErrors { try await database.read { try $0.parkedEventCount() } }
    }

    /// Retries all parked events one by one, oldest first. Events that succeed are no longer parked.
    ///
    /// - Throws: ``SocialError/Code/unavailable`` when the database fails.
    public func retryParkedEvents() async throws -> ParkedEventRetry {
        try await retryParkedEvents(with: Self.consumers)
    }

    func retryParkedEvents(
        with consumers: [any LogConsumer], pageSize: Int = 1_000
    ) async throws -> ParkedEventRetry {
        var outcome = ParkedEventRetry()
        var events = try await parkedEvents(after: nil, atMost: pageSize)
        while let last = events.last {
            for event in events { outcome.count(try await retry(event, with: consumers)) }
            events = try await parkedEvents(after: last, atMost: pageSize)
        }
        return outcome
    }

    private func parkedEvents(after start: ParkedEvent?, atMost limit: Int) async throws -> [ParkedEvent] {
        try await translatingErrors {
            try await database.read { try $0.parkedEvents(after: start, atMost: limit) }
        }
    }

    /// - Returns: whether it succeeded; nil when another server retried it.
    private func retry(_ parked: ParkedEvent, with consumers: [any LogConsumer]) async throws -> Bool? {
        do {
            return try await database.write { [now = environment.now(), environment] connection in
                guard let consumer = consumers.first(where: { $0.name == parked.consumer }) else {
                    throw UnknownToThisVersion(name: parked.consumer)
                }
                let entry = try connection.logEntry(at: parked.position)
                let logged = try entry?.event.get()
                if entry != nil, logged == nil { throw UnknownToThisVersion(name: "The event's kind") }
                guard try connection.unpark(parked) else { return nil }
                guard var event = logged else { return true }
                // Its results are new to clients that have already read past the event, so they get a new position.
                event.position = try connection.logRetry(of: event, at: now)
                try consumer.consume(
                    [event],
                    ConsumerContext(connection: connection, now: now, environment: environment, isRetry: true)
                )
                return true
            }
        } catch {
            guard await pump.isCausedByEvent(error) else {
                return try await translatingErrors { throw error }
            }
            let failed = ParkedEvent(
                consumer: parked.consumer, position: parked.position, error: error, at: environment.now())
            try await translatingErrors { try await database.write { try $0.update(failed) } }
            return false
        }
    }
}

/// The event was parked by a newer version.
private struct UnknownToThisVersion: Error, CustomStringConvertible {
    let name: String

    var description: String { "\(name) is unknown to this version." }
}

extension Connection {
    func park(_ event: ParkedEvent) throws {
        try send(
            """
            INSERT INTO parked_events (follower, tx, sequence, error, at)
            VALUES (\(event.consumer), \(event.position.transaction), \(event.position.sequence), \(event.error),
                \(event.at))
            ON CONFLICT (follower, tx, sequence) DO UPDATE SET error = excluded.error, at = excluded.at
            """)
    }

    fileprivate func update(_ event: ParkedEvent) throws {
        try send(
            "UPDATE parked_events SET error = \(event.error), at = \(event.at) WHERE \(SQL.isParked(event))")
    }

    /// - Returns: whether it was still parked.
    fileprivate func unpark(_ event: ParkedEvent) throws -> Bool {
        try execute("DELETE FROM parked_events WHERE \(SQL.isParked(event))") > 0
    }

    /// - Returns: the position of the log entry that records the retry.
    fileprivate func logRetry(of event: LoggedEvent, at now: Date) throws -> LogPosition {
        notifyListeners()
        return try fetchChanged(
            """
            INSERT INTO events (at, kind, person, topic, subject)
            VALUES (\(now), \(EventKind.retried), \(event.person), \(event.topic), \(event.subject))
            RETURNING \(SQL.logPosition)
            """
        ) { LogPosition(&$0) }.first ?? event.position
    }

    /// - Returns: the number of events that can no longer be retried.
    func unparkEvents(before old: Date) throws -> Int {
        try execute(
            """
            DELETE FROM parked_events
            WHERE EXISTS (SELECT 1 FROM events WHERE \(SQL.isSameEvent) AND events.at < \(old))
            """)
    }

    func parkedEventCount() throws -> Int {
        try fetchFirst("SELECT COUNT(*) FROM parked_events") { $0[0] as Int } ?? 0
    }

    /// A page of the parked events, in the order of the log.
    fileprivate func parkedEvents(after start: ParkedEvent?, atMost limit: Int) throws -> [ParkedEvent] {
        try fetch(
            """
            SELECT follower, \(SQL.logPosition), error, at
            FROM parked_events
            \(start.map { "WHERE \(SQL.isParked(after: $0))" } ?? .empty)
            ORDER BY \(SQL.logOrder), follower
            LIMIT \(limit)
            """
        ) { row in
            ParkedEvent(
                consumer: row.next(), position: LogPosition(&row), error: row.next(), at: row.next())
        }
    }
}

extension SQL {
    /// Whether the row of `events` is not parked.
    static let isNotParked: SQL = """
        NOT EXISTS (SELECT 1 FROM parked_events WHERE \(isSameEvent))
        """

    /// Whether the row of `parked_events` is the event.
    fileprivate static func isParked(_ event: ParkedEvent) -> SQL {
        """
        follower = \(event.consumer)
            AND \(logOrderColumns) = (\(event.position.transaction), \(event.position.sequence))
        """
    }

    /// Whether the row of `parked_events` comes after the event.
    fileprivate static func isParked(after event: ParkedEvent) -> SQL {
        """
        (\(logOrderColumns) > (\(event.position.transaction), \(event.position.sequence))
            OR \(logOrderColumns) = (\(event.position.transaction), \(event.position.sequence))
                AND follower > \(event.consumer))
        """
    }
}
