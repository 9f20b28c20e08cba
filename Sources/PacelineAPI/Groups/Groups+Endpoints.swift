import Paceline

extension API {
    public static let createGroup = Endpoint<NoParameters, NoParameters, GroupTitle, LeaderboardGroup>(
        .post, "/v1/groups", id: "createGroup", .groups, "Make a group of my own", status: 201,
        headers: .idempotencyKey, errors: [.limitReached],
        .member { try await $0.createGroup(title: $1.body.title) })

    public static let groups = Endpoint<NoParameters, PageQuery, NoBody, Page<LeaderboardGroup>>(
        .get, "/v1/groups", id: "groups", .groups, "My groups, the one joined last first",
        headers: .ifNoneMatch,
        .member { try await $0.groups($1.query.page) })

    public static let group = Endpoint<GroupPath, NoParameters, NoBody, LeaderboardGroup>(
        .get, "/v1/groups/{id}", id: "group", .groups, "A group of mine", headers: .ifNoneMatch,
        errors: [.groupNotFound],
        .member { try await $0.group($1.path.id) })

    public static let renameGroup = Endpoint<GroupPath, NoParameters, GroupTitle, LeaderboardGroup>(
        .patch, "/v1/groups/{id}", id: "renameGroup", .groups, "Change a group's title",
        errors: [.groupNotFound, .notAllowed],
        .member { try await $0.renameGroup($1.path.id, title: $1.body.title) })

    public static let deleteGroup = Endpoint<GroupPath, NoParameters, NoBody, NoContent>(
        .delete, "/v1/groups/{id}", id: "deleteGroup", .groups, "Delete a group that I own",
        errors: [.groupNotFound, .notAllowed],
        .member { try await $0.deleteGroup($1.path.id) })

    public static let setActiveGroup = Endpoint<NoParameters, NoParameters, ActiveGroup, NoContent>(
        .put, "/v1/me/active-group", id: "setActiveGroup", .groups, "Choose my active group",
        notes: "Without `group`, none is.", errors: [.groupNotFound],
        .member { try await $0.setActiveGroup($1.body.group) })

    public static let groupMembers = Endpoint<GroupPath, PageQuery, NoBody, Page<GroupMember>>(
        .get, "/v1/groups/{id}/members", id: "groupMembers", .groups, "A group's members, as they joined",
        headers: .ifNoneMatch, errors: [.groupNotFound],
        .member { try await $0.members(of: $1.path.id, $1.query.page) })

    public static let removeGroupMember = Endpoint<GroupPersonPath, NoParameters, NoBody, NoContent>(
        .delete, "/v1/groups/{id}/members/{person}", id: "removeGroupMember", .groups,
        "Remove a member, or leave",
        notes: "Who leaves removes `me`; the last one to leave deletes the group.",
        errors: [.groupNotFound, .personNotFound, .blockedByMe, .notAllowed, .ownerMustStay],
        .member { try await $0.removeMember($1.path.person, from: $1.path.id) })

    public static let setGroupRole = Endpoint<GroupPersonPath, NoParameters, GroupRoleBody, GroupMember>(
        .patch, "/v1/groups/{id}/members/{person}", id: "setGroupRole", .groups,
        "Make a member an administrator, or an administrator a member",
        errors: [.groupNotFound, .personNotFound, .blockedByMe, .selfNotAllowed, .notAllowed],
        .member { try await $0.setRole($1.body.role, of: $1.path.person, in: $1.path.id) })

    public static let transferGroup = Endpoint<GroupPath, NoParameters, PersonBody, LeaderboardGroup>(
        .put, "/v1/groups/{id}/owner", id: "transferGroup", .groups, "Make another member the owner",
        notes: "The owner before becomes an administrator.",
        errors: [.groupNotFound, .personNotFound, .blockedByMe, .notAllowed],
        .member { try await $0.transferGroup($1.path.id, to: try $1.body.reference()) })
}

/// `{id}`: a group's.
public typealias GroupPath = IDPath<LeaderboardGroup>
