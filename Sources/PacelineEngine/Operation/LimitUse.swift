import Foundation
import PacelineDatabase

/// How much of a rate limit a caller has used.
public struct LimitUse: Sendable, Hashable {
    /// The limit's name.
    public let limit: String
    /// The caller, in at most 16 bytes.
    public let caller: [UInt8]
    /// Seconds of the limit's window, 0 or more.
    public let seconds: Double

    public init(limit: String, caller: [UInt8], seconds: Double) {
        self.limit = limit
        self.caller = caller
        self.seconds = seconds
    }
}

extension Engine {
    /// Whether other servers may be at work on the same database.
    public var sharesDatabase: Bool { database.isRemote }

    /// Adds what this server has counted to what all servers have.
    ///
    /// - Parameters:
    ///   - uses: what callers have used here since the last exchange.
    ///   - last: what the last exchange returned; nil before the first.
    /// - Returns: what those callers have used by now, and all others who used something since the last exchange; with
    ///   when that was, in milliseconds on the database's clock.
    public func exchange(
        _ uses: [LimitUse], since last: Int64?
    ) async throws -> (uses: [LimitUse], at: Int64) {
        // In one order everywhere, or two servers would wait for each other.
        let uses = uses.sorted { ($0.limit, $0.caller) < ($1.limit, $1.caller) }
        return try await database.write { connection in
            let now = try connection.clock()
            for use in uses { try connection.add(use, at: now) }
            try connection.send("DELETE FROM limit_uses WHERE until < \(now - Self.memory)")
            // Others may have written meanwhile what is to be seen only when they have committed.
            return (try connection.uses(since: (last ?? 0) - Self.overlap, at: now), now)
        }
    }

    /// Milliseconds.
    private static var memory: Int64 { 10_000 }
    private static var overlap: Int64 { 2_000 }
}

extension Connection {
    /// Servers may differ on the time; the database has but one.
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
