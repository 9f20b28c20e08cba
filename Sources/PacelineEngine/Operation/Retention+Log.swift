import Foundation
import Paceline
import PacelineDatabase

extension Engine {
    /// For how long parked events can be retried, in seconds. No change token is older, and the log keeps no others for
    /// longer.
    private static let parkedEventLifetime = 91 * RetentionRule.day

    /// Gives up parked events, so that ``purgeExpiredEvents(at:)`` purges them, too: the log must not keep whom they
    /// name for ever.
    func purgeExpiredParkedEvents(at now: Date) async throws -> Int {
        let old = now.addingTimeInterval(-Self.parkedEventLifetime)
        return try await translatingErrors { try await database.write { try $0.unparkEvents(before: old) } }
    }

    /// Purges old events that all consumers have processed. Keeps parked events while they may be retried, and the
    /// position of the last event, since the next one is numbered after it (also in a copy).
    func purgeExpiredEvents(at now: Date) async throws -> Int {
        let old = now.addingTimeInterval(-environment.logLifetime)
        var purged = 0
        while true {
            // A separate read, so that it does not conflict with appends.
            let expired = try await translatingErrors {
                try await database.read { try $0.expiredEvents(before: old, atMost: Self.purgeBatchSize) }
            }
            guard let last = expired.last else { break }
            purged += try await translatingErrors {
                try await database.write { try $0.purgeLog(upTo: last) }
            }
            guard expired.count == Self.purgeBatchSize else { break }
        }
        let last = try await translatingErrors {
            try await database.read { try $0.lastExpiredEvent(before: old) }
        }
        guard let last else { return purged }
        return try await translatingErrors {
            try await database.write { try $0.emptyEvent(at: last) } + purged
        }
    }
}

extension Connection {
    /// The position up to which all consumers have processed the log.
    private func followedLogEnd() throws -> LogPosition {
        try Engine.consumers.map { try logPosition(named: $0.name) ?? .start }.min() ?? .start
    }

    /// The oldest events that can be purged, in log order; never the last one.
    fileprivate func expiredEvents(before old: Date, atMost count: Int) throws -> [LogPosition] {
        let followed = try followedLogEnd()
        return try fetch(
            """
            SELECT \(SQL.logPosition), at
            FROM events
            WHERE \(SQL.isLogged(after: .start)) AND \(SQL.isNotParked)
            ORDER BY \(SQL.logOrder)
            LIMIT \(count + 1)
            """
        ) { (position: LogPosition(transaction: $0[0], sequence: $0[1]), at: $0[2] as Date) }
        .dropLast()
        .prefix { $0.at < old && $0.position <= followed }
        .map(\.position)
    }

    /// The log's last event, if it can be purged and says something.
    fileprivate func lastExpiredEvent(before old: Date) throws -> LogPosition? {
        let followed = try followedLogEnd()
        let last = try fetchFirst(
            """
            SELECT \(SQL.logPosition), at
            FROM events
            WHERE \(SQL.isLogged(after: .start)) AND \(SQL.isNotParked) AND person <> \(UUID.zero)
            ORDER BY \(SQL.logOrderBackwards)
            LIMIT 1
            """
        ) { (position: LogPosition(transaction: $0[0], sequence: $0[1]), at: $0[2] as Date) }
        guard let last, last.at < old, last.position <= followed else { return nil }
        return last.position
    }

    /// Leaves nothing of the event but its position, which becomes the log's start.
    /// - Returns: the number of events emptied.
    fileprivate func emptyEvent(at position: LogPosition) throws -> Int {
        let emptied = try execute(
            """
            UPDATE events
            SET kind = \(EventKind.retried), person = \(UUID.zero), topic = \(UUID.zero),
                subject = \(UUID.zero), item = NULL, other = NULL, reach = NULL, amount = NULL
            WHERE \(SQL.logOrderColumns) = (\(position.transaction), \(position.sequence))
                AND \(SQL.isNotParked)
            """)
        if try emptied > 0 && logStart() < position {
            try setLogPosition(position, named: LogPosition.startName)
        }
        return emptied
    }

    /// - Returns: the number of deleted events.
    fileprivate func purgeLog(upTo last: LogPosition) throws -> Int {
        let purged = try execute(
            "DELETE FROM events WHERE \(SQL.isLogged(upTo: last)) AND \(SQL.isNotParked)")
        // Another server may have purged more.
        if try logStart() < last { try setLogPosition(last, named: LogPosition.startName) }
        return purged
    }
}
