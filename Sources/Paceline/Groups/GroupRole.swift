/// A member's role in a group.
///
/// ```swift
/// _ = try await session.setRole(.administrator, of: .username("mira"), in: group.id)
/// if group.role.canManage { showInviteButton() }
/// ```
public enum GroupRole: String, Sendable, Codable, CaseIterable {
    /// May do everything. A group has exactly one owner.
    case owner
    /// May invite people, remove members, hold tournaments, and decide what the group ranks by.
    case administrator
    /// Has no rights beyond membership.
    case member

    /// Whether this role may invite people, hold tournaments, and decide what the group ranks by.
    public var canManage: Bool { self != .member }

    /// Whether this role may remove another member whose role is `other`.
    public func canRemove(_ other: GroupRole) -> Bool {
        switch self {
        case .owner: true
        case .administrator: other == .member
        case .member: false
        }
    }
}
