/// Something that has just happened, as one person may see it (F5).
public struct LiveEvent: Sendable, Equatable {
    /// Where it stands in the log: a stream taken up again after it misses nothing and repeats nothing.
    public var position: LogPosition
    public var content: Content

    public init(position: LogPosition, content: Content) {
        self.position = position
        self.content = content
    }

    /// What happened. Counts and values are those of the moment at which it is told.
    ///
    /// Indirect, since each of a server's thousands of open streams keeps room for one.
    public indirect enum Content: Sendable, Equatable {
        /// Everything up to the position has been told; the stream now waits.
        case upToDate
        /// The log does not reach back to where the stream was to be taken up: what is shown has to be loaded anew.
        case reset
        /// An item was published, or changed.
        case item(FeedItem)
        /// An item was deleted, or is no longer to be seen.
        case itemRemoved(FeedItem.ID)
        /// Kudos were given or withdrawn.
        case kudos(KudosChange)
        /// A comment was written or changed, or got or lost a heart.
        case comment(Comment, count: Int)
        /// A comment was deleted.
        case commentRemoved(Comment.ID, item: FeedItem.ID, count: Int)
        /// A request was sent or answered; with one that was accepted the relationship has changed, too.
        case request(ConnectionRequest)
        /// A request is no longer there.
        case requestRemoved(ConnectionRequest.ID)
        /// How I and somebody stand to each other has changed, other than by a request; or their profile has, and with
        /// it what I may see of them.
        case relationship(Person.ID)
        /// Somebody's points on the boards that we share have changed, by a score that is no item for me.
        case score(Person.ID)
        /// A group of mine has changed: its title, its members or its seasons.
        case group(LeaderboardGroup.ID)
        /// I am no longer in a group, or it is gone.
        case groupLost(LeaderboardGroup.ID)
        /// Somebody invited me to a group, or no longer does.
        case groupInvitation(LeaderboardGroup.ID)
        /// My profile or my settings have changed, here or on another device.
        case account
        /// My notifications have changed: there is a new one, or some were read.
        case notifications
    }
}

/// How many kudos an item has now.
public struct KudosChange: Sendable, Equatable, Codable {
    public var item: FeedItem.ID
    public var kudosCount: Int
    /// Whether I have given kudos, when it was I who gave or withdrew them, here or on another device.
    public var hasKudos: Bool?

    public init(item: FeedItem.ID, kudosCount: Int, hasKudos: Bool? = nil) {
        self.item = item
        self.kudosCount = kudosCount
        self.hasKudos = hasKudos
    }
}
