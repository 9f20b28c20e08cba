import Foundation
import Paceline
import PacelineDatabase

/// Something to load, since the change feed does not contain it, or no longer does.
package struct Load: Sendable, Hashable {
    package let kind: Kind
    /// The person's or item's id; the zero UUID where there is only one.
    package let id: UUID
    /// Where to continue; nil at the beginning.
    package let cursor: Cursor?
    /// The generation in which it was noted.
    let started: Int64

    /// In the order in which they are loaded. Those up to ``sweep`` load everything: see ``Load/full``.
    package enum Kind: String, Sendable, CaseIterable {
        case account, blocks, mutes, following, followers, incomingRequests, outgoingRequests, groups,
            invitations
        /// Removes the items of people whom a whole load has not found.
        case lostPeople
        case feed
        /// Removes what a whole load has not found.
        case sweep
        /// One person: the profile, then the items.
        case person, personFeed
        case item, comments
    }

    /// The loads that load everything.
    static let full: [Kind] = [
        .account, .blocks, .mutes, .following, .followers, .incomingRequests, .outgoingRequests, .groups,
        .invitations, .lostPeople, .feed, .sweep,
    ]

    /// Whether the store does it without asking the server.
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
    /// It is gone, or the viewer may no longer see it.
    case gone
}

/// Which truth the store held when a request was made. If it has changed since, the answer is discarded, and
/// requested again.
package struct TruthVersion: Sendable, Equatable {
    let epoch: Int64
    let generation: Int64
}

extension ReplicaTransaction {
    /// Notes something to load.
    func scheduleLoad(_ kind: Load.Kind, _ id: UUID = .zero) throws {
        try connection.execute(
            """
            INSERT INTO loads (kind, id, cursor, started)
            VALUES (\(kind.rawValue), \(id), NULL, \(meta.generation))
            ON CONFLICT (kind, id) DO UPDATE SET cursor = NULL, started = excluded.started
            """)
    }

    /// Notes to load everything, and then to remove what was not found.
    func scheduleFullLoad() throws {
        try connection.execute("DELETE FROM loads")
        for kind in Load.full { try scheduleLoad(kind) }
    }

    var isFullLoadPending: Bool {
        get throws { try connection.exists("SELECT 1 FROM loads WHERE kind = \(Load.Kind.sweep.rawValue)") }
    }

    /// What remains to be loaded, in order.
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
