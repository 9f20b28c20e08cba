import Algorithms
import Foundation
import Paceline
import PacelineDatabase

/// An owner whose items appear in a feed, and the lowest visibility that the viewer may see.
private struct Source {
    let owner: Person.ID
    let least: Int
    /// The time of the newest item that the feed may show.
    let newest: Date

    /// Rows of `owner` and `least`.
    static func rows(_ sources: some Sequence<Source>) -> SQL {
        "VALUES \(rows: sources.map { "\($0.owner), \($0.least)" })"
    }
}

extension FeedQuery {
    /// Identifies the list and its filters, so that a cursor is valid for this list only.
    var list: String {
        guard self != FeedQuery() else { return "feed" }
        let filters = [
            window?.rawValue, person?.description, group?.description, kinds.text, type?.rawValue,
            from.map { String($0.milliseconds) }, to.map { String($0.milliseconds) },
        ]
        return "feed|" + filters.map { $0 ?? "" }.joined(separator: "|")
    }
}

extension Transaction {
    /// A page of the home feed, filtered by the query.
    func feed(_ query: FeedQuery, _ page: PageRequest) throws -> Page<FeedItem> {
        var cache: ReadCacheView?
        return try feed(query, page, &cache)
    }

    /// - Parameter cache: becomes the view of the cache if the page was read from it, for more values of the same read.
    func feed(_ query: FeedQuery, _ page: PageRequest, _ cache: inout ReadCacheView?) throws -> Page<FeedItem>
    {
        let limit = try limit(of: page)
        if let group = query.group { try Groups(self).role(in: group) }
        let list = query.list
        let start = try start(of: page, in: list)
        let plan = FeedPlan(query, on: connection)
        return try self.page(of: query, by: plan, before: start, limit, in: list, &cache)
    }

    private func page(
        of query: FeedQuery, by plan: FeedPlan, before start: Position?, _ limit: Int, in list: String,
        _ cache: inout ReadCacheView?
    ) throws -> Page<FeedItem> {
        let entries: [Entry]
        switch plan {
        case .cached:
            if let page = try cachedFeed(before: start, limit, in: list, &cache) { return page }
            let plan = FeedPlan(query, on: connection, isCacheMiss: true)
            return try self.page(of: query, by: plan, before: start, limit, in: list, &cache)
        case .perSource: entries = try entriesPerSource(query, before: start, limit: limit + 1)
        case .lateral: entries = try entriesAtOnce(query, before: start, limit: limit + 1)
        case .recentWindow: entries = try recentEntries(query, before: start)
        }
        let found = self.page(of: Array(entries.prefix(limit + 1)), limit, in: list, \.position)
        return Page(items: try items(found.items), next: found.next)
    }

    /// - Returns: nil when the cache does not go back far enough.
    private func cachedFeed(
        before start: Position?, _ limit: Int, in list: String, _ view: inout ReadCacheView?
    ) throws -> Page<FeedItem>? {
        guard let rows = try sourceRows(FeedQuery()) else { return nil }
        let sources = try connection.fetchAllLater("SELECT owner, least FROM (\(rows)) AS sources") {
            FeedSource(owner: $0[0], least: $0[1])
        }
        view = try cache.view(on: connection)
        guard let cache = view else { return nil }
        let owners = try sources.get()
        guard let entries = try entries(of: owners, before: start, limit: limit + 1, in: cache)
        else { return nil }
        let found = self.page(of: entries, limit, in: list, \.position)
        let items =
            try seesSharedCards
            ? itemsMostlyShared(found.items, of: owners, in: cache) : items(found.items)
        return Page(items: items, next: found.next)
    }

