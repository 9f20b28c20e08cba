import Foundation
import Observation
import Paceline

/// The viewer's inbox for a screen, and the number for its badge.
///
/// ```swift
/// let inbox = Inbox(session)
/// await inbox.refresh()
/// showBadge(inbox.badge)
/// try await inbox.markAllRead()
/// ```
///
/// A community in the app, without a server, creates notifications when an inbox is read, and no live event reports them
/// earlier. Refresh the store when its screen appears.
@MainActor @Observable
public final class Inbox: PagedStore {
    private let services: any SocialServices
    private let list: ListState<SocialNotification, Int>

    /// Creates an inbox. It reads nothing before ``refresh()``.
    /// - Parameters:
    ///   - services: a session of a server, or of a community in the app.
    ///   - pageSize: how many notifications are read at a time, 1 to 100.
    public init(_ services: any SocialServices, pageSize: Int = PageRequest.defaultLimit) {
        self.services = services
        list = ListState(pageSize: pageSize) { page in
            let inbox = try await services.notifications(page)
            return (inbox.page, inbox.unreadCount)
        }
    }

    public var phase: LoadPhase { list.state.phase }
    public var isStale: Bool { list.state.isStale }
    public var isRefreshing: Bool { list.state.isRefreshing }
    public var problem: SocialError? {
        get { list.state.problem }
        set { list.state.problem = newValue }
    }
    public var items: [SocialNotification] { list.items }
    public var hasMore: Bool { list.hasMore }
    public var isLoadingMore: Bool { list.isLoadingMore }

    public func refresh() async { await list.refresh() }
    public func loadMore() async { await list.loadMore() }

    /// The unread notifications of the whole inbox, 0 to ``UnreadCount/limit``. 0 before the first read.
    public var unreadCount: Int { list.state.shown?.summary ?? 0 }
    /// The text of the badge: empty without unread notifications, `99+` for many.
    public var badge: String { UnreadCount.label(unreadCount) }
}

// Verbs.
extension Inbox {
    /// Marks all notifications as read, up to the newest that is shown. Later ones stay unread.
    /// - Returns: the number of unread notifications that remain.
    /// - Throws: the errors of ``NotificationService/readNotifications(upTo:ids:)``.
    @discardableResult
    public func markAllRead() async throws -> Int {
        guard let newest = items.first else { return unreadCount }
        return try await read(upTo: newest.at, ids: nil)
    }

    /// Marks shown notifications as read. What joins one of them later stays unread.
    ///
    /// ```swift
    /// let inbox = Inbox(session)
    /// await inbox.refresh()
    /// try await inbox.markRead(inbox.items.prefix(3).map(\.id))
    /// ```
    /// - Parameter ids: of notifications in ``items``; others are passed over.
    /// - Returns: the number of unread notifications that remain.
    /// - Throws: the errors of ``NotificationService/readNotifications(upTo:ids:)``.
    @discardableResult
    public func markRead(_ ids: [SocialNotification.ID]) async throws -> Int {
        let chosen = Set(ids)
        var rest = items.filter { chosen.contains($0.id) && !$0.isRead }[...]
        var unread = unreadCount
        // The service takes a hundred at a time.
        while let newest = rest.first {
            let batch = rest.prefix(PageRequest.limits.upperBound)
            rest = rest.dropFirst(batch.count)
            unread = try await read(upTo: newest.at, ids: batch.map(\.id))
        }
        return unread
    }

    private func read(upTo instant: Date, ids: [SocialNotification.ID]?) async throws -> Int {
        let chosen = ids.map { Set($0) }
        return try await list.state.perform(on: nil) { content in
            content.markRead(upTo: instant, chosen)
        } asking: { [services] in
            try await services.readNotifications(upTo: instant, ids: ids)
        } then: { unread, content in
            content.markRead(upTo: instant, chosen)
            content.summary = unread
        }
    }
}

extension ListContent<SocialNotification, Int> {
    /// Marks the rows as read, and counts those that were not.
    fileprivate mutating func markRead(upTo instant: Date, _ chosen: Set<SocialNotification.ID>?) {
        var count = 0
        updateAll { row in
            guard !row.isRead, row.at <= instant, chosen?.contains(row.id) ?? true else { return }
            row.isRead = true
            count += 1
        }
        let isAll = chosen == nil && rows.allSatisfy { $0.isRead }
        // At the limit there may be any number more.
        if isAll {
            summary = 0
        } else if summary < UnreadCount.limit {
            summary = max(0, summary - count)
        }
    }
}

// Live events.
extension Inbox {
    public func apply(_ event: LiveEvent) {
        switch event.content {
        case .notifications, .relationship, .reset: list.state.markStale()
        case .upToDate, .item, .itemRemoved, .kudos, .comment, .commentRemoved, .request, .requestRemoved,
            .score,
            .group, .groupLost, .groupInvitation, .account:
            break
        }
    }
}
