import Paceline
import PacelineDatabase

// What was earned is the item's `category`, so its card needs no other table.

extension ItemContent {
    static let levelUp = earned(.levelUp)
    static let achievement = earned(.achievement)
    static let milestone = earned(.milestone)

    private static func earned(_ kind: FeedItem.Kind) -> ItemContent {
        ItemContent(
            kind: kind, join: .empty, columns: "items.category", title: "items.category", titleRating: "0"
        ) { row, _, _ in
            let id = row.next() as Achievement.ID
            return AchievementDefinition.of(id)?.itemContent ?? .unknown(kind.rawValue)
        } decodeTitle: { id, _ in
            Achievement.ID(trusted: id).title
        } detailed: { _, _ in
            nil
        } delete: { ids, transaction in
            try transaction.deleteEarnedItems(ids)
        }
    }
}

extension Achievement.ID {
    /// The English name of the badge or level.
    fileprivate var title: String {
        level.map { "level \($0)" } ?? AchievementDefinition.of(self)?.achievement?.name ?? description
    }
}

extension Transaction {
    /// Deletes items of the viewer's levels and badges, which the viewer keeps.
    fileprivate func deleteEarnedItems(_ ids: [FeedItem.ID]) throws {
        guard !ids.isEmpty else { return }
        let items = try connection.fetch(
            "SELECT id, visibility FROM items WHERE owner = \(viewer.id) AND id IN \(list: ids) ORDER BY id"
        ) { (id: $0[0] as FeedItem.ID, visibility: $0[1] as ItemVisibility) }
        try retractNotifications(where: "item IN \(list: ids)")
        try connection.send(
            "UPDATE achievements SET item = NULL WHERE person = \(viewer.id) AND item IN \(list: ids)")
        try connection.send("DELETE FROM items WHERE id IN \(list: ids)")
        for item in items { try log(.deletedItem, item: item.id.uuid, seenBy: item.visibility) }
    }
}
