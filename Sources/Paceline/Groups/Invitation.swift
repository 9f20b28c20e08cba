import Foundation

/// A pending invitation of the viewer to a group.
///
/// ```swift
/// for invitation in try await session.groupInvitations(PageRequest()).items {
///     print("\(invitation.inviter.displayName) invites you to \(invitation.title)")
///     _ = try await session.acceptInvitation(to: invitation.group)
/// }
/// ```
public struct Invitation: Sendable, Equatable, Codable {
    /// The group to join.
    public var group: LeaderboardGroup.ID
    /// The group's title.
    public var title: String
    /// The group's owner.
    public var owner: Person
    /// The number of members, without those who are hidden from the viewer.
    public var memberCount: Int
    /// The person who sent it.
    public var inviter: Person
    /// When it was sent.
    public var createdAt: Date
    /// When it expires.
    public var expiresAt: Date

    public init(
        group: LeaderboardGroup.ID, title: String, owner: Person, memberCount: Int, inviter: Person,
        createdAt: Date, expiresAt: Date
    ) {
        self.group = group
        self.title = title
        self.owner = owner
        self.memberCount = memberCount
        self.inviter = inviter
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// How long an invitation stays open: 30 days, in seconds.
    public static let lifetime: TimeInterval = 30 * 86_400
}
