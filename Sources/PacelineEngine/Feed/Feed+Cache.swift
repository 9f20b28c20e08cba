import Foundation
import Paceline
import PacelineDatabase

/// Somebody whom a feed draws from, and the least visibility that its reader sees of them.
struct FeedSource {
    let owner: Person.ID
    let least: Int
}

extension Transaction {
    /// The newest entries of the sources, as their timelines have them.
    ///
    /// As many sources as the page holds entries have something at least as new as the least new of them, so nothing
    /// older can be on the page.
    ///
    /// - Returns: nil when the timelines do not reach back far enough.
    func entries(
        of sources: [FeedSource], before start: Position?, limit: Int, in cache: FeedCacheView
    ) throws -> [Entry]? {
        let timelines = try cache.timelines(of: sources.map(\.owner))
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
        let isKnown = timelines.allSatisfy { $0?.reaches(back: last) ?? true }
        return isKnown ? Array(entries) : nil
    }

    /// The cards of the items, in the order asked for, where nobody is hidden from the viewer.
    func items(_ entries: [Entry], in cache: FeedCacheView) throws -> [FeedItem] {
        var read: [FeedItem] = []
        let cards = try cache.cards(of: entries.map(\.id)) { missing in
            let missing = Set(missing)
            read = try items(entries.filter { missing.contains($0.id) })
            return Dictionary(uniqueKeysWithValues: read.map { ($0.id, FeedCard($0)) })
        }
        .compactMap(\.self)
        let praised = try itemsPraised(among: cards.filter { $0.item.kudosCount > 0 }.map(\.item.id))
        let hearted = try commentsHearted(
            among: cards.compactMap(\.item.latestComment).filter { $0.heartCount > 0 }.map(\.id))
        let people = try peopleShown(on: cards, read, in: cache)
        let kudos = Set(try praised.get())
        let hearts = Set(try hearted.get())
        return cards.map { $0.shown(people, praised: kudos, hearted: hearts) }
    }

    /// The people of the cards.
    /// - Parameter read: cards that were read just now, whose people need not be asked for.
    private func peopleShown(
        on cards: [FeedCard], _ read: [FeedItem], in cache: FeedCacheView
    ) throws -> [Person.ID: Person] {
        let ids = Array(Set(cards.flatMap(\.people)))
        let fresh = Dictionary(read.flatMap(\.people).map { ($0.id, $0) }) { $1 }
        let found: [Person?] = try cache.people(ids) { missing in
            let absent = missing.filter { fresh[$0] == nil }
            return absent.isEmpty ? fresh : fresh.merging(try people(absent)) { $1 }
        }
        return Dictionary(uniqueKeysWithValues: found.compactMap(\.self).map { ($0.id, $0) })
    }

    /// Those of the items that the viewer gave kudos.
    private func itemsPraised(among items: [FeedItem.ID]) throws -> Answer<[FeedItem.ID]> {
        guard !items.isEmpty else { return Answer([]) }
        return try connection.askAll(
            "SELECT item FROM kudos WHERE person = \(viewer.id) AND item IN \(list: items)"
        ) { $0[0] as FeedItem.ID }
    }

    /// Those of the comments that the viewer gave a heart.
    private func commentsHearted(among comments: [Comment.ID]) throws -> Answer<[Comment.ID]> {
        guard !comments.isEmpty else { return Answer([]) }
        return try connection.askAll(
            "SELECT comment FROM hearts WHERE person = \(viewer.id) AND comment IN \(list: comments)"
        ) { $0[0] as Comment.ID }
    }
}

extension FeedItem {
    fileprivate var people: [Person] { [author] + [latestComment?.author].compactMap(\.self) }
}
