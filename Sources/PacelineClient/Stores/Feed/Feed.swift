import Foundation
import Observation
import Paceline

/// A feed for a screen: pages, kudos, and live events.
///
/// ```swift
/// let feed = Feed(session, query: FeedQuery(kinds: [.workout]))
/// await feed.refresh()
/// if let first = feed.items.first { try await feed.toggleKudos(of: first.id) }
/// ```
///
/// In SwiftUI, a view creates it once and reads its properties:
///
/// ```swift
/// struct FeedScreen: View {
///     @State var feed: Feed
///
///     var body: some View {
///         List(feed.items) { item in
///             Text(item.author.displayName)
///         }
///         .task { await feed.refresh() }
///         .refreshable { await feed.refresh() }
///     }
/// }
/// ```
@MainActor @Observable
public final class Feed: PagedStore {
    /// What the feed shows.
    public let query: FeedQuery
    private let services: any SocialServices
    private let list: ListState<FeedItem, Void>

    /// Creates a feed. It reads nothing before ``refresh()``.
    /// - Parameters:
    ///   - services: a session of a server, or of a community in the app.
    ///   - query: what the feed shows.
    ///   - pageSize: how many items are read at a time, 1 to 100.
    public init(
        _ services: any SocialServices, query: FeedQuery = FeedQuery(),
        pageSize: Int = PageRequest.defaultLimit
    ) {
        self.query = query
        self.services = services
        list = ListState(pageSize: pageSize) { (try await services.feed(query, $0), ()) }
    }

    public var phase: LoadPhase { list.state.phase }
    public var isStale: Bool { list.state.isStale }
    public var isRefreshing: Bool { list.state.isRefreshing }
    public var problem: SocialError? {
        get { list.state.problem }
        set { list.state.problem = newValue }
    }
    public var items: [FeedItem] { list.items }
    public var hasMore: Bool { list.hasMore }
    public var isLoadingMore: Bool { list.isLoadingMore }

    public func refresh() async { await list.refresh() }
    public func loadMore() async { await list.loadMore() }

    /// The items as cards: see ``FeedCard``.
    public var cards: [FeedCard] { FeedCard.cards(from: items) }
}

// Verbs.
extension Feed {
    /// Gives kudos, or changes whether they are big.
    ///
    /// ```swift
    /// try await Feed(session).giveKudos(to: item.id, big: true)
    /// ```
    /// - Throws: the errors of ``ReactionService/giveKudos(to:big:)``.
    @discardableResult
    public func giveKudos(to item: FeedItem.ID, big: Bool = false) async throws -> Tally {
        try await setKudos(of: item, given: true) { [services] in
            try await services.giveKudos(to: item, big: big)
        }
    }

    /// Withdraws the viewer's kudos.
    /// - Throws: the errors of ``ReactionService/withdrawKudos(from:)``.
    @discardableResult
    public func withdrawKudos(from item: FeedItem.ID) async throws -> Tally {
        try await setKudos(of: item, given: false) { [services] in
            try await services.withdrawKudos(from: item)
        }
    }

    /// Gives kudos to an item of the feed, or withdraws them if it shows the viewer's.
    /// - Throws: the errors of ``ReactionService/giveKudos(to:big:)``.
    @discardableResult
    public func toggleKudos(of item: FeedItem.ID) async throws -> Tally {
        if list.item(item)?.hasKudos == true { return try await withdrawKudos(from: item) }
        return try await giveKudos(to: item)
    }

    /// Deletes one of the viewer's own workouts or scores.
    /// - Throws: ``SocialError/Code/notAllowed`` for other items, or the errors of
    ///   ``WorkoutService/deleteWorkout(_:)`` and ``LeaderboardService/deleteScore(in:on:)``.
    public func delete(_ item: FeedItem) async throws {
        try await list.state.perform(on: item.id.uuid) { content in
            content.remove(item.id.uuid)
        } asking: { [services] in
            switch item.content {
            case .workout(let workout): try await services.deleteWorkout(workout.id)
            case .score(let score):
                // A score is deleted by game and day: for another person's, that would be the viewer's own.
                guard try await services.me().id == score.owner else { throw SocialError.notAllowed }
                try await services.deleteScore(in: score.game, on: score.day)
            case .levelUp, .achievement, .milestone, .unknown: throw SocialError.notAllowed
            }
        } then: { _, content in
            content.remove(item.id.uuid)
        }
    }

    private func setKudos(
        of item: FeedItem.ID, given: Bool, _ request: @MainActor () async throws -> Tally
    ) async throws -> Tally {
        try await list.state.perform(on: item.uuid) { content in
            content.update(item.uuid) { $0.showKudos(given) }
        } asking: {
            try await request()
        } then: { tally, content in
            content.update(item.uuid) { ($0.kudosCount, $0.hasKudos) = (tally.count, tally.mine) }
        }
    }
}

extension FeedItem {
    /// Counts the viewer's kudos, unless they are counted already.
    fileprivate mutating func showKudos(_ given: Bool) {
        guard hasKudos != given else { return }
        hasKudos = given
        kudosCount = max(0, kudosCount + (given ? 1 : -1))
    }
}

// Live events.
extension Feed {
    public func apply(_ event: LiveEvent) {
        switch event.content {
        case .item(let item): apply(item)
        case .itemRemoved(let id): list.state.commit { $0.remove(id.uuid) }
        case .kudos(let change): apply(change)
        case .comment(let comment, let count): apply(comment, count)
        case .commentRemoved(let comment, let item, let count): applyRemoval(of: comment, on: item, count)
        case .request(let request): if request.state == .accepted { list.state.markStale() }
        case .group(let id), .groupLost(let id): if query.group == id { list.state.markStale() }
        case .relationship, .reset: list.state.markStale()
        case .upToDate, .requestRemoved, .score, .groupInvitation, .account, .notifications: break
        }
    }

    private func apply(_ item: FeedItem) {
        switch includes(item) {
        case true?: list.state.commit { $0.put(item) }
        case false?: list.state.commit { $0.remove(item.id.uuid) }
        case nil:
            list.state.commit { content in content.update(item.id.uuid) { $0 = item } }
            list.state.markStale()
        }
    }

    private func includes(_ item: FeedItem) -> Bool? {
        if let isIncluded = query.includes(item) { return isIncluded }
        guard query.window == nil, query.group == nil else { return nil }
        // Feeds leave out the relationship, but show other items of the same author.
        return items.contains { $0.author.id == item.author.id } ? true : nil
    }

    private func apply(_ change: KudosChange) {
        list.state.commit { content in
            content.update(change.item.uuid) { item in
                item.kudosCount = change.kudosCount
                item.hasKudos = change.hasKudos ?? item.hasKudos
            }
        }
    }

    private func apply(_ comment: Comment, _ count: Int) {
        list.state.commit { content in
            content.update(comment.item.uuid) { item in
                item.commentCount = count
                let latest = item.latestComment.map { ($0.createdAt, $0.id) }
                if latest.map({ $0 <= (comment.createdAt, comment.id) }) ?? true {
                    item.latestComment = comment
                }
            }
        }
    }

    private func applyRemoval(of comment: Comment.ID, on item: FeedItem.ID, _ count: Int) {
        // Which comment is the latest now, only the service knows.
        if count > 0, list.item(item)?.latestComment?.id == comment { list.state.markStale() }
        list.state.commit { content in
            content.update(item.uuid) { item in
                item.commentCount = count
                if item.latestComment?.id == comment { item.latestComment = nil }
            }
        }
    }
}
