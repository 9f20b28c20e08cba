import Foundation
import Paceline
import PacelineDatabase

extension Engine {
    /// Deletes expired items as their owners would, so that counters stay correct and inboxes and streams are updated.
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

    /// Smaller than for other tables, since an item is deleted with its dependent rows.
    private static let itemBatchSize = 50
}

/// An expired item, and when it expired.
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
    /// Deletes expired items of the viewer.
    fileprivate func delete(_ items: [ExpiredItem]) throws {
        for item in items {
            // The expired item is already hidden, so the inbox is judged by the instant before it expired.
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
