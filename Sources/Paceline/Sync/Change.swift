import Foundation

/// Something that the viewer may hold a copy of: as it is now, or that it is gone.
///
/// Applying a change twice, or one that says nothing new, makes no difference.
public struct Change: Sendable, Equatable, Identifiable {
    public typealias ID = Identifier<Change.Subject>

    /// Of the thing; for an edge and a mute, of the other person; for an invitation and a board, of the group.
    public var id: ID
    public var content: Content

    public init(_ content: Content, _ id: ID) {
        self.id = id
        self.content = content
    }

    /// Whatever a change may be about.
    public enum Subject {}

    /// What changed, as it is now. Newer servers may tell of other kinds of things, which an app passes over.
    public enum Content: Sendable, Equatable {
        /// The viewer's own account, which holds the settings too.
        case account(Account)
        case settings(AccountSettings)
        /// Which kinds of notifications the viewer wants.
        case notificationSettings(NotificationSettings)
        /// The profile of somebody whom the viewer follows, or whether the viewer is told of what they publish.
        case person(Person)
        /// What lies between the viewer and somebody: requests, following, friendship, the viewer's block.
        case edge(Person, Relationship)
        /// That the viewer has muted somebody; deleted when no longer.
        case mute(Person)
        case request(ConnectionRequest)
        /// A feed item with its workout or score, its kudos and the count of its comments.
        case item(FeedItem)
        case comment(Comment)
        /// A group that the viewer is in.
        case group(LeaderboardGroup)
        /// A score of somebody in a group that the viewer is in has moved its board.
        case board
        /// An invitation to the viewer.
        case invitation(Invitation)
        /// A week or month of one of the viewer's groups.
        case season(Season)
        /// The thing is gone for the viewer: deleted, or no longer theirs to see.
        case deleted(Kind)
        /// Something of a kind that this program does not know, by the kind's name. Only a newer server sends it.
        case unknown(String, isDeleted: Bool)
    }

    public enum Kind: String, Sendable, Codable, CaseIterable {
        case account, settings, notificationSettings, person, edge, mute, request, item, comment, group,
            board,
            invitation, season
    }
}

extension Change {
    /// Nil when it is unknown.
    public var kind: Kind? {
        switch content {
        case .account: .account
        case .settings: .settings
        case .notificationSettings: .notificationSettings
        case .person: .person
        case .edge: .edge
        case .mute: .mute
        case .request: .request
        case .item: .item
        case .comment: .comment
        case .group: .group
        case .board: .board
        case .invitation: .invitation
        case .season: .season
        case .deleted(let kind): kind
        case .unknown: nil
        }
    }

    /// What its kind is called, known or not.
    public var kindName: String {
        if case .unknown(let name, _) = content { name } else { kind?.rawValue ?? "" }
    }

    /// Whether the thing is gone for the viewer.
    public var isDeleted: Bool {
        switch content {
        case .deleted: true
        case .unknown(_, let isDeleted): isDeleted
        default: false
        }
    }
}
