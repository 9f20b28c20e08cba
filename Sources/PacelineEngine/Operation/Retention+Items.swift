import Foundation
import Paceline
import PacelineDatabase

extension Engine {
    /// Deletes items whose time is over, as their owners would: what is counted stays right, and those who saw them
    /// are told.
    func trimItems(of kinds: [FeedItem.Kind] = FeedItem.Kind.allCases, at now: Date) async throws -> Int {
        try await inSlices(of: Self.itemsAtOnce) { connection in
            let expired = try connection.expiredItems(of: kinds, at: now, limit: Self.itemsAtOnce)
            let items = Dictionary(grouping: expired, by: \.entry.owner).sorted { $0.key < $1.key }
            for (owner, _) in items { try connection.hold("people WHERE id = \(owner)") }
            for (owner, items) in items {
                let owner = try Transaction(connection, of: session(for: owner), now: now)
                for (entry, end) in items {
                    // Nobody is shown it any more; told is who was.
                    try owner.takeBackNotifications(
                        where: "item = \(entry.id)", shownUntil: end.addingTimeInterval(-0.001))
                }
                try owner.delete(items.map(\.entry))
            }
            return expired.count
        }
    }

    /// An item has more to be deleted with it than its row.
    private static let itemsAtOnce = 50
}

extension Connection {
    /// Index: `items_by_expiry`.
    fileprivate func expiredItems(of kinds: [FeedItem.Kind], at now: Date, limit: Int) throws -> [(
        entry: Entry, end: Date
    )] {
        try fetch(
            """
            SELECT owner, at, id, kind, expires_at
            FROM items
            WHERE expires_at <= \(now) AND kind IN \(list: kinds)
            ORDER BY expires_at, id
            LIMIT \(limit)
            """
        ) { (Entry(owner: $0[0], at: $0[1], id: $0[2], kind: $0[3]), $0[4] as Date) }
    }
}

extension Transaction {
    /// Deletes items of the viewer's, of whatever kinds.
    fileprivate func delete(_ entries: [Entry]) throws {
        for kind in FeedItem.Kind.allCases {
            let entries = entries.filter { $0.kind == kind }
            switch kind {
            case .workout:
                try delete(entries.compactMap { try connection.workout(Workout.ID($0.id.uuid)) })
            case .score:
                try delete(entries.compactMap { try connection.score($0.id, games: environment.games) })
            case .achievement, .milestone, .levelUp, .challenge:
                guard !entries.isEmpty else { continue }
                try connection.send("DELETE FROM items WHERE id IN \(list: entries.map(\.id))")
            }
        }
    }
}
