import Foundation
import Paceline
import PacelineDatabase

/// An owner whose items appear in a feed, and the lowest visibility that the viewer may see.
struct FeedSource {
    let owner: Person.ID
    let least: Int
}

extension Transaction {
    /// Merges the sources' cached timelines into their newest entries.
    ///
    /// Sort the sources by their newest entry. Each of the first `limit` contributes at least one entry, so nothing
    /// older than the last of these can be on the page.
    ///
    /// - Returns: nil when the timelines do not go back far enough.
    func entries(
        of sources: [FeedSource], before start: Position?, limit: Int, in cache: ReadCacheView
    ) throws -> [Entry]? {
        let timelines = try cache.values(
            of: sources.map(\.owner), in: \.timelines, except: cache.pending.owners,
            read: connection.timelines)
        let beginnings = zip(sources, timelines).compactMap { source, timeline in
            timeline.flatMap { timeline in
                timeline.newest(visibleAt: source.least, before: start)
                    .map { (newest: $0, timeline: timeline, least: source.least) }
            }
        }
        .sorted { $0.newest > $1.newest }
        let edge = beginnings.count < limit ? Int64.min : beginnings[limit - 1].newest
        let entries = beginnings.prefix { $0.newest >= edge }
            .flatMap { $0.timeline.entries(visibleAt: $0.least, before: start, since: edge) }
            .sorted(by: Entry.isNewer).prefix(limit)
        let last = entries.count < limit ? nil : entries.last
        let isKnown = timelines.allSatisfy { $0?.covers(backTo: last) ?? true }
        return isKnown ? Array(entries) : nil
    }

    /// Whether the viewer sees most cards as others do.
    var seesSharedCards: Bool { get throws { try !viewer.readsFriendsOnly } }

    /// The items' cards, in the order of `entries`, from the cache where it is possible.
    ///
    /// Three kinds of cards are read for the viewer alone: those with comments by children, which only friends see;
    /// those with kudos or comments by people hidden from the viewer; and the viewer's own workouts while others do not
    /// see their details. The viewer must see all other cards as everyone does, except for the latest comment.
    /// - Parameter sources: the owners in the feed.
    func itemsMostlyShared(
        _ entries: [Entry], of sources: [FeedSource], in cache: ReadCacheView
    ) throws -> [FeedItem] {
        var own: Set<FeedItem.ID> = []
        if try viewer.hidesDetails {
            own.formUnion(entries.filter { $0.owner == viewer.id && $0.kind == .workout }.map(\.id))
        }
        if try viewer.communityHasChildren {
            own.formUnion(
                try connection.itemsWithCommentsByChildren(among: entries.map(\.id), at: now))
        }
        own.formUnion(try itemsWithHiddenPeople(among: entries.map(\.id)))
        let shared = own.isEmpty ? entries : entries.filter { !own.contains($0.id) }
        let cards = try withBroughtComments(items(shared, in: cache), of: sources)
        guard !own.isEmpty else { return cards }
        let all = try items(entries.filter { own.contains($0.id) }) + cards
        let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
        return entries.compactMap { byID[$0.id] }
    }

    /// The items with kudos or comments by people who are hidden from the viewer. Indexes: the primary key of
    /// `kudos`, and `comments_by_author`.
    private func itemsWithHiddenPeople(among items: [FeedItem.ID]) throws -> [FeedItem.ID] {
        let hidden = try viewer.hidden
        guard !hidden.isEmpty, !items.isEmpty else { return [] }
        return try connection.fetch(
            """
            SELECT item FROM kudos WHERE item IN \(list: items) AND person IN \(list: hidden)
            UNION
            SELECT item FROM comments WHERE item IN \(list: items) AND author IN \(list: hidden)
            """
        ) { $0[0] as FeedItem.ID }
    }

    /// Replaces the latest comments that the viewer's feeds do not include: see ``SQL/includesComments(by:for:)``.
    private func withBroughtComments(_ cards: [FeedItem], of sources: [FeedSource]) throws -> [FeedItem] {
        guard try !viewer.isAdult else { return cards }
        let friends = Set(sources.filter { $0.least <= Closeness.friend.rawValue }.map(\.owner))
        let doubtful = cards.filter { card in
            card.latestComment?.author.map { $0.id != viewer.id && !friends.contains($0.id) } ?? false
        }
        let latest = try Reactions(self).latestComments(on: doubtful.map(\.id)).get()
        let replaced = Set(doubtful.map(\.id))
        return cards.map { card in
            guard replaced.contains(card.id) else { return card }
            var card = card
            card.latestComment = latest[card.id]
            return card
        }
    }

