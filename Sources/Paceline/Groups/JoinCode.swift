import Foundation

/// A group's join code and the link that contains it.
///
/// A code admits people until it expires or is revoked. It does not admit those who were removed from the group, people
/// with a block between them and the owner, and children who are not the owner's friends. If the owner is a child, it
/// admits only their friends.
///
/// ```swift
/// let joinCode = try await session.joinCode(of: group.id)
/// share("Join with \(joinCode.code) or \(joinCode.url)")
/// ```
public struct JoinCode: Sendable, Equatable, Codable {
    /// Ten characters, as in ``Value``.
    public var code: String
    /// An address that opens the join page.
    public var url: String
    /// When the code expires.
    public var expiresAt: Date

    public init(code: String, url: String, expiresAt: Date) {
        self.code = code
        self.url = url
        self.expiresAt = expiresAt
    }

    /// How long a code stays valid: 30 days, in seconds.
    public static let lifetime: TimeInterval = 30 * 86_400
}

/// The information about a group that a person with its join code can see before joining.
///
/// ```swift
/// let preview = try await session.groupPreview(code: code)
/// if await confirm("Join “\(preview.title)”?") { _ = try await session.joinGroup(code: code) }
/// ```
public struct GroupPreview: Sendable, Equatable, Codable {
    /// The group's title.
    public var title: String
    /// The group's owner.
    public var owner: Person
    /// The number of members, without those who are hidden from the viewer.
    public var memberCount: Int
    /// The group, if the viewer has joined it already; nil otherwise.
    public var joinedGroup: LeaderboardGroup.ID?

    public init(
        title: String, owner: Person, memberCount: Int, joinedGroup: LeaderboardGroup.ID? = nil
    ) {
        self.title = title
        self.owner = owner
        self.memberCount = memberCount
        self.joinedGroup = joinedGroup
    }
}
