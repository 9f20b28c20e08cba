import Paceline

extension API {
    public static let createGroup = Endpoint<NoParameters, NoParameters, GroupTitle, LeaderboardGroup>(
        .post, "/v1/groups", id: "createGroup", .groups, .member, "Make a group of my own", status: 201,
        headers: .idempotencyKey, errors: [.limitReached])

    public static let groups = Endpoint<NoParameters, PageQuery, NoBody, Page<LeaderboardGroup>>(
        .get, "/v1/groups", id: "groups", .groups, .member, "My groups, the one joined last first",
        headers: .ifNoneMatch)

    public static let group = Endpoint<GroupPath, NoParameters, NoBody, LeaderboardGroup>(
        .get, "/v1/groups/{id}", id: "group", .groups, .member, "A group of mine", headers: .ifNoneMatch,
        errors: [.groupNotFound])

    public static let renameGroup = Endpoint<GroupPath, NoParameters, GroupTitle, LeaderboardGroup>(
        .patch, "/v1/groups/{id}", id: "renameGroup", .groups, .member, "Change a group's title",
        errors: [.groupNotFound, .notAllowed])

    public static let deleteGroup = Endpoint<GroupPath, NoParameters, NoBody, Nothing>(
        .delete, "/v1/groups/{id}", id: "deleteGroup", .groups, .member, "Delete a group that I own",
        errors: [.groupNotFound, .notAllowed])

    public static let setActiveGroup = Endpoint<NoParameters, NoParameters, ActiveGroup, Nothing>(
        .put, "/v1/me/active-group", id: "setActiveGroup", .groups, .member, "Choose my active group",
        notes: "Without `group`, none is.", errors: [.groupNotFound])

    public static let groupMembers = Endpoint<GroupPath, PageQuery, NoBody, Page<GroupMember>>(
        .get, "/v1/groups/{id}/members", id: "groupMembers", .groups, .member,
        "A group's members, as they joined", headers: .ifNoneMatch, errors: [.groupNotFound])

    public static let removeGroupMember = Endpoint<GroupPersonPath, NoParameters, NoBody, Nothing>(
        .delete, "/v1/groups/{id}/members/{person}", id: "removeGroupMember", .groups, .member,
        "Remove a member, or leave",
        notes: "Who leaves removes `me`; the last one to leave deletes the group.",
        errors: [.groupNotFound, .personNotFound, .blockedByMe, .notAllowed, .ownerMustStay])

    public static let setGroupRole = Endpoint<GroupPersonPath, NoParameters, GroupRoleBody, GroupMember>(
        .patch, "/v1/groups/{id}/members/{person}", id: "setGroupRole", .groups, .member,
        "Make a member an administrator, or an administrator a member",
        errors: [.groupNotFound, .personNotFound, .blockedByMe, .selfNotAllowed, .notAllowed])

    public static let transferGroup = Endpoint<GroupPath, NoParameters, PersonBody, LeaderboardGroup>(
        .put, "/v1/groups/{id}/owner", id: "transferGroup", .groups, .member,
        "Make another member the owner", notes: "The owner before becomes an administrator.",
        errors: [.groupNotFound, .personNotFound, .blockedByMe, .notAllowed])
}

/// `{id}`: a group's.
public typealias GroupPath = IDPath<LeaderboardGroup>
