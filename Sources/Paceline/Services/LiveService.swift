/// What happens, as it happens (F5).
public protocol LiveService: Sendable {
    /// Everything that the caller may see of what they, the people they follow and their groups do, in the order in
    /// which it happened, each thing judged at the moment at which it is told.
    ///
    /// The first event that is not of the past is ``LiveEvent/Content/upToDate``.
    ///
    /// - Parameters:
    ///   - position: where to go on, after the event that stands there; nil begins now. When the log no longer reaches
    ///     back to it, ``LiveEvent/Content/reset`` comes first.
    ///   - items: items that are open on screen: their kudos and comments are told whoever published them, while the
    ///     caller may see them; at most ``LiveLimits/items``.
    /// - Note: the sequence throws ``SocialError`` when it cannot begin, ``SocialError/Code/limitReached`` when the
    ///   caller has too many, and ends when it can be taken up again after its last event.
    func events(after position: LogPosition?, watching items: [FeedItem.ID]) -> LiveEvents
}

/// How much one person may ask of the stream.
public enum LiveLimits {
    /// Streams that one person has open at once.
    public static let streams = 10
    /// Items that one stream watches.
    public static let items = 50
    /// Events that wait for a reader who is slow; with more, the stream ends and is to be taken up again.
    public static let queuedEvents = 256
}

/// Reading what happened among the people one follows (F1–F4).
public protocol FeedService: Sendable {
    /// Newest first, by keyset: no skips and no repeats while new items arrive.
    func feed(_ query: FeedQuery, _ page: PageRequest) async throws -> Page<FeedItem>
    func item(_ id: FeedItem.ID) async throws -> FeedItem
}
