import Foundation

/// A group whose members compare their scores, as one member sees it. Non-members cannot tell that it exists.
///
/// ```swift
/// let group = try await session.createGroup(title: "Breakfast Club")
/// let joinCode = try await session.joinCode(of: group.id)
/// ```
public struct LeaderboardGroup: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<LeaderboardGroup>

    public var id: ID
    /// 1 to 50 characters.
    public var title: String
    /// The owner.
    public var owner: Person
    /// How many members the viewer may see, the viewer included.
    public var memberCount: Int
    /// The viewer's role.
    public var role: GroupRole
    /// Whether this is the viewer's active group, which apps show first. At most one group is active.
    public var isActive: Bool
    /// Whether the viewer shares with the group. While they do not, they are on none of its boards, in no results of
    /// its seasons that are not final, and not in its feed. Only the viewer knows.
    public var isSharing: Bool
    /// Whether all members see the rows of children on the group's boards and in its seasons. Otherwise only a child's
    /// friends do. Off in new groups and after each transfer.
    public var isSupervised: Bool
    /// What the group's weeks and months rank by, 1 to ``BoardMetric/maxSeasonMetrics`` of
    /// ``BoardMetric/seasonMetrics``.
    public var metrics: [BoardMetric]
    /// When the group was created.
    public var createdAt: Date
    /// True, for the owner, while the title waits, because of a word or a link that the content filter holds for 72
    /// hours: the other members do not see it. Nil otherwise.
    public var isWaiting: Bool?

    public init(
        id: ID, title: String, owner: Person, memberCount: Int, role: GroupRole, isActive: Bool,
        isSharing: Bool = true, isSupervised: Bool, metrics: [BoardMetric] = [.points], createdAt: Date,
        isWaiting: Bool? = nil
    ) {
        self.id = id
        self.title = title
        self.owner = owner
        self.memberCount = memberCount
        self.role = role
        self.isActive = isActive
        self.isSharing = isSharing
        self.isSupervised = isSupervised
        self.metrics = metrics
        self.createdAt = createdAt
        self.isWaiting = isWaiting
    }
}

extension LeaderboardGroup {
    /// How many groups one person may be in.
    public static let maxGroupsPerPerson = 50
    /// How many members a group may have. Members who are hidden from a person do not count when that person joins.
    public static let maxMembers = 500
    /// How many open invitations a group may have, without those to people who are hidden from the inviter.
    public static let maxPendingInvitations = 100
}

/// Changes to a group. Nil keeps a value.
///
/// ```swift
/// _ = try await session.updateGroup(group.id, GroupChanges(metrics: [.xp, .distance]))
/// ```
public struct GroupChanges: Sendable, Equatable, Codable {
    /// The new title, 1 to 50 characters.
    public var title: String?
    /// Whether all members see the rows of children: see ``LeaderboardGroup/isSupervised``. The owner decides.
    public var isSupervised: Bool?
    /// What the weeks and months that end from now on rank by: see ``LeaderboardGroup/metrics``.
    public var metrics: [BoardMetric]?

    public init(title: String? = nil, isSupervised: Bool? = nil, metrics: [BoardMetric]? = nil) {
        self.title = title
        self.isSupervised = isSupervised
        self.metrics = metrics
    }
}

/// A member of a group.
///
/// ```swift
/// for member in try await session.members(of: group.id, PageRequest()).items where member.role == .owner {
///     print(member.person.displayName)
/// }
/// ```
public struct GroupMember: Sendable, Equatable, Codable {
    /// The member.
    public var person: Person
    /// The role in the group.
    public var role: GroupRole
    /// When the person joined.
    public var joinedAt: Date

    public init(person: Person, role: GroupRole, joinedAt: Date) {
        self.person = person
        self.role = role
        self.joinedAt = joinedAt
    }
}
