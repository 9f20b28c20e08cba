import Paceline

extension StaffRole: JSONWritable {}

extension StaffMember: WireObject {
    public static let schemaName = "StaffMember"
    public static let schema = JSONSchema.object(of: StaffMember.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<StaffMember>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("username", { $0.username }, .string)
        visitor.field("displayName", { $0.displayName }, .string)
        visitor.field("role", { $0.role }, .choice(of: StaffRole.self))
    }
}

/// The whole staff, without pages since they are few.
public struct StaffList: WireObject, Equatable {
    public var items: [StaffMember]

    public static let schemaName = "StaffList"
    public static let schema = JSONSchema.object(of: StaffList.self)

    public init(items: [StaffMember]) {
        self.items = items
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<StaffList>) {
        visitor.field("items", { $0.items }, .array(of: .component(StaffMember.self)))
    }
}

/// The body that changes a person's role.
public struct StaffRoleBody: WireObject, Equatable {
    public var role: Choice

    /// The roles, and `member` for none.
    public enum Choice: String, Sendable, Codable, CaseIterable, JSONWritable {
        case moderator, administrator, member
    }

    public static let schemaName = "StaffRoleChoice"
    public static let schema = JSONSchema.object(of: StaffRoleBody.self)

    /// - Parameter role: nil for a member without a role.
    public init(role: StaffRole?) {
        self.role =
            switch role {
            case .moderator: .moderator
            case .administrator: .administrator
            case nil: .member
            }
    }

    /// The role; nil for a member without one.
    public var staffRole: StaffRole? {
        switch role {
        case .moderator: .moderator
        case .administrator: .administrator
        case .member: nil
        }
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<StaffRoleBody>) {
        visitor.field("role", { $0.role }, .choice(of: Choice.self), "`member` takes a role away.")
    }
}
