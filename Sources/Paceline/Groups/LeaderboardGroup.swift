import Foundation

/// People who compare their scores among themselves (L4), as one of them sees it. To everybody else it does not exist.
public struct LeaderboardGroup: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<LeaderboardGroup>

    public var id: ID
    public var title: String
    public var owner: Person
    /// How many of its members exist for the viewer, who is one of them.
    public var memberCount: Int
    /// What the viewer is in it.
    public var role: GroupRole
    /// Whether it is the one group that the viewer's app shows first.
    public var isActive: Bool
    public var createdAt: Date

    public init(
        id: ID, title: String, owner: Person, memberCount: Int, role: GroupRole, isActive: Bool,
        createdAt: Date
    ) {
        self.id = id
        self.title = title
        self.owner = owner
        self.memberCount = memberCount
        self.role = role
        self.isActive = isActive
        self.createdAt = createdAt
    }
}

extension LeaderboardGroup {
    /// How many groups somebody may be in.
    public static let maxGroupsPerPerson = 50
    /// How many members a group may have.
    public static let maxMembers = 500
    /// How many people may have an invitation to one group that they have not answered.
    public static let maxPendingInvitations = 100
}

/// Somebody in a group.
public struct GroupMember: Sendable, Equatable, Codable {
    public var person: Person
    public var role: GroupRole
    public var joinedAt: Date

    public init(person: Person, role: GroupRole, joinedAt: Date) {
        self.person = person
        self.role = role
        self.joinedAt = joinedAt
    }
}
