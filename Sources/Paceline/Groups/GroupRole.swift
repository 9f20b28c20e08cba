/// What somebody may do in a group.
public enum GroupRole: String, Sendable, Codable, CaseIterable {
    /// Everything. A group has exactly one owner.
    case owner
    /// Invite, remove members, and change the title.
    case administrator
    case member

    /// Whether it lets one invite people and change the title.
    public var canManage: Bool { self != .member }

    /// Whether whoever has it may remove somebody else of the other role.
    public func canRemove(_ other: GroupRole) -> Bool {
        switch self {
        case .owner: true
        case .administrator: other == .member
        case .member: false
        }
    }
}
