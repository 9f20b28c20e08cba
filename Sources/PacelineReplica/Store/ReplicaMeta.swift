import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

/// The one row of `meta`.
struct ReplicaMeta: Sendable, Equatable {
    /// The random id under which the server knows this store.
    var device: UUID
    /// The position in the change feed; nil before the first sync.
    var token: ChangeToken?
    /// Counts the changes of the truth. Rows store it, and commands compare with it.
    var serial: Int64 = 0
    /// Counts the applied pages and answers, and the times that everything was dropped. Responses to requests of an
    /// earlier generation are discarded.
    var generation: Int64 = 0
    /// Counts how often another process took the lease.
    var term: Int64 = 0
    var leaseHolder: UUID?
    /// In milliseconds since 1970.
    var leaseUntil: Int64 = 0
    /// Why the store accepts nothing more; nil while it does.
    var ending: Ending?
    /// Counts the changes of the outbox, so that a process notices those of another.
    var outboxRevision: Int64 = 0
    var lastPosition: Int64 = 0
    var lastNumber: Int = 0
    var acknowledged: Int = 0
    var unreadCount: Int64?
    /// The home feed is stored completely since this instant, in milliseconds since 1970; 0 for all of it, nil before
    /// the first page.
    var horizon: Int64?
    /// When the process that syncs last had everything, by the device's clock, in milliseconds since 1970.
    var syncedAt: Int64?
    /// Since when that process cannot reach the server, by the device's clock, in milliseconds since 1970.
    var offlineSince: Int64?
    /// The version of the SDK that wrote the truth.
    var version = PacelineVersion.current

    init(device: UUID) { self.device = device }

    var truthVersion: TruthVersion { TruthVersion(term: term, generation: generation) }
}

extension ReplicaMeta {
    /// The column `is_closed`, which is 0 for none.
    enum Ending: Int, Sendable {
        /// The person signed out.
        case signedOut = 1
        /// The file is damaged, and its commands go, or have gone, into a new file.
        case replaced = 2
    }

    private static let columns: SQL = """
        device, token, serial, generation, epoch, lease_holder, lease_until, is_closed, outbox_revision,
        last_position, last_number, acknowledged, unread_count, version, horizon, synced_at, offline_since
        """

    static func read(_ connection: any Connection) throws -> ReplicaMeta {
        let found = try connection.fetchFirst("SELECT \(columns) FROM meta WHERE id = 1") { row in
            var meta = ReplicaMeta(device: row.next())
            meta.token = (row.next() as String?).map { ChangeToken($0) }
            meta.serial = row.next()
            meta.generation = row.next()
            meta.term = row.next()
            meta.leaseHolder = row.next()
            meta.leaseUntil = row.next()
            meta.ending = Ending(rawValue: row.next())
            meta.outboxRevision = row.next()
            meta.lastPosition = row.next()
            meta.lastNumber = row.next()
            meta.acknowledged = row.next()
            meta.unreadCount = row.next()
            meta.version = row.next()
            meta.horizon = row.next()
            meta.syncedAt = row.next()
            meta.offlineSince = row.next()
            return meta
        }
        guard let found else { throw SocialError(.unavailable, "This app's data on this device is damaged.") }
        return found
    }

    func write(_ connection: any Connection) throws {
        try connection.execute(
            """
            INSERT INTO meta (id, \(Self.columns))
            VALUES (1, \(device), \(token?.description), \(serial), \(generation), \(term), \(leaseHolder),
                \(leaseUntil), \(ending?.rawValue ?? 0), \(outboxRevision), \(lastPosition), \(lastNumber),
                \(acknowledged),
                \(unreadCount), \(version), \(horizon), \(syncedAt), \(offlineSince))
            ON CONFLICT (id) DO UPDATE SET
                device = excluded.device, token = excluded.token, serial = excluded.serial,
                generation = excluded.generation, epoch = excluded.epoch, lease_holder = excluded.lease_holder,
                lease_until = excluded.lease_until, is_closed = excluded.is_closed,
                outbox_revision = excluded.outbox_revision, last_position = excluded.last_position,
                last_number = excluded.last_number, acknowledged = excluded.acknowledged,
                unread_count = excluded.unread_count, version = excluded.version, horizon = excluded.horizon,
                synced_at = excluded.synced_at, offline_since = excluded.offline_since
            """)
    }
}
