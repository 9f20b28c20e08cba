import Foundation
import Paceline
import PacelineDatabase

/// Where an item stands in a feed.
private struct Entry: Hashable {
    let owner: Person.ID
    let at: Date
    let id: FeedItem.ID

    var position: Position { Position(at: at, id: id.uuid) }

    static func isNewer(_ left: Entry, _ right: Entry) -> Bool { (left.at, left.id) > (right.at, right.id) }
}

/// The owners that a feed draws from, as SQL rows of `owner` and the least visibility that the viewer sees of them.
private struct Sources {
    let rows: SQL
}

extension Transaction {
    /// The home feed, or what its filters leave of it.
    func feed(_ query: FeedQuery, _ page: PageRequest) throws -> Page<FeedItem> {
        let limit = try limit(of: page)
        let list = "feed|\(query)"
        let start = try start(of: page, in: list)
        let entries =
            switch query.window {
            case .recent: try recentEntries(query, before: start)
            case nil: try entries(query, before: start, limit: limit + 1)
            }
        let found = self.page(of: Array(entries.prefix(limit + 1)), limit, in: list, \.position)
        return Page(items: try items(found.items.map(\.id)), next: found.next)
    }

    /// The newest entries of all sources.
    ///
    /// First a few of each source are merged. Only a source all of whose few are among the newest can have more
    /// there; of those, at most `limit / few` many, as many are read as the page can hold.
    private func entries(_ query: FeedQuery, before start: Position?, limit: Int) throws -> [Entry] {
        let few = min(limit, max(3, 2 * limit / (try followingCount() + 1)))
        guard let sources = try sources(query) else { return [] }
        var entries = try newest(few, of: sources, query, before: start, limit: limit)
        let saturated = Dictionary(grouping: entries, by: \.owner).filter { $0.value.count >= few }.keys
        guard few < limit, !saturated.isEmpty else { return entries }
        let rest = Sources(
            rows:
                "SELECT owner, least FROM (\(sources.rows)) AS every WHERE owner IN \(list: saturated.sorted())"
        )
        entries += try newest(limit, of: rest, query, before: start, limit: limit)
        return Set(entries).sorted(by: Entry.isNewer)
    }

    /// ErgScan's window: my last ten and the last three of each friend.
    private func recentEntries(_ query: FeedQuery, before start: Position?) throws -> [Entry] {
        typealias Window = FeedQuery.Window
        let mine = Sources(rows: "SELECT \(viewer.id) AS owner, 0 AS least")
        let friends = Sources(
            rows: """
                SELECT followee AS owner, 1 AS least
                FROM edges
                WHERE follower = \(viewer.id) AND is_mutual = 1 \(isNotMuted)
                """)
        let everything = 10_000
        let entries =
            try newest(Window.mine, of: mine, query, before: nil, limit: Window.mine)
            + newest(Window.eachFriends, of: friends, query, before: nil, limit: everything)
        return Dictionary(grouping: entries, by: \.owner)
            .flatMap { owner, entries in
                entries.prefix(owner == viewer.id ? Window.mine : Window.eachFriends)
            }
            .filter { entry in
                start.map { (entry.at.milliseconds, entry.id) < ($0.at, FeedItem.ID($0.id)) } ?? true
            }
            .sorted(by: Entry.isNewer)
    }

    /// The newest few of each source, merged, newest first. Index: `items_by_owner`, which covers all of it.
    private func newest(
        _ few: Int, of sources: Sources, _ query: FeedQuery, before start: Position?, limit: Int
    ) throws -> [Entry] {
        let conditions = Self.conditions(query)
        return try connection.fetch(
            """
            SELECT items.owner, items.at, items.id
            FROM (\(sources.rows)) AS sources
            CROSS JOIN items
            WHERE items.owner = sources.owner
                AND items.at >= COALESCE((
                    SELECT items.at
                    FROM items
                    WHERE items.owner = sources.owner
                        AND items.visibility >= sources.least
                        \(conditions)
                        \(SQL.isBefore(start, "items.at", "items.id"))
                    ORDER BY items.at DESC, items.id DESC
                    LIMIT 1 OFFSET \(few - 1)), -9223372036854775807)
                AND items.visibility >= sources.least
                \(conditions)
                \(SQL.isBefore(start, "items.at", "items.id"))
            ORDER BY items.at DESC, items.id DESC
            LIMIT \(limit)
            """
        ) { Entry(owner: $0[0], at: $0[1], id: $0[2]) }
    }

    /// - Returns: nil when the viewer may see nothing of the person asked for.
    private func sources(_ query: FeedQuery) throws -> Sources? {
        guard let reference = query.person else {
            return Sources(
                rows: """
                    SELECT \(viewer.id) AS owner, 0 AS least
                    UNION ALL
                    SELECT followee, 2 - is_mutual
                    FROM edges
                    WHERE follower = \(viewer.id) \(isNotMuted)
                    """)
        }
        let person = try resolve(reference)
        let reach = try connection.reach(from: viewer.id, to: person)
        let audience = Audience.of(try connection.privacyLevel(of: person))
        guard Visibility.allows(reach: reach, audience: audience, item: .public) else { return nil }
        return Sources(rows: "SELECT \(person) AS owner, \(reach.rawValue) AS least")
    }

    private var isNotMuted: SQL {
        "AND NOT EXISTS (SELECT 1 FROM mutes WHERE muter = \(viewer.id) AND muted = edges.followee)"
    }

    private func followingCount() throws -> Int {
        try connection.fetchFirst("SELECT following_count FROM people WHERE id = \(viewer.id)") {
            $0[0] as Int
        } ?? 0
    }

    private static func conditions(_ query: FeedQuery) -> SQL {
        [
            query.kind.map { "AND items.kind = \($0)" },
            query.type.map { "AND items.category = \($0)" },
            query.from.map { "AND items.at >= \($0)" },
            query.to.map { "AND items.at < \($0)" },
        ].compactMap { $0 as SQL? }.joined(separator: " ")
    }
}
