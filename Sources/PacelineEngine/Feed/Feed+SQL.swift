import Algorithms
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

/// An owner that a feed draws from, and the least visibility that the viewer sees of them.
private struct Source {
    let owner: Person.ID
    let least: Int
    /// When the newest item was that the feed may show.
    let newest: Date

    static func rows(_ sources: some Sequence<Source>) -> SQL {
        sources.map { "SELECT \($0.owner) AS owner, \($0.least) AS least" }.joined(separator: " UNION ALL ")
    }
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
    /// Each source is asked for its newest item alone. As many as the page holds are at least as new as the least
    /// new of those that fill a page, so nothing older can be on it, and most sources need not be asked again.
    private func entries(_ query: FeedQuery, before start: Position?, limit: Int) throws -> [Entry] {
        guard let rows = try sourceRows(query) else { return [] }
        let sources = try newest(of: rows, query, before: start).sorted { $0.newest > $1.newest }
        guard !sources.isEmpty else { return [] }
        let since = sources.count < limit ? nil : sources[limit - 1].newest
        let asked = sources.filter { $0.newest >= since ?? .distantPast }
        return try entries(of: asked, each: limit, since: since, query, before: start).sorted(
            by: Entry.isNewer)
    }

    /// ErgScan's window: my last ten and the last three of each friend.
    private func recentEntries(_ query: FeedQuery, before start: Position?) throws -> [Entry] {
        typealias Window = FeedQuery.Window
        let mine: SQL = "SELECT \(viewer.id) AS owner, 0 AS least"
        let friends: SQL = """
            SELECT followee AS owner, 1 AS least
            FROM edges
            WHERE follower = \(viewer.id) AND is_mutual = 1 \(isNotMuted)
            """
        let entries =
            try entries(of: mine, each: Window.mine, since: nil, query, before: nil)
            + entries(of: friends, each: Window.eachFriends, since: nil, query, before: nil)
        let person = try query.person.map { try resolve($0) }
        return entries.filter { entry in
            entry.owner == person ?? entry.owner
                && start.map { (entry.at.milliseconds, entry.id) < ($0.at, FeedItem.ID($0.id)) } ?? true
        }
        .sorted(by: Entry.isNewer)
    }

    /// The sources that have something to show, with their newest. Index: `items_by_owner`, which covers it.
    private func newest(of rows: SQL, _ query: FeedQuery, before start: Position?) throws -> [Source] {
        // Sources without anything are left out here, since SQLite would look each up twice to leave it out there.
        try connection.fetch(
            """
            SELECT sources.owner, sources.least, (
                SELECT items.at
                FROM items
                WHERE items.owner = sources.owner
                    AND items.visibility >= sources.least
                    \(Self.conditions(query))
                    \(SQL.isBefore(start, "items.at", "items.id"))
                ORDER BY items.at DESC, items.id DESC
                LIMIT 1)
            FROM (\(rows)) AS sources
            """
        ) { row in (row[2] as Date?).map { Source(owner: row[0], least: row[1], newest: $0) } }
        .compactMap(\.self)
    }

    private func entries(
        of sources: [Source], each count: Int, since: Date?, _ query: FeedQuery, before start: Position?
    ) throws -> [Entry] {
        // SQLite joins at most 500 selects in one; a page never needs more than 101 sources, ties aside.
        try sources.chunks(ofCount: 200).flatMap { chunk in
            try entries(of: Source.rows(chunk), each: count, since: since, query, before: start)
        }
    }

    /// The newest so many entries of each source. Index: `items_by_owner`, which covers it.
    private func entries(
        of rows: SQL, each count: Int, since: Date?, _ query: FeedQuery, before start: Position?
    ) throws -> [Entry] {
        let conditions: SQL = """
            items.owner = sources.owner
                AND items.visibility >= sources.least
                \(since.map { "AND items.at >= \($0)" } ?? .empty)
                \(Self.conditions(query))
                \(SQL.isBefore(start, "items.at", "items.id"))
            """
        let found = try connection.fetch(
            """
            SELECT items.owner, items.at, items.id
            FROM (\(rows)) AS sources
            CROSS JOIN items
            WHERE \(conditions)
                AND items.at >= COALESCE((
                    SELECT items.at
                    FROM items
                    WHERE \(conditions)
                    ORDER BY items.at DESC, items.id DESC
                    LIMIT 1 OFFSET \(count - 1)), \(Int64.min))
            ORDER BY items.owner, items.at DESC, items.id DESC
            """
        ) { Entry(owner: $0[0], at: $0[1], id: $0[2]) }
        // Several at one instant may stand at the edge of a source's share.
        return found.chunked(on: \.owner).flatMap { $0.1.prefix(count) }
    }

    /// The owners as rows of `owner` and `least`.
    /// - Returns: nil when the viewer may see nothing of the person asked for.
    private func sourceRows(_ query: FeedQuery) throws -> SQL? {
        guard let reference = query.person else {
            return """
                SELECT \(viewer.id) AS owner, 0 AS least
                UNION ALL
                SELECT followee, 2 - is_mutual
                FROM edges
                WHERE follower = \(viewer.id) \(isNotMuted)
                """
        }
        let person = try resolve(reference)
        let reach = try connection.reach(from: viewer.id, to: person)
        let audience = Audience.of(try connection.privacyLevel(of: person))
        guard Visibility.allows(reach: reach, audience: audience, item: .public) else { return nil }
        return "SELECT \(person) AS owner, \(reach.rawValue) AS least"
    }

    private var isNotMuted: SQL {
        viewer.hasMutes
            ? "AND NOT EXISTS (SELECT 1 FROM mutes WHERE muter = \(viewer.id) AND muted = edges.followee)"
            : .empty
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
