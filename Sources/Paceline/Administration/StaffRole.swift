/// What a member of the staff may do. Other people have no role.
///
/// ```swift
/// if let role = try await session.me().role, role.includes(.moderator) { showModeration() }
/// ```
public enum StaffRole: String, Sendable, Codable, CaseIterable {
    /// Decides whether workouts that look impossible count.
    case moderator
    /// Can do what moderators do, and decides who else has a role.
    case administrator

    /// Whether it permits everything that the other role permits.
    public func includes(_ other: StaffRole) -> Bool {
        switch self {
        case .moderator: other == .moderator
        case .administrator: true
        }
    }
}

/// A person who belongs to the staff, as the staff's list shows them.
///
/// ```swift
/// for member in try await session.staff() { print("\(member.displayName): \(member.role)") }
/// ```
public struct StaffMember: Sendable, Equatable, Codable, Identifiable {
    public var id: Person.ID
    /// The username.
    public var username: String
    /// The display name.
    public var displayName: String
    /// What the person may do.
    public var role: StaffRole

    public init(id: Person.ID, username: String, displayName: String, role: StaffRole) {
        self.id = id
        self.username = username
        self.displayName = displayName
        self.role = role
    }
}
