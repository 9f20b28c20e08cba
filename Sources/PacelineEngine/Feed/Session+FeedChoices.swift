import Paceline
import PacelineDatabase

/// The friends and groups by which a feed can be filtered.
public struct FeedChoices: Sendable, Equatable {
    /// The latest friends first.
    public let friends: [FriendName]
    /// The group joined last first.
    public let groups: [GroupName]
}

/// The names of a friend, for pickers.
public struct FriendName: Sendable, Equatable {
    public let username: String
    public let displayName: String
}

/// The title of a group, for pickers.
public struct GroupName: Sendable, Equatable {
    public let id: LeaderboardGroup.ID
    public let title: String
}

extension Session {
    /// The names of the viewer's latest friends and of their groups, for a picker. Much faster than reading whole
    /// cards.
    public func feedChoices(friends limit: Int) async throws -> FeedChoices {
        try await read { transaction in
            let viewer = transaction.viewer
            let friends = try transaction.connection.fetchAllLater(
                """
                SELECT \(Person.columns)
                FROM edges
                JOIN people ON people.id = edges.followee
                WHERE edges.follower = \(viewer.id) AND edges.is_mutual = 1 AND people.username IS NOT NULL
                    \(SQL.isNotHidden("people.id", from: viewer))
                ORDER BY edges.created_at DESC, edges.followee DESC
                LIMIT \(limit)
                """
            ) { Person(&$0) }
            let groups = try Groups(transaction).names()
            return FeedChoices(
                friends: try transaction.shown(friends.get()).map {
                    FriendName(username: $0.username, displayName: $0.displayName)
                }, groups: try groups.get())
        }
    }

    /// The members of one of the viewer's groups.
    /// - Throws: ``SocialError/Code/groupNotFound`` when the viewer is not a member.
    public func memberIDs(of group: LeaderboardGroup.ID) async throws -> Set<Person.ID> {
        try await read { transaction in
            try Groups(transaction).role(in: group)
            return Set(try transaction.connection.members(of: group))
        }
    }
}

extension Groups {
    /// The titles of the viewer's groups, most recently joined first. Index: `group_members_by_person`, for at most 50
    /// rows.
    fileprivate func names() throws -> Deferred<[GroupName]> {
        try connection.fetchAllLater(
            """
            SELECT groups.id, \(StoredTitle.columns)
            FROM group_members
            JOIN groups ON groups.id = group_members.group_id
            WHERE group_members.person = \(viewer.id)
            ORDER BY group_members.joined_at DESC, groups.id DESC
            """
        ) { (id: $0.next() as LeaderboardGroup.ID, title: StoredTitle(&$0)) }
        .map { try $0.map { GroupName(id: $0.id, title: try transaction.shown($0.title)) } }
    }
}
