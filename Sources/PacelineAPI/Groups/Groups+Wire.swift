import Paceline

extension GroupRole: JSONWritable {}

extension LeaderboardGroup: WireObject {
    public static let schemaName = "Group"
    public static let schema = JSONSchema.object(of: LeaderboardGroup.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<LeaderboardGroup>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("title", { $0.title }, .string)
        visitor.field("owner", { $0.owner }, .component(Person.self))
        visitor.field("memberCount", { $0.memberCount }, .count)
        visitor.field("role", { $0.role }, .choice(of: GroupRole.self), "Your role in the group.")
        visitor.field("isActive", { $0.isActive }, .boolean, "Whether it is your active group.")
        visitor.field(
            "isSharing", { $0.isSharing }, .boolean,
            "Whether you share with the group: whether its boards, seasons and feed show you.")
        visitor.field("isSupervised", { $0.isSupervised }, .boolean, FieldSummary.isSupervised)
        visitor.field(
            "metrics", { $0.metrics }, .array(of: .choice(of: BoardMetric.self)),
            "What its weeks and months rank by.")
        visitor.field("createdAt", { $0.createdAt }, .instant)
        visitor.field(
            "isWaiting", { $0.isWaiting }, .boolean,
            "Present while the content filter holds the title, if you own the group.")
    }
}

extension GroupMember: WireObject {
    public static let schemaName = "GroupMember"
    public static let schema = JSONSchema.object(of: GroupMember.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<GroupMember>) {
        visitor.field("person", { $0.person }, .component(Person.self))
        visitor.field("role", { $0.role }, .choice(of: GroupRole.self))
        visitor.field("joinedAt", { $0.joinedAt }, .instant)
    }
}

extension JoinCode: WireObject {
    public static let schemaName = "JoinCode"
    public static let schema = JSONSchema.object(of: JoinCode.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<JoinCode>) {
        visitor.field("code", { $0.code }, .string)
        visitor.field("url", { $0.url }, .string, "A link that contains the code.")
        visitor.field("expiresAt", { $0.expiresAt }, .instant)
    }
}

extension GroupPreview: WireObject {
    public static let schemaName = "GroupPreview"
    public static let schema = JSONSchema.object(of: GroupPreview.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<GroupPreview>) {
        visitor.field("title", { $0.title }, .string)
        visitor.field("owner", { $0.owner }, .component(Person.self))
        visitor.field("memberCount", { $0.memberCount }, .count)
        visitor.field(
            "joinedGroup", { $0.joinedGroup }, .uuid, "The group's id, if you have joined it already.")
    }
}

extension Invitation: WireObject {
    public static let schemaName = "Invitation"
    public static let schema = JSONSchema.object(of: Invitation.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Invitation>) {
        visitor.field("group", { $0.group }, .uuid, "The group's id.")
        visitor.field("title", { $0.title }, .string)
        visitor.field("owner", { $0.owner }, .component(Person.self))
        visitor.field("memberCount", { $0.memberCount }, .count)
        visitor.field("inviter", { $0.inviter }, .component(Person.self))
        visitor.field("createdAt", { $0.createdAt }, .instant)
        visitor.field("expiresAt", { $0.expiresAt }, .instant)
    }
}

extension GroupChanges: WireObject {
    public static let schemaName = "GroupChanges"
    public static let schema = JSONSchema.object(of: GroupChanges.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<GroupChanges>) {
        visitor.field("title", { $0.title }, .text(.groupTitle))
        visitor.field("isSupervised", { $0.isSupervised }, .boolean, FieldSummary.isSupervised)
        visitor.field(
            "metrics", { $0.metrics }, .array(of: .choice(of: BoardMetric.self)),
            "What its weeks and months that end from now on rank by, 1 to 4 of them; not `streak`.")
    }
}

/// The title of a new group.
public struct GroupTitle: WireObject, Equatable {
    public var title: String

    public static let schemaName = "GroupTitle"
    public static let schema = JSONSchema.object(of: GroupTitle.self)

    public init(title: String) {
        self.title = title
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<GroupTitle>) {
        visitor.field("title", { $0.title }, .text(.groupTitle))
    }
}

/// A member's new role.
public struct GroupRoleBody: WireObject, Equatable {
    public var role: GroupRole

    public static let schemaName = "GroupRoleChoice"
    public static let schema = JSONSchema.object(of: GroupRoleBody.self)

    public init(role: GroupRole) {
        self.role = role
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<GroupRoleBody>) {
        visitor.field(
            "role", { $0.role }, .choice(of: GroupRole.self), "Not `owner`: transfer the group instead.")
    }
}

/// The choice of the active group.
public struct ActiveGroup: WireObject, Equatable {
    /// Nil for no active group.
    public var group: LeaderboardGroup.ID?

    public static let schemaName = "ActiveGroup"
    public static let schema = JSONSchema.object(of: ActiveGroup.self)

    public init(group: LeaderboardGroup.ID?) {
        self.group = group
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<ActiveGroup>) {
        visitor.field("group", { $0.group }, .uuid, "One of your groups; absent for none.")
    }
}

/// The choice whether to share with a group.
public struct GroupSharing: WireObject, Equatable {
    public var isSharing: Bool

    public static let schemaName = "GroupSharing"
    public static let schema = JSONSchema.object(of: GroupSharing.self)

    public init(isSharing: Bool) {
        self.isSharing = isSharing
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<GroupSharing>) {
        visitor.field("isSharing", { $0.isSharing }, .boolean)
    }
}

/// A group's join code, as the person typed it.
public struct JoinCodeBody: WireObject, Equatable {
    public var code: String

    public static let schemaName = "JoinCodeChoice"
    public static let schema = JSONSchema.object(of: JoinCodeBody.self)

    public init(code: String) {
        self.code = code
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<JoinCodeBody>) {
        visitor.field("code", { $0.code }, .string)
    }
}

/// A body that names a person.
public struct PersonBody: WireObject, Equatable {
    /// An id or `@username`.
    public var person: String

    public static let schemaName = "PersonChoice"
    public static let schema = JSONSchema.object(of: PersonBody.self)

    public init(_ reference: PersonReference) {
        person = reference.description
    }

    /// The person.
    /// - Throws: ``SocialError/Code/malformed`` if it is neither an id nor a username.
    public func reference() throws(SocialError) -> PersonReference {
        guard let reference = PersonReference(person) else {
            throw SocialError(
                .malformed, "person must be \(Pattern.personReference.expectation).", field: "person")
        }
        return reference
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<PersonBody>) {
        visitor.field("person", { $0.person }, .personReference)
    }
}
