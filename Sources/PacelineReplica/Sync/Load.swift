import Foundation
import Paceline
import PacelineDatabase

/// A scheduled request for values that the change feed does not contain, or no longer.
package struct Load: Sendable, Hashable {
    package let kind: Kind
    /// The person's or item's id; the zero UUID where there is only one.
    package let id: UUID
    /// Where to continue; nil at the beginning.
    package let cursor: Cursor?
    /// The store's generation when it was scheduled. Rows with an older stamp were written before.
    let started: Int64

    /// In the order in which they run. Those up to ``sweep`` make up a full load: see ``Load/full``.
    package enum Kind: String, Sendable, CaseIterable {
        case account, blocks, mutes, following, followers, incomingRequests, outgoingRequests
        /// Removes the items of people who were not in the lists of a full load. It waits for these lists, and for
        /// nothing else.
        case lostPeople
        case groups, invitations
        case feed
        /// Removes everything that was not in a full load.
        case sweep
        /// The profile of one person, then their items.
        case person, personFeed
        case item, comments
    }

    /// The loads that replace everything.
    static let full: [Kind] = [
        .account, .blocks, .mutes, .following, .followers, .incomingRequests, .outgoingRequests, .lostPeople,
        .groups, .invitations, .feed, .sweep,
    ]

    /// After this many failures of the server, a load waits for all others.
    package static let failureLimit = 3

    /// Whether the store performs it without a request.
    package var isLocal: Bool { kind == .lostPeople || kind == .sweep }
}

extension Load.Kind {
    var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// One page of the server's answer to a load.
package enum Loaded: Sendable, Equatable {
    case account(Account)
    case people([Person], next: Cursor?)
    case requests([ConnectionRequest], next: Cursor?)
    case groups([LeaderboardGroup], next: Cursor?)
    case invitations([Invitation], next: Cursor?)
    case items([FeedItem], next: Cursor?)
    case comments([Comment], next: Cursor?)
    case person(Person)
    case item(FeedItem)
    /// It no longer exists, or the viewer may no longer see it.
    case gone
}

/// The version of the truth when a request was made. If it has changed since, the response is discarded, and the
/// request is made again.
package struct TruthVersion: Sendable, Equatable {
    let term: Int64
    let generation: Int64
}

extension ReplicaTransaction {
    /// Schedules a load, or restarts a scheduled one.
    func scheduleLoad(_ kind: Load.Kind, _ id: UUID = .zero) throws {
        try connection.execute(
            """
            INSERT INTO loads (kind, id, cursor, started)
            VALUES (\(kind.rawValue), \(id), NULL, \(meta.generation))
            ON CONFLICT (kind, id) DO UPDATE SET cursor = NULL, started = excluded.started
            """)
    }

    /// Schedules a full load in place of all others.
    func scheduleFullLoad() throws {
        try connection.execute("DELETE FROM loads")
        for kind in Load.full { try scheduleLoad(kind) }
    }

    var isFullLoadPending: Bool {
        get throws { try connection.exists("SELECT 1 FROM loads WHERE kind = \(Load.Kind.sweep.rawValue)") }
    }

    /// The scheduled loads, in the order in which they run.
    func loads() throws -> [Load] {
        let rows = try connection.fetch("SELECT kind, id, cursor, started FROM loads ORDER BY kind, id") {
            row in
            (
                kind: row.next() as String, id: row.next() as UUID, cursor: row.next() as String?,
                started: row.next() as Int64
            )
        }
        return rows.compactMap { row in
            Load.Kind(rawValue: row.kind).map {
                Load(kind: $0, id: row.id, cursor: row.cursor.map { Cursor($0) }, started: row.started)
            }
        }.sorted { ($0.kind.order, $0.id.uuidString) < ($1.kind.order, $1.id.uuidString) }
    }

    func finish(_ load: Load) throws {
        try connection.execute("DELETE FROM loads WHERE kind = \(load.kind.rawValue) AND id = \(load.id)")
    }

    func advance(_ load: Load, to next: Cursor?) throws {
        guard let next else { return try finish(load) }
        try connection.execute(
            """
            UPDATE loads SET cursor = \(next.description)
            WHERE kind = \(load.kind.rawValue) AND id = \(load.id)
            """)
    }
}
