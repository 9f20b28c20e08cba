import Foundation
import Paceline
import PacelineDatabase

/// How many rows of something were removed because their time was over.
public struct Trimmed: Sendable, Equatable {
    /// What they were, such as `events`.
    public let name: String
    public let rows: Int
}

extension Engine {
    /// Removes what is kept for a while only, once its time is over: the log's beginning, expired items, requests that
    /// ended long ago, sessions, answers to idempotent writes, invitations, old notifications and old changes.
    ///
    /// It is done in small slices, so that nobody who writes meanwhile waits for long. Doing it twice, or on several
    /// servers at once, removes nothing twice. Nothing is seen any more once its time is over, also before it is
    /// removed. Before that, everything is made from the log that is made from it, also what ``followLog()`` leaves for
    /// later. A server calls this now and then; an app that has a database of its own calls it when it starts.
    /// - Returns: what was removed; empty when there was nothing.
    @discardableResult
    public func trim() async throws -> [Trimmed] {
        let now = environment.now()
        try await followWholeLog()
        var removed = [
            Trimmed(name: "items", rows: try await trimItems(at: now)),
            Trimmed(name: "events", rows: try await trimLog(at: now)),
            Trimmed(name: "notifications", rows: try await trimNotifications(at: now)),
        ]
        for kept in ShortLived.all {
            removed.append(Trimmed(name: kept.table, rows: try await trim(kept, at: now)))
        }
        return removed.filter { $0.rows > 0 }
    }

    /// How many rows one transaction removes.
    static let trimmedAtOnce = 500

    private func trim(_ kept: ShortLived, at now: Date) async throws -> Int {
        try await inSlices { try $0.execute(kept.deletion(at: now, limit: Self.trimmedAtOnce)) }
    }

    private func trimNotifications(at now: Date) async throws -> Int {
        try await inSlices { try $0.deleteNotifications(keptAt: now, limit: Self.trimmedAtOnce) }
    }

    /// Repeats the body, which removes some rows and says how many, until it finds less than a slice.
    func inSlices(
        of size: Int = trimmedAtOnce, _ body: @escaping @Sendable (any Connection) throws -> Int
    ) async throws -> Int {
        var removed = 0
        while true {
            let rows = try await translatingErrors { try await database.write(body) }
            removed += rows
            guard rows >= size else { return removed }
            try Task.checkCancellation()
        }
    }
}

/// Rows that are worth nothing after a time.
struct ShortLived: Sendable {
    let table: String
    /// The columns of the primary key.
    let key: String
    /// The instant that tells a row's age, which an index leads to.
    let instant: String
    /// Seconds after that instant.
    let lifetime: TimeInterval

    static let all = [
        ShortLived(table: "sessions", key: "id", instant: "expires_at", lifetime: 0),
        ShortLived(
            table: "idempotency_keys", key: "person, key", instant: "created_at",
            lifetime: IdempotencyKey.lifetime),
        // By then each has been decided or has expired, and no rejection counts any more.
        ShortLived(table: "requests", key: "id", instant: "expires_at", lifetime: 90 * day),
        ShortLived(table: "group_invites", key: "group_id", instant: "expires_at", lifetime: 0),
        ShortLived(
            table: "group_invitations", key: "group_id, person", instant: "created_at",
            lifetime: GroupInvite.lifetime),
        // A day longer than tokens are good, since servers may differ on the time.
        ShortLived(
            table: "changes", key: "topic, kind, subject, reach", instant: "at",
            lifetime: Double(ChangeToken.lifetimeInDays + 1) * day),
    ]

    private static let day: TimeInterval = 86_400

    func deletion(at now: Date, limit: Int) -> SQL {
        """
        DELETE FROM \(verbatim: table)
        WHERE (\(verbatim: key)) IN (
            SELECT \(verbatim: key)
            FROM \(verbatim: table)
            WHERE \(verbatim: instant) <= \(now.addingTimeInterval(-lifetime))
            ORDER BY \(verbatim: instant)
            LIMIT \(limit))
        """
    }
}
