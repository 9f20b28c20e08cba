import Paceline

extension LeaderboardGroup: WireValue {
    public static let schemaName = "Group"
    public static let schema = Schema.object(
        .required("id", .uuid),
        .required("title", .string),
        .required("owner", .component(Person.self)),
        .required("memberCount", .count),
        .required("role", .choice(of: GroupRole.self), "What the viewer is in it."),
        .required("isActive", .boolean, "Whether it is the viewer's active group."),
        .required("createdAt", .instant))
}

extension GroupMember: WireValue {
    public static let schemaName = "GroupMember"
    public static let schema = Schema.object(
        .required("person", .component(Person.self)),
        .required("role", .choice(of: GroupRole.self)),
        .required("joinedAt", .instant))
}

extension GroupInvite: WireValue {
    public static let schemaName = "GroupInvite"
    public static let schema = Schema.object(
        .required("code", .string),
        .required("url", .string, "The link that carries the code."),
        .required("expiresAt", .instant))
}

extension GroupPreview: WireValue {
    public static let schemaName = "GroupPreview"
    public static let schema = Schema.object(
        .required("title", .string),
        .required("owner", .component(Person.self)),
        .required("memberCount", .count))
}

extension GroupInvitation: WireValue {
    public static let schemaName = "GroupInvitation"
    public static let schema = Schema.object(
        .required("group", .uuid, "The group's id."),
        .required("title", .string),
        .required("owner", .component(Person.self)),
        .required("memberCount", .count),
        .required("inviter", .component(Person.self)),
        .required("createdAt", .instant),
        .required("expiresAt", .instant))
}

/// The title of a new group, or another one.
public struct GroupTitle: WireValue, Equatable {
    public var title: String

    public static let schemaName = "GroupTitle"
    public static let schema = Schema.object(.required("title", .text(.groupTitle)))

    public init(title: String) {
        self.title = title
    }
}

/// What becomes of a member.
public struct GroupRoleBody: WireValue, Equatable {
    public var role: GroupRole

    public static let schemaName = "GroupRoleChoice"
    public static let schema = Schema.object(
        .required("role", .choice(of: GroupRole.self), "`owner` is transferred instead."))

    public init(role: GroupRole) {
        self.role = role
    }
}

/// Which group is active.
public struct ActiveGroup: WireValue, Equatable {
    /// None when absent.
    public var group: LeaderboardGroup.ID?

    public static let schemaName = "ActiveGroup"
    public static let schema = Schema.object(.optional("group", .uuid, "One of mine; absent for none."))

    public init(group: LeaderboardGroup.ID?) {
        self.group = group
    }
}

/// A group's code, as somebody typed it.
public struct InviteCodeBody: WireValue, Equatable {
    public var code: String

    public static let schemaName = "InviteCode"
    public static let schema = Schema.object(.required("code", .string))

    public init(code: String) {
        self.code = code
    }
}

/// Somebody who is chosen for something.
public struct PersonBody: WireValue, Equatable {
    /// An id or `@username`.
    public var person: String

    public static let schemaName = "PersonChoice"
    public static let schema = Schema.object(.required("person", .personReference))

    public init(_ reference: PersonReference) {
        person = reference.description
    }

    /// - Throws: ``SocialError/Code/malformed`` when it names nobody.
    public func reference() throws(SocialError) -> PersonReference {
        guard let reference = PersonReference(person) else {
            throw SocialError(
                .malformed, "person must be \(Pattern.personReference.meaning).", field: "person")
        }
        return reference
    }
}
