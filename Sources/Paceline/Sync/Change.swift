import Foundation

/// Something that the viewer may hold a copy of: as it is now, or that it is gone.
///
/// Exactly the field that ``kind`` names holds the thing; all are nil when it is gone, and of a board. Applying a change
/// twice, or one that says nothing new, makes no difference.
public struct Change: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<Change.Subject>

    public var kind: Kind
    /// Of the thing; for an edge and a mute, of the other person; for an invitation and a board, of the group.
    public var id: ID
    /// Whether the thing is gone for the viewer: deleted, or no longer theirs to see.
    public var isDeleted: Bool
    public var account: Account?
    public var settings: Settings?
    public var notificationSettings: NotificationSettings?
    /// Somebody's profile; with an edge or a mute, the other person's card.
    public var person: Person?
    /// How the viewer stands to the person now, when the kind is an edge.
    public var relationship: Relationship?
    public var request: ConnectionRequest?
    public var item: FeedItem?
    public var comment: Comment?
    public var group: LeaderboardGroup?
    public var invitation: GroupInvitation?
    public var season: Season?

    public init(
        _ kind: Kind, _ id: ID, isDeleted: Bool = false, account: Account? = nil, settings: Settings? = nil,
        notificationSettings: NotificationSettings? = nil, person: Person? = nil,
        relationship: Relationship? = nil, request: ConnectionRequest? = nil,
        item: FeedItem? = nil, comment: Comment? = nil, group: LeaderboardGroup? = nil,
        invitation: GroupInvitation? = nil, season: Season? = nil
    ) {
        self.kind = kind
        self.id = id
        self.isDeleted = isDeleted
        self.account = account
        self.settings = settings
        self.notificationSettings = notificationSettings
        self.person = person
        self.relationship = relationship
        self.request = request
        self.item = item
        self.comment = comment
        self.group = group
        self.invitation = invitation
        self.season = season
    }

    /// Whatever a change may be about.
    public enum Subject {}
}

extension Change {
    /// What changed.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The viewer's own account, which holds the settings too.
        case account
        case settings
        /// Which kinds of notifications the viewer wants.
        case notificationSettings
        /// The profile of somebody whom the viewer follows, or whether the viewer is told of what they publish.
        case person
        /// What lies between the viewer and somebody: requests, following, friendship, the viewer's block.
        case edge
        /// That the viewer has muted somebody; deleted when no longer.
        case mute
        case request
        /// A feed item with its workout or score, its kudos and the count of its comments.
        case item
        case comment
        /// A group that the viewer is in.
        case group
        /// A score of somebody in a group that the viewer is in has moved its board.
        case board
        /// An invitation to the viewer.
        case invitation
        /// A week or month of one of the viewer's groups.
        case season
    }
}
