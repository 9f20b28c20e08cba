import Foundation
import Paceline
import PacelineDatabase

/// The feed's cache as one snapshot sees it. It is good only inside the read that it is made in.
struct FeedCacheView {
    let cache: FeedCache
    let connection: any Connection
    /// The place in the log that what is kept belongs to.
    let mark: Int64
    /// What the snapshot sees changed that does not belong to that place yet: it is read anew, and not kept.
    let pending: ChangedInFeeds

    /// The timelines of the people, in their order.
    func timelines(of people: [Person.ID]) throws -> [Timeline?] {
        try values(of: people, in: \.timelines, except: pending.owners) { try connection.timelines(of: $0) }
    }

    /// The cards of the items, in their order; nil for those that are gone.
    func cards(of items: [FeedItem.ID], read: ([FeedItem.ID]) throws -> [FeedItem.ID: FeedCard]) throws
        -> [FeedCard?]
    {
        try values(of: items, in: \.cards, except: pending.items, read: read)
    }

    /// The people, in their order; nil for those who are gone.
    func people(_ ids: [Person.ID], read: ([Person.ID]) throws -> [Person.ID: Person]) throws -> [Person?] {
        try values(of: ids, in: \.people, except: pending.people, read: read)
    }

    private func values<Key: Hashable & Sendable, Value: Sendable>(
        of keys: [Key], in part: any WritableKeyPath<FeedCache.Contents, Kept<Key, Value>> & Sendable,
        except changed: Set<Key>,
        read: ([Key]) throws -> [Key: Value]
    ) throws -> [Value?] {
        var values = cache.values(of: keys, in: part, at: mark)
        let missing = keys.indices.filter { values[$0] == nil || changed.contains(keys[$0]) }
        guard !missing.isEmpty else { return values }
        let found = try read(missing.map { keys[$0] })
        for index in missing { values[index] = found[keys[index]] }
        cache.keep(found.filter { !changed.contains($0.key) }, in: part, at: mark)
        return values
    }
}

extension Connection {
    fileprivate func timelines(of people: [Person.ID]) throws -> [Person.ID: Timeline] {
        guard dialect == .postgres else {
            return Dictionary(
                uniqueKeysWithValues: try people.map {
                    ($0, Timeline(of: $0, newest: try newestItems(of: $0)))
                })
        }
        let rows = try newestItems(of: people)
        let newest = Dictionary(grouping: rows, by: \.entry.owner)
        return Dictionary(
            uniqueKeysWithValues: people.map { ($0, Timeline(of: $0, newest: newest[$0] ?? [])) })
    }

    private typealias Newest = (entry: Entry, visibility: Visibility, expiresAt: Date?)

    /// One statement for each person, which SQLite keeps ready.
    private func newestItems(of owner: Person.ID) throws -> [Newest] {
        try fetch(
            """
            SELECT at, id, kind, visibility, expires_at
            FROM items
            WHERE owner = \(owner)
            ORDER BY at DESC, id DESC
            LIMIT \(Timeline.depth)
            """
        ) { (Entry(owner: owner, at: $0[0], id: $0[1], kind: $0[2]), $0[3], $0[4]) }
    }

    /// One statement for all, since each is a journey to PostgreSQL.
    private func newestItems(of owners: [Person.ID]) throws -> [Newest] {
        try fetch(
            """
            SELECT people.id, newest.at, newest.id, newest.kind, newest.visibility, newest.expires_at
            FROM people
            CROSS JOIN LATERAL (
                SELECT at, id, kind, visibility, expires_at
                FROM items
                WHERE items.owner = people.id
                ORDER BY at DESC, id DESC
                LIMIT \(Timeline.depth)) AS newest
            WHERE people.id IN \(list: owners)
            ORDER BY newest.at DESC, newest.id DESC
            """
        ) { (Entry(owner: $0[0], at: $0[1], id: $0[2], kind: $0[3]), $0[4], $0[5]) }
    }
}