    /// The newest entries of all sources, in two steps.
    ///
    /// First find the newest item of each source. The `limit` newest of these already fill a page, so nothing older
    /// than the last of them can be on it, and only sources with something newer are read further.
    private func entriesPerSource(
        _ query: FeedQuery, before start: Position?, limit: Int
    ) throws -> [Entry] {
        guard let rows = try sourceRows(query) else { return [] }
        let sources = try newest(of: rows, query, before: start).sorted { $0.newest > $1.newest }
        guard !sources.isEmpty else { return [] }
        let since = sources.count < limit ? nil : sources[limit - 1].newest
        let relevant = sources.filter { $0.newest >= since ?? .distantPast }
        return try entries(of: Source.rows(relevant), each: limit, since: since, query, before: start)
    }

    /// Does the same as ``entriesPerSource(_:before:limit:)`` in one statement, whose text does not depend on the
    /// number of sources: on PostgreSQL, round trips and newly prepared statements cost more than the join.
    private func entriesAtOnce(_ query: FeedQuery, before start: Position?, limit: Int) throws -> [Entry] {
        guard let rows = try sourceRows(query) else { return [] }
        let conditions: SQL = """
            items.owner = sources.owner AND items.visibility >= sources.least
            \(conditions(query))
            \(SQL.isBefore(start, "items.at", "items.id"))
            """
        return try connection.fetch(
            """
            WITH sources (owner, least) AS (\(rows)),
            newest AS MATERIALIZED (
                SELECT sources.owner, sources.least, newest.at
                FROM sources
                CROSS JOIN LATERAL (
                    SELECT items.at
                    FROM items
                    WHERE \(conditions)
                    ORDER BY items.at DESC, items.id DESC
                    LIMIT 1) AS newest
            ),
            edge AS MATERIALIZED (
                SELECT COALESCE(
                    (SELECT at FROM newest ORDER BY at DESC LIMIT 1 OFFSET \(limit - 1)), \(Int64.min)) AS at
            )
            SELECT entries.owner, entries.at, entries.id, entries.kind
            FROM newest AS sources
            CROSS JOIN LATERAL (
                SELECT \(Entry.columns)
                FROM items
                WHERE \(conditions) AND items.at >= (SELECT at FROM edge)
                ORDER BY items.at DESC, items.id DESC
                LIMIT \(limit)) AS entries
            WHERE sources.at >= (SELECT at FROM edge)
            ORDER BY entries.at DESC, entries.id DESC
            LIMIT \(limit)
            """, Entry.init)
    }

    /// The recent window, as in ErgScan: the viewer's last ten items and the last three of each friend.
    private func recentEntries(_ query: FeedQuery, before start: Position?) throws -> [Entry] {
        typealias Window = FeedQuery.Window
        let mine: SQL = "SELECT \(viewer.id) AS owner, 0 AS least"
        let friends: SQL = """
            SELECT followee AS owner, 1 AS least
            FROM edges
            WHERE follower = \(viewer.id) AND is_mutual = 1 \(try isNotMuted)
                \(try isInGroup(query.group, "edges.followee"))
            """
        let newest =
            try entries(of: mine, each: Window.ownItems, since: nil, query, before: nil)
            + entries(of: friends, each: Window.friendItems, since: nil, query, before: nil)
        // Items with equal times can exceed the limit of one owner.
        let entries = Dictionary(grouping: newest, by: \.owner).flatMap { owner, entries in
            entries.prefix(owner == viewer.id ? Window.ownItems : Window.friendItems)
        }
        let person = try query.person.map { try resolve($0) }
        return entries.filter { entry in
            entry.owner == person ?? entry.owner
                && start.map { (entry.at.milliseconds, entry.id) < ($0.at, FeedItem.ID($0.id)) } ?? true
        }
        .sorted(by: Entry.isNewer)
    }

    /// The sources that have something to show, each with the time of its newest item.
    private func newest(of rows: SQL, _ query: FeedQuery, before start: Position?) throws -> [Source] {
        // Empty sources are dropped in Swift. In SQL, SQLite would look each of them up twice.
        try connection.fetch(
            """
            SELECT sources.owner, sources.least, (
                SELECT items.at
                FROM items
                WHERE items.owner = sources.owner
                    AND items.visibility >= sources.least
                    \(conditions(query))
                    \(SQL.isBefore(start, "items.at", "items.id"))
                ORDER BY items.at DESC, items.id DESC
                LIMIT 1)
            FROM (\(rows)) AS sources
            """
        ) { row in (row[2] as Date?).map { Source(owner: row[0], least: row[1], newest: $0) } }
        .compactMap(\.self)
    }

