import Foundation
import Paceline
import PacelineDatabase

/// The key of an item in the `items` table, and its position in every feed.
struct Entry: Hashable {
    let owner: Person.ID
    let at: Date
    let id: FeedItem.ID
    /// Nil for a kind that this version does not know, written by a newer one. Such items are skipped.
    let kind: FeedItem.Kind?

    var position: Position { Position(at: at, id: id.uuid) }

    static func isNewer(_ left: Entry, _ right: Entry) -> Bool { (left.at, left.id) > (right.at, right.id) }
}

extension Entry {
    static let columns: SQL = "items.owner, items.at, items.id, items.kind"

    /// - Parameter row: positioned at ``columns``.
    init(_ row: inout Row) {
        self.init(owner: row.next(), &row)
    }

    /// - Parameter row: positioned at ``columns``, after the owner.
    init(owner: Person.ID, _ row: inout Row) {
        self.init(owner: owner, at: row.next(), id: row.next(), kind: FeedItem.Kind(rawValue: row.next()))
    }
}

extension SQL {
    /// Whether this version knows the kind of the row of `items`.
    static var isOfKnownKind: SQL { "items.kind IN \(list: FeedItem.Kind.allCases)" }
}

extension Transaction {
    /// The items' complete cards, in the order of `entries`.
    ///
    /// The caller must have checked that the viewer may see them.
    /// - Parameter withAllComments: whether the latest comment may be one that the viewer's feeds do not include: see
    ///   ``SQL/includesComments(by:for:)``.
    func items(_ entries: [Entry], withAllComments: Bool = false) throws -> [FeedItem] {
        guard !entries.isEmpty else { return [] }
        let kinds = Dictionary(grouping: entries, by: \.kind)
        let fetched = try ItemContent.all.compactMap { content in
            try kinds[content.kind].map { try fetchCardsLater($0, of: content) }
        }
        // On a remote database, fetch the comments of all items at once instead of waiting to know which have any.
        let latestComments = { (items: [FeedItem.ID]) in
            try Reactions(self).latestComments(on: items, ofAllPeople: withAllComments)
        }
        let comments = connection.isRemote ? try latestComments(entries.map(\.id)) : nil
        let cards = try fetched.flatMap { try $0.get() }
        let latest = try comments ?? latestComments(cards.filter { $0.commentCount > 0 }.map(\.id))
        let items = Dictionary(
            uniqueKeysWithValues: try presenting(cards, with: latest.get()).map { ($0.id, $0) })
        return entries.compactMap { items[$0.id] }
    }

    private func fetchCardsLater(_ entries: [Entry], of content: ItemContent) throws -> Deferred<[FeedItem]> {
        try connection.fetchAllLater(
            """
            WITH entries (owner, at, id) AS (VALUES \(rows: entries.map { "\($0.owner), \($0.at), \($0.id)" }))
            SELECT items.id, items.at, \(Person.columns), items.visibility, \(content.columns),
                \(KudosCount.sql),
                \(KudosCount.mayHaveKudos) AND EXISTS (
                    SELECT 1 FROM kudos WHERE item = items.id AND person = \(viewer.id)),
                items.comment_count
            FROM entries
            CROSS JOIN items
            JOIN people ON people.id = items.owner
            \(content.join)
            WHERE items.owner = entries.owner AND items.at = entries.at AND items.id = entries.id
            """
        ) { row in
            FeedItem(
                id: row.next(), at: row.next(), author: Person(&row), visibility: row.next(),
                content: try content.decode(&row, viewer.id, environment), kudosCount: row.next(),
                hasKudos: row.next(), commentCount: row.next())
        }
    }

    /// Adds the latest comments, subtracts kudos and comments that are hidden from the viewer, and masks words.
    private func presenting(
        _ cards: [FeedItem], with latest: [FeedItem.ID: Comment]
    ) throws -> [FeedItem] {
        var cards = cards
        for index in cards.indices { cards[index].latestComment = latest[cards[index].id] }
        let comments = try hiddenComments(on: cards.filter { $0.commentCount > 0 }.map(\.id))
        for index in cards.indices { cards[index].commentCount -= comments[cards[index].id] ?? 0 }
        guard try !viewer.hidden.isEmpty else { return try shown(cards) }
        let kudos = try hiddenKudos(of: cards.map(\.id))
        let authors = try people(cards.map(\.author.id))
        for index in cards.indices {
            cards[index].kudosCount -= kudos[cards[index].id] ?? 0
            cards[index].author = authors[cards[index].author.id] ?? cards[index].author
        }
        return try shown(cards)
    }

    /// The number of comments on each item that are hidden from the viewer.
    private func hiddenComments(on items: [FeedItem.ID]) throws -> [FeedItem.ID: Int] {
        guard let isHidden = try SQL.hidesComments(by: "comments.author", from: viewer) else { return [:] }
        let isCounted: SQL = "is_deleted = 0 AND \(SQL.isReleased("comments"))"
        return try counts(in: "comments", of: items, where: "\(isCounted) AND \(isHidden)")
    }

    /// The number of kudos for each item that come from people who are hidden from the viewer.
    func hiddenKudos(of items: [FeedItem.ID]) throws -> [FeedItem.ID: Int] {
        guard try !viewer.hidden.isEmpty else { return [:] }
        return try counts(in: "kudos", of: items, where: "person IN \(list: viewer.hidden)")
    }

    private func counts(
        in table: SQL, of items: [FeedItem.ID], where condition: SQL
    ) throws -> [FeedItem.ID: Int] {
        guard !items.isEmpty else { return [:] }
        let rows = try connection.fetch(
            """
            SELECT item, COUNT(*)
            FROM \(table)
            WHERE item IN \(list: items) AND \(condition)
            GROUP BY item
            """
        ) { ($0[0] as FeedItem.ID, $0[1] as Int) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// The entries of the items of known kinds that the viewer may see.
    func entries(of ids: [FeedItem.ID]) throws -> [Entry] {
        try connection.fetch(
            """
            SELECT \(Entry.columns)
            FROM items
            JOIN people ON people.id = items.owner
            WHERE items.id IN \(list: ids) AND \(SQL.isOfKnownKind) AND \(isVisible)
            """, Entry.init)
    }

    /// - Throws: ``SocialError/Code/itemNotFound``, also when the viewer may not see the item.
    @discardableResult
    func visibleItem(_ id: FeedItem.ID) throws -> Entry {
        try visibleItem(where: "items.id = \(id)")
    }

    /// - Parameter id: as the viewer requested it. It is the item's own id, or one that the viewer's client chose.
    /// - Throws: ``SocialError/Code/itemNotFound``, also when the viewer may not see the item.
    func requestedItem(_ id: FeedItem.ID) throws -> Entry {
        try visibleItem(where: "items.id = \(SQL.requestedItem(id.uuid, by: viewer.id))")
    }

    private func visibleItem(where condition: SQL) throws -> Entry {
        let entry = try connection.fetchFirst(
            """
            SELECT \(Entry.columns)
            FROM items
            JOIN people ON people.id = items.owner
            WHERE \(condition) AND \(isVisible)
            """, Entry.init)
        guard let entry, entry.kind != nil else { throw SocialError.itemNotFound }
        return entry
    }
}
