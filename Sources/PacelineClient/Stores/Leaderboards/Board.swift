import Foundation
import Observation
import Paceline

/// A leaderboard for a screen.
///
/// ```swift
/// let board = Board(session, LeaderboardQuery(scope: .friends, range: .week))
/// await board.refresh()
/// if let me = board.me { print("Rank \(me.rank) of \(board.items.count)") }
/// ```
///
/// Ranks and points are the service's alone, so nothing is predicted: live events about scores set ``isStale``.
@MainActor @Observable
public final class Board: PagedStore {
    private struct Summary: Sendable {
        let range: Leaderboard.DayRange
        let me: LeaderboardRow?
    }

    /// Which board it is.
    public let query: LeaderboardQuery
    private let services: any SocialServices
    private let list: ListState<LeaderboardRow, Summary>

    /// Creates a board. It reads nothing before ``refresh()``.
    /// - Parameters:
    ///   - services: a session of a server, or of a community in the app.
    ///   - query: which board.
    ///   - pageSize: how many rows are read at a time, 1 to 100.
    public init(
        _ services: any SocialServices, _ query: LeaderboardQuery, pageSize: Int = PageRequest.defaultLimit
    ) {
        self.query = query
        self.services = services
        list = ListState(pageSize: pageSize) { page in
            let board = try await services.leaderboard(query, page)
            return (Page(items: board.rows, next: board.next), Summary(range: board.range, me: board.me))
        }
    }

    public var phase: LoadPhase { list.state.phase }
    public var isStale: Bool { list.state.isStale }
    public var isRefreshing: Bool { list.state.isRefreshing }
    public var problem: SocialError? {
        get { list.state.problem }
        set { list.state.problem = newValue }
    }
    public var items: [LeaderboardRow] { list.items }
    public var hasMore: Bool { list.hasMore }
    public var isLoadingMore: Bool { list.isLoadingMore }

    public func refresh() async { await list.refresh() }
    public func loadMore() async { await list.loadMore() }

    /// The viewer's own row, whether or not it is among the items; nil when the viewer is not on the board.
    public var me: LeaderboardRow? { list.state.shown?.summary.me }
    /// The days that count; nil before the first read.
    public var range: Leaderboard.DayRange? { list.state.shown?.summary.range }

    /// Publishes the viewer's score in a game, and reads the board again.
    ///
    /// ```swift
    /// let board = Board(session, LeaderboardQuery(scope: .friends))
    /// try await board.publish(ScoreDraft(score: 3, isCompleted: true), in: game.id, on: today)
    /// ```
    /// - Throws: the errors of ``LeaderboardService/publish(_:in:on:)``.
    @discardableResult
    public func publish(_ draft: ScoreDraft, in game: Game.ID, on day: Day) async throws -> PublishedScore {
        let published = try await list.state.perform(on: nil) { _ in
        } asking: { [services] in
            try await services.publish(draft, in: game, on: day)
        } then: { _, _ in
        }
        list.state.markStale()
        await refresh()
        return published
    }
}

// Live events.
extension Board {
    public func apply(_ event: LiveEvent) {
        switch event.content {
        case .item(let item): if counts(item) { list.state.markStale() }
        case .group(let id), .groupLost(let id): if query.scope == .group(id) { list.state.markStale() }
        case .request(let request): if request.state == .accepted { list.state.markStale() }
        case .score: if query.metric == .points { list.state.markStale() }
        case .itemRemoved, .relationship, .account, .reset: list.state.markStale()
        case .upToDate, .kudos, .comment, .commentRemoved, .requestRemoved, .groupInvitation, .notifications:
            break
        }
    }

    /// Whether an item of its kind can change the board.
    private func counts(_ item: FeedItem) -> Bool {
        switch item.content {
        case .score(let score): query.metric == .points && (query.game == nil || query.game == score.game)
        case .workout: query.metric != .points
        case .levelUp, .achievement, .milestone: false
        case .unknown: true
        }
    }
}
