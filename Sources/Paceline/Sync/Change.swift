import Foundation

/// The current state of an object that an app may have a copy of, or its deletion.
///
/// Changes are idempotent: applying one twice makes no difference.
///
/// ```swift
/// switch change.content {
/// case .item(let item): store.save(item)
/// case .deleted(.item): store.deleteItem(change.id)
/// default: break
/// }
/// ```
public struct Change: Sendable, Equatable, Identifiable {
    public typealias ID = Identifier<Change.Subject>

    /// The object's id; for an edge and a mute, the other person's; for an invitation and a board, the group's.
    public var id: ID
    /// The object, or its deletion.
    public var content: Content

    /// Creates a change of the object with the id.
    public init(_ content: Content, _ id: ID) {
        self.id = id
        self.content = content
    }

    /// Any kind of object a change may describe.
    public enum Subject {}

    /// The object in its current state. A newer server may send kinds this version does not know; skip them.
    public enum Content: Sendable, Equatable {
        /// The viewer's account, including settings.
        case account(Account)
        /// The viewer's settings.
        case settings(AccountSettings)
        /// Which kinds of notifications the viewer receives.
        case notificationSettings(NotificationSettings)
        /// A person the viewer follows: their profile, or whether the viewer is notified of their posts.
        case person(Person)
        /// The viewer's edge to a person: requests, following, friendship or the viewer's block.
        case edge(Person, Relationship)
        /// A person the viewer has muted; deleted when unmuted.
        case mute(Person)
        /// A friend or follow request.
        case request(ConnectionRequest)
        /// A feed item with its workout or score and its counts.
        case item(FeedItem)
        /// A comment.
        case comment(Comment)
        /// A group the viewer is in.
        case group(LeaderboardGroup)
        /// A score or a workout changed a leaderboard of one of the viewer's groups. Reload the group's boards.
        case board
        /// An invitation to the viewer.
        case invitation(Invitation)
        /// A week or month of one of the viewer's groups.
        case season(Season)
        /// The first page of the viewer's inbox, with the unread count. It replaces an app's whole copy of the inbox.
        case inbox(NotificationInbox)
        /// The object was deleted, or is no longer visible to the viewer.
        case deleted(Kind)
        /// A kind that this version does not know, by its wire name. Sent only by newer servers.
        case unknown(String, isDeleted: Bool)
    }

    /// The kinds of objects.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The own account.
        case account
        /// The own settings.
        case settings
        /// The own notification settings.
        case notificationSettings
        /// A profile.
        case person
        /// A relationship to another person.
        case edge
        /// A muted person.
        case mute
        /// A friend or follow request.
        case request
        /// A feed item.
        case item
        /// A comment.
        case comment
        /// A group.
        case group
        /// A group's leaderboard.
        case board
        /// An invitation to a group.
        case invitation
        /// A group's week or month.
        case season
        /// The viewer's inbox.
        case inbox
    }
}

extension Change {
    /// The kind; nil for unknown kinds.
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
        case .inbox: .inbox
        case .deleted(let kind): kind
        case .unknown: nil
        }
    }

    /// The kind's wire name, also for unknown kinds.
    public var kindName: String {
        if case .unknown(let name, _) = content { name } else { kind?.rawValue ?? "" }
    }

    /// Whether the object was deleted or is no longer visible to the viewer.
    public var isDeleted: Bool {
        switch content {
        case .deleted: true
        case .unknown(_, let isDeleted): isDeleted
        default: false
        }
    }
}
