/// An event on the viewer's live stream.
///
/// ```swift
/// for try await event in session.events(after: nil, watching: []) {
///     switch event.content {
///     case .item(let item): update(item)
///     case .reset: reloadEverything()
///     default: break
///     }
/// }
/// ```
public struct LiveEvent: Sendable, Equatable {
    /// The event's position in the log. Resume after it to miss nothing and repeat nothing.
    public var position: LogPosition
    /// What happened.
    public var content: Content

    public init(position: LogPosition, content: Content) {
        self.position = position
        self.content = content
    }

    // Indirect, so that each of thousands of idle streams stores a pointer.
    /// What happened. Counts and values are current at the time of delivery.
    public indirect enum Content: Sendable, Equatable {
        /// The stream has delivered everything up to the position and now waits for new events. Comes again
        /// about every 15 seconds while a server's stream is idle, to advance the position: do not reload then.
        case upToDate
        /// The log no longer contains the requested position. Reload what is on screen.
        case reset
        /// An item was published or edited.
        case item(FeedItem)
        /// An item was deleted or is no longer visible to the viewer.
        case itemRemoved(FeedItem.ID)
        /// Kudos were given or withdrawn.
        case kudos(KudosChange)
        /// A comment was posted or edited, or its hearts changed. `count` is the item's number of comments.
        case comment(Comment, count: Int)
        /// A comment was deleted. `count` is the item's number of comments.
        case commentRemoved(Comment.ID, item: FeedItem.ID, count: Int)
        /// A request was sent or answered. Accepting one also changes the relationship.
        case request(ConnectionRequest)
        /// A request was cancelled or removed.
        case requestRemoved(ConnectionRequest.ID)
        /// The relationship to a person changed other than through a request, or their profile changed. Reload the
        /// person: what the viewer may see of them may have changed too.
        case relationship(Person.ID)
        /// A person's points on shared leaderboards changed through a score that is not in the viewer's feed.
        case score(Person.ID)
        /// The title, members or seasons of one of the viewer's groups changed.
        case group(LeaderboardGroup.ID)
        /// The viewer left or was removed from a group, or it was deleted.
        case groupLost(LeaderboardGroup.ID)
        /// The viewer was invited to a group, or an invitation was withdrawn.
        case groupInvitation(LeaderboardGroup.ID)
        /// The viewer's profile or settings changed, here or on another device.
        case account
        /// The viewer has a new notification, or marked some as read.
        case notifications
    }
}

/// An item's current number of kudos.
///
/// ```swift
/// if case .kudos(let change) = event.content { show(change.kudosCount, of: change.item) }
/// ```
public struct KudosChange: Sendable, Equatable, Codable {
    /// The item.
    public var item: FeedItem.ID
    /// The number of kudos after the change.
    public var kudosCount: Int
    /// Whether the viewer has given kudos; set when the viewer gave or withdrew them, here or on another device.
    public var hasKudos: Bool?

    public init(item: FeedItem.ID, kudosCount: Int, hasKudos: Bool? = nil) {
        self.item = item
        self.kudosCount = kudosCount
        self.hasKudos = hasKudos
    }
}