    /// The newest `count` entries of each source, newest first, including ties with the last one.
    private func entries(
        of rows: SQL, each count: Int, since: Date?, _ query: FeedQuery, before start: Position?
    ) throws -> [Entry] {
        let conditions: SQL = """
            items.visibility >= sources.least
            \(conditions(query))
            \(SQL.isBefore(start, "items.at", "items.id"))
            """
        let earliest = since?.milliseconds ?? .min
        return try connection.fetch(
            """
            WITH sources (owner, least) AS (\(rows)),
            shares AS MATERIALIZED (
                SELECT owner, least, COALESCE((
                    SELECT items.at
                    FROM items
                    WHERE items.owner = sources.owner AND items.at >= \(earliest) AND \(conditions)
                    ORDER BY items.at DESC, items.id DESC
                    LIMIT 1 OFFSET \(count - 1)), \(earliest)) AS since
                FROM sources
            )
            SELECT \(Entry.columns)
            FROM shares AS sources
            CROSS JOIN items
            WHERE items.owner = sources.owner AND items.at >= sources.since AND \(conditions)
            """, Entry.init
        )
        .sorted(by: Entry.isNewer)
    }

    /// The feed's owners, as a query with the columns `owner` and `least`.
    /// - Returns: nil when the query names a person of whom the viewer may see nothing.
    private func sourceRows(_ query: FeedQuery) throws -> SQL? {
        guard let reference = query.person else {
            return """
                SELECT \(viewer.id) AS owner, 0 AS least
                UNION ALL
                SELECT followee, 2 - is_mutual
                FROM edges
                WHERE follower = \(viewer.id) \(try isNotMuted) \(try isInGroup(query.group, "edges.followee"))
                """
        }
        let person = try resolve(reference)
        let closeness = try connection.closeness(from: viewer.id, to: person)
        let audience = Audience.of(try connection.privacyLevel(of: person))
        guard ItemVisibility.allows(closeness: closeness, audience: audience, item: .public) else {
            return nil
        }
        let isInGroup =
            try query.group.map { try person == viewer.id || connection.isSharing(person, with: $0) } ?? true
        guard isInGroup else { return nil }
        return "SELECT \(person) AS owner, \(closeness.rawValue) AS least"
    }

    /// Restricts the people in the column to members who share with the group. Index: the primary key of
    /// `group_members`.
    private func isInGroup(_ group: LeaderboardGroup.ID?, _ column: SQL) throws -> SQL {
        guard let group else { return .empty }
        return """
            AND EXISTS (SELECT 1 FROM group_members
                WHERE group_id = \(group) AND person = \(column) AND is_sharing = 1)
            """
    }

    private var isNotMuted: SQL {
        get throws {
            // On a remote database, the condition costs less than a round trip to find out whether there are mutes.
            guard !connection.isRemote else {
                return "AND edges.followee NOT IN (\(SQL.people(mutedBy: viewer.id)))"
            }
            return try viewer.mayHaveMutes
                ? "AND NOT \(SQL.hasMuted("\(viewer.id)", "edges.followee"))" : .empty
        }
    }

    private func conditions(_ query: FeedQuery) -> SQL {
        let kinds: SQL? = query.kinds.isEmpty ? nil : "AND items.kind IN \(list: query.kinds)"
        return [
            "AND \(SQL.isUnexpired(at: now))",
            kinds,
            query.type.map { "AND items.category = \($0)" },
            query.from.map { "AND items.at >= \($0)" },
            query.to.map { "AND items.at < \($0)" },
        ].compactMap { $0 as SQL? }.joined(separator: " ")
    }
}
