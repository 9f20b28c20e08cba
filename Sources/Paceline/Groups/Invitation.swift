import Foundation

/// A pending invitation of the viewer to a group.
public struct Invitation: Sendable, Equatable, Codable {
    public var group: LeaderboardGroup.ID
    public var title: String
    public var owner: Person
    /// The number of members, without those who are hidden from the viewer.
    public var memberCount: Int
    public var inviter: Person
    public var createdAt: Date
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
