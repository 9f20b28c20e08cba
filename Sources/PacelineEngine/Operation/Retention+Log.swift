import Foundation
import Paceline
import PacelineDatabase

extension Engine {
    /// Removes the beginning of the log, as far as it is old and everybody who follows it is past it. The last event
    /// stays: the next one is numbered by it, in a copy of the community as well. So do parked events, which may be
    /// tried again.
    func purgeExpiredEvents(at now: Date) async throws -> Int {
        let old = now.addingTimeInterval(-environment.logLifetime)
        var removed = 0
        while true {
            // Read by itself, so that nobody who appends meanwhile is in the way, nor in anybody's.
            let expired = try await translatingErrors {
                try await database.read { try $0.expiredEvents(before: old, atMost: Self.purgeBatchSize) }
            }
            guard let last = expired.last else { return removed }
            removed += try await translatingErrors {
                try await database.write { try $0.removeLog(upTo: last) }
            }
            guard expired.count == Self.purgeBatchSize else { return removed }
        }
    }
}

extension Connection {
    /// The first events but for the log's last, in its order, up to the first that is still needed.
    fileprivate func expiredEvents(before old: Date, atMost count: Int) throws -> [LogPosition] {
        let followed = try Engine.followers.map { try logPosition(named: $0.name) ?? .start }.min()
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

    /// - Returns: how many were still there.
    fileprivate func removeLog(upTo last: LogPosition) throws -> Int {
        let removed = try execute(
            "DELETE FROM events WHERE \(SQL.isLogged(upTo: last)) AND \(SQL.isNotParked)")
        // Another server may have come further.
        if try logStart() < last { try setLogPosition(last, named: LogPosition.startName) }
        return removed
    }
}