    /// The items' cards, in the order of `entries`, as all adults see them. No one who is hidden from the viewer may
    /// have given kudos or commented there.
    private func items(_ entries: [Entry], in cache: ReadCacheView) throws -> [FeedItem] {
        var read: [FeedItem] = []
        var invalidated = cache.pending.items
        if !cache.pending.authors.isEmpty {
            invalidated.formUnion(
                entries.filter { cache.pending.authors.contains($0.owner) }.map(\.id))
        }
        let cards = try cache.values(of: entries.map(\.id), in: \.cards, except: invalidated) { missing in
            let missing = Set(missing)
            // Readers with different content filters share the cards.
            read = try withoutBlocks.unfiltered.items(
                entries.filter { missing.contains($0.id) }, withAllComments: true)
            let givers = try givers(to: read.filter { $0.kudosCount <= KudosCount.countedOnRead })
            return Dictionary(
                uniqueKeysWithValues: read.map { ($0.id, CachedCard($0, givers: givers[$0.id])) })
        }
        .compactMap(\.self)
        let withKudos = try itemsWithKudos(among: cards.filter { $0.givers == nil }.map(\.item.id))
        let withHeart = try commentsWithHeart(
            among: cards.compactMap(\.item.latestComment).filter { $0.heartCount > 0 }.map(\.id))
        let people = try peopleShown(on: cards, read, in: cache)
        let kudos = Set(try withKudos.get())
        let hearts = Set(try withHeart.get())
        return try shown(
            withoutHiddenPeople(
                cards.map { $0.shown(to: viewer.id, people, withKudos: kudos, withHeart: hearts) }))
    }

    /// Subtracts the hearts and friendships of people who are hidden from the viewer.
    private func withoutHiddenPeople(_ cards: [FeedItem]) throws -> [FeedItem] {
        guard try !viewer.hidden.isEmpty, !cards.isEmpty else { return cards }
        let friends = try hiddenEdges(of: Array(Set(cards.lazy.flatMap(\.people).map(\.id))), .friends)
        let hearts = try Reactions(self).hiddenHearts(
            of: cards.compactMap(\.latestComment).filter { $0.heartCount > 0 }.map(\.id))
        return cards.map { card in
            var card = card
            card.author.friendCount -= friends[card.author.id] ?? 0
            guard let comment = card.latestComment else { return card }
            card.latestComment?.heartCount -= hearts[comment.id] ?? 0
            if let author = comment.author {
                card.latestComment?.author?.friendCount -= friends[author.id] ?? 0
            }
            return card
        }
    }

    /// - Parameter read: cards that were just read. They already contain their people.
    private func peopleShown(
        on cards: [CachedCard], _ read: [FeedItem], in cache: ReadCacheView
    ) throws -> [Person.ID: Box<Person>] {
        let ids = Array(Set(cards.lazy.flatMap(\.people)))
        let found = try cache.values(of: ids, in: \.people, except: cache.pending.people) { missing in
            let fresh = try read.flatMap(\.people) + people(missing, exceptThoseOn: read)
            return Dictionary(fresh.map { ($0.id, Box($0)) }) { first, _ in first }
        }
        return Dictionary(
            uniqueKeysWithValues: zip(ids, found).lazy.compactMap { id, person in
                person.map { (id, $0) }
            })
    }

    private func people(_ ids: [Person.ID], exceptThoseOn cards: [FeedItem]) throws -> [Person] {
        let known = Set(cards.lazy.flatMap(\.people).map(\.id))
        let absent = ids.filter { !known.contains($0) }
        return absent.isEmpty ? [] : Array(try withoutBlocks.unfiltered.people(absent).values)
    }

    /// The people who gave kudos, by item.
    private func givers(to items: [FeedItem]) throws -> [FeedItem.ID: [Person.ID]] {
        var givers = Dictionary(uniqueKeysWithValues: items.map { ($0.id, [Person.ID]()) })
        let counted = items.filter { $0.kudosCount > 0 }.map(\.id)
        guard !counted.isEmpty else { return givers }
        let kudos = try connection.fetch("SELECT item, person FROM kudos WHERE item IN \(list: counted)") {
            (item: $0[0] as FeedItem.ID, person: $0[1] as Person.ID)
        }
        for kudos in kudos { givers[kudos.item]?.append(kudos.person) }
        return givers
    }

    /// The items to which the viewer gave kudos.
    private func itemsWithKudos(among items: [FeedItem.ID]) throws -> Deferred<[FeedItem.ID]> {
        guard !items.isEmpty else { return Deferred([]) }
        return try connection.fetchAllLater(
            "SELECT item FROM kudos WHERE person = \(viewer.id) AND item IN \(list: items)"
        ) { $0[0] as FeedItem.ID }
    }

    /// The comments to which the viewer gave a heart.
    private func commentsWithHeart(among comments: [Comment.ID]) throws -> Deferred<[Comment.ID]> {
        guard !comments.isEmpty else { return Deferred([]) }
        return try connection.fetchAllLater(
            "SELECT comment FROM hearts WHERE person = \(viewer.id) AND comment IN \(list: comments)"
        ) { $0[0] as Comment.ID }
    }
}

extension FeedItem {
    fileprivate var people: [Person] { [author] + [latestComment?.author].compactMap(\.self) }
}

extension Connection {
    fileprivate func timelines(of people: [Person.ID]) throws -> [Person.ID: Timeline] {
        guard canJoinLaterally else {
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

    private typealias Newest = (entry: Entry, visibility: ItemVisibility, expiresAt: Date?)

    /// For SQLite: one prepared statement, run once per owner.
    private func newestItems(of owner: Person.ID) throws -> [Newest] {
        try fetch(
            """
            SELECT at, id, kind, visibility, expires_at
            FROM items
            WHERE owner = \(owner)
            ORDER BY at DESC, id DESC
            LIMIT \(Timeline.depth)
            """
        ) { row in (Entry(owner: owner, &row), row.next(), row.next()) }
    }

    /// For PostgreSQL: one statement for all owners, to save round trips.
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
        ) { row in (Entry(&row), row.next(), row.next()) }
    }
}
