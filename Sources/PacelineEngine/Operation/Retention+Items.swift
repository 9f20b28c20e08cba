import Foundation
import Paceline
import PacelineDatabase

extension Engine {
    /// Deletes items whose time is over, as their owners would: what is counted stays right, and those who saw them
    /// are told.
    func purgeExpiredItems(at now: Date) async throws -> Int {
        try await inBatches(of: Self.itemBatchSize) { connection in
            let expired = try connection.expiredItems(at: now, limit: Self.itemBatchSize)
            let owners = Dictionary(grouping: expired, by: \.entry.owner).sorted { $0.key < $1.key }
            for (owner, _) in owners { try connection.lockPerson(owner) }
            for (owner, items) in owners {
                try Transaction(connection, of: session(for: owner), now: now).delete(items)
            }
            return expired.count
        }
    }

    /// An item has more to be deleted with it than its row.
    private static let itemBatchSize = 50
}

/// An item whose time is over, and since when.
private typealias ExpiredItem = (entry: Entry, at: Date)

extension Connection {
    /// Index: `items_by_expiry`.
    fileprivate func expiredItems(at now: Date, limit: Int) throws -> [ExpiredItem] {
        try fetch(
            """
            SELECT \(Entry.columns), expires_at
            FROM items
            WHERE expires_at <= \(now) AND kind IN \(list: ItemContent.all.map(\.kind))
            ORDER BY expires_at, id
            LIMIT \(limit)
            """
        ) { row in (Entry(&row), row.next() as Date) }
    }
}

extension Transaction {
    /// Deletes items of the viewer's.
    fileprivate func delete(_ items: [ExpiredItem]) throws {
        for item in items {
            // It is shown to no one any more; those who saw it are told.
            try retractNotifications(
                where: "item = \(item.entry.id)", shownUntil: item.at.addingTimeInterval(-0.001))
        }
        let kinds = Dictionary(grouping: items, by: \.entry.kind)
        for content in ItemContent.all {
            guard let items = kinds[content.kind] else { continue }
            try content.delete(items.map(\.entry.id), self)
        }
    }
}
