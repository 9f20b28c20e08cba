import Foundation
import Paceline
import PacelineDatabase

extension Engine {
    /// Purges old events that all consumers have processed. Keeps the last event, since the next one is numbered after
    /// it (also in a copy), and parked events, since they may be retried.
    func purgeExpiredEvents(at now: Date) async throws -> Int {
        let old = now.addingTimeInterval(-environment.logLifetime)
        var purged = 0
        while true {
            // A separate read, so that it does not conflict with appends.
            let expired = try await translatingErrors {
                try await database.read { try $0.expiredEvents(before: old, atMost: Self.purgeBatchSize) }
            }
            guard let last = expired.last else { return purged }
            purged += try await translatingErrors {
                try await database.write { try $0.purgeLog(upTo: last) }
            }
            guard expired.count == Self.purgeBatchSize else { return purged }
        }
    }
}

extension Connection {
    /// The oldest events that can be purged, in log order; never the last one.
    fileprivate func expiredEvents(before old: Date, atMost count: Int) throws -> [LogPosition] {
        let followed = try Engine.consumers.map { try logPosition(named: $0.name) ?? .start }.min()
        guard let followed else { return [] }
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

    /// - Returns: the number of deleted events.
    fileprivate func purgeLog(upTo last: LogPosition) throws -> Int {
        let purged = try execute(
            "DELETE FROM events WHERE \(SQL.isLogged(upTo: last)) AND \(SQL.isNotParked)")
        // Another server may have purged more.
        if try logStart() < last { try setLogPosition(last, named: LogPosition.startName) }
        return purged
    }
}
