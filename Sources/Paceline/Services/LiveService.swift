/// Live events.
///
/// ```swift
/// for try await event in session.events(after: nil, watching: [item.id]) {
///     if case .kudos(let change) = event.content { show(change.kudosCount) }
/// }
/// ```
public protocol LiveService: Sendable {
    /// The events of the viewer, the people they follow and their groups, in order.
    ///
    /// Visibility is checked at the time of delivery. The first ``LiveEvent/Content/upToDate`` separates past from
    /// new events; later ones only advance the position.
    ///
    /// The sequence throws ``SocialError`` when it cannot start, with ``SocialError/Code/limitReached`` when the viewer
    /// has ``LiveLimits/streams`` open, and `CancellationError` when the task is cancelled. When it ends without an
    /// error, resume after its last event.
    ///
    /// - Parameters:
    ///   - position: the position of the last event received; nil to start now. If the log no longer contains it, the
    ///     first event is ``LiveEvent/Content/reset``.
    ///   - items: items that are open on screen, at most ``LiveLimits/items``. Their kudos and comments are delivered
    ///     even when the viewer does not follow the author.
    func events(after position: LogPosition?, watching items: [FeedItem.ID]) -> LiveEvents
}

/// Limits of live streams.
///
/// ```swift
/// let page = try await session.feed(FeedQuery(), PageRequest())
/// let events = session.events(after: nil, watching: page.items.prefix(LiveLimits.items).map(\.id))
/// ```
public enum LiveLimits {
    /// The most streams one person may have open at a server.
    public static let streams = 10
    /// The most items one stream may watch.
    public static let items = 50
    /// The most events queued for a slow reader. With more, the stream ends and the reader resumes.
    public static let queuedEvents = 256
}

/// The home feed.
///
/// ```swift
/// let page = try await session.feed(FeedQuery(kinds: [.workout]), PageRequest())
/// for item in page.items {
///     print(item.author.displayName, item.workout?.spokenTitle ?? "")
/// }
/// ```
public protocol FeedService: Sendable {
    /// A page of the feed, newest first. New items neither shift nor repeat entries of later pages.
    /// - Throws: ``SocialError/Code/personNotFound`` or ``SocialError/Code/groupNotFound`` for a person or group in the
    ///   query that the viewer may not see.
    func feed(_ query: FeedQuery, _ page: PageRequest) async throws -> Page<FeedItem>
    /// One item.
    /// - Throws: ``SocialError/Code/itemNotFound``, also for items the viewer may not see.
    func item(_ id: FeedItem.ID) async throws -> FeedItem
}
