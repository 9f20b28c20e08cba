import Foundation
import PacelineDatabase

/// The part of a rate limit that a caller has used.
public struct LimitUse: Sendable, Hashable {
    /// The limit's name.
    public let limit: String
    /// The caller's id, at most 16 bytes.
    public let caller: [UInt8]
    /// The used part of the limit's window, in seconds, 0 or more.
    public let seconds: Double

    public init(limit: String, caller: [UInt8], seconds: Double) {
        self.limit = limit
        self.caller = caller
        self.seconds = seconds
    }
}

extension Engine {
    /// Whether other servers may use the same database.
    public var sharesDatabase: Bool { database.isRemote }

    /// Adds this server's usage to the usage shared by all servers.
    ///
    /// - Parameters:
    ///   - uses: usage on this server since the last exchange.
    ///   - last: the time returned by the last exchange; nil before the first.
    /// - Returns: the total usage of these callers and of all callers that were active since the last exchange, and the
    ///   current time in milliseconds on the database's clock.
    /// - Throws: ``DatabaseError``.
    public func exchange(
        _ uses: [LimitUse], since last: Int64?
    ) async throws -> (uses: [LimitUse], at: Int64) {
        // A fixed order prevents deadlocks between servers.
        let uses = uses.sorted { ($0.limit, $0.caller) < ($1.limit, $1.caller) }
        return try await database.write { connection in
            let now = try connection.clock()
            for use in uses { try connection.add(use, at: now) }
            try connection.send("DELETE FROM limit_uses WHERE until < \(now - Self.retention)")
            // Overlaps with the last exchange, since other servers' writes become visible only when they commit.
            return (try connection.uses(since: (last ?? 0) - Self.overlap, at: now), now)
        }
    }

    /// How long unused rows are kept, in milliseconds.
    private static var retention: Int64 { 10_000 }
    /// The time by which exchanges overlap, in milliseconds.
    private static var overlap: Int64 { 2_000 }
}

extension Connection {
    /// Uses the database's clock, since servers' clocks may differ.
    fileprivate func clock() throws -> Int64 {
        try fetchFirst("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)") {
            $0[0] as Int64
        }
            ?? 0
    }

    fileprivate func add(_ use: LimitUse, at now: Int64) throws {
        let used = Int64((use.seconds * 1_000).rounded())
        try send(
            """
            INSERT INTO limit_uses AS known (name, caller, until, changed_at)
            VALUES (\(use.limit), \(use.caller), \(now + used), \(now))
            ON CONFLICT (name, caller) DO UPDATE SET
                until = GREATEST(known.until, \(now)) + \(used), changed_at = \(now)
            """)
    }

    fileprivate func uses(since last: Int64, at now: Int64) throws -> [LimitUse] {
        try fetch(
            "SELECT name, caller, until FROM limit_uses WHERE changed_at >= \(last) AND until > \(now)"
        ) { LimitUse(limit: $0[0], caller: $0[1], seconds: Double(($0[2] as Int64) - now) / 1_000) }
    }
}

private func < (left: (String, [UInt8]), right: (String, [UInt8])) -> Bool {
    left.0 == right.0 ? left.1.lexicographicallyPrecedes(right.1) : left.0 < right.0
}
