import Foundation
import Paceline
import PacelineDatabase

extension Engine {
    /// Deletes items whose time is over, as their owners would: what is counted stays right, and those who saw them
    /// are told.
    func trimItems(of kinds: [FeedItem.Kind] = FeedItem.Kind.allCases, at now: Date) async throws -> Int {
        try await inSlices(of: Self.itemsAtOnce) { connection in
            let expired = try connection.expiredItems(of: kinds, at: now, limit: Self.itemsAtOnce)
            for owner in Set(expired.map(\.0.owner)).sorted() {
                try connection.hold("people WHERE id = \(owner)")
            }
            for (entry, end) in expired {
                let owner = try Transaction(connection, of: session(for: entry.owner), now: now)
                // Nobody is shown it any more; told is who was.
                try owner.takeBackNotifications(
                    where: "item = \(entry.id)", shownUntil: end.addingTimeInterval(-0.001))
                try owner.delete(entry)
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
        Entry, Date
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
    /// Deletes an item of the viewer's, of whatever kind.
    fileprivate func delete(_ entry: Entry) throws {
        switch entry.kind {
        case .workout:
            guard let stored = try connection.workout(Workout.ID(entry.id.uuid)) else { return }
            try delete(stored)
        case .score:
            guard let score = try connection.score(entry.id, games: environment.games) else { return }
            try delete(score)
        case .achievement, .milestone, .levelUp, .challenge:
            try connection.send("DELETE FROM items WHERE id = \(entry.id)")
        }
    }
}
