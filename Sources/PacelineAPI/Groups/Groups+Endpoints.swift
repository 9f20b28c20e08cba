import Paceline

extension API {
    public static let createGroup = Endpoint<NoParameters, NoParameters, GroupTitle, LeaderboardGroup>(
        .post, "/v1/groups", id: "createGroup", .groups, "Create a group", status: 201,
        headers: .idempotencyKey, errors: [.limitReached, .nameReserved],
        .member { try await $0.createGroup(title: $1.body.title) })

    public static let groups = Endpoint<NoParameters, PageQuery, EmptyBody, Page<LeaderboardGroup>>(
        .get, "/v1/groups", id: "groups", .groups, "List your groups, last joined first",
        headers: .ifNoneMatch,
        .member { try await $0.groups($1.query.page) })

    public static let group = Endpoint<GroupPath, NoParameters, EmptyBody, LeaderboardGroup>(
        .get, "/v1/groups/{id}", id: "group", .groups, "Get one of your groups", headers: .ifNoneMatch,
        errors: [.groupNotFound],
        .member { try await $0.group($1.path.id) })

    public static let updateGroup = Endpoint<GroupPath, NoParameters, GroupChanges, LeaderboardGroup>(
        .patch, "/v1/groups/{id}", id: "updateGroup", .groups,
        "Edit a group: its title, whether it is supervised, and what its seasons rank by",
        notes:
            "In a supervised group, all members see the rows of children. In others, only their friends do. Only the "
            + "owner can change that and the title.",
        errors: [.groupNotFound, .notAllowed, .nameReserved],
        .member { try await $0.updateGroup($1.path.id, $1.body) })

    public static let deleteGroup = Endpoint<GroupPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/groups/{id}", id: "deleteGroup", .groups, "Delete a group that you own",
        errors: [.groupNotFound, .notAllowed],
        .member { try await $0.deleteGroup($1.path.id) })

    public static let setActiveGroup = Endpoint<NoParameters, NoParameters, ActiveGroup, NoContent>(
        .put, "/v1/me/active-group", id: "setActiveGroup", .groups, "Set your active group",
        notes: "Without `group`, no group is active.", errors: [.groupNotFound], queueing: .always,
        .member { try await $0.setActiveGroup($1.body.group) })

    public static let setGroupSharing = Endpoint<GroupPath, NoParameters, GroupSharing, LeaderboardGroup>(
        .put, "/v1/groups/{id}/sharing", id: "setGroupSharing", .groups,
        "Stop sharing with a group, or share again",
        notes: """
            You stay a member. While you do not share, you are on none of the group's boards, in no results that are \
            not final, and not in its feed. Other members are not notified.
            """,
        errors: [.groupNotFound],
        .member { try await $0.setSharing($1.body.isSharing, with: $1.path.id) })

    public static let groupMembers = Endpoint<GroupPath, PageQuery, EmptyBody, Page<GroupMember>>(
        .get, "/v1/groups/{id}/members", id: "groupMembers", .groups,
        "List a group's members, in the order they joined",
        headers: .ifNoneMatch, errors: [.groupNotFound],
        .member { try await $0.members(of: $1.path.id, $1.query.page) })

    public static let removeGroupMember = Endpoint<GroupPersonPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/groups/{id}/members/{person}", id: "removeGroupMember", .groups,
        "Remove a member, or leave the group",
        notes: """
            To leave, pass `me` as the person. When the last member leaves, the group is deleted. Removing another \
            person revokes the join code, and no code admits them until they are invited personally.
            """,
        errors: [.groupNotFound, .personNotFound, .blockedByMe, .notAllowed, .ownerMustStay],
        queueing: .only { $0.path.person == .me },
        .member { try await $0.removeMember($1.path.person, from: $1.path.id) })

    public static let setGroupRole = Endpoint<GroupPersonPath, NoParameters, GroupRoleBody, GroupMember>(
        .patch, "/v1/groups/{id}/members/{person}", id: "setGroupRole", .groups,
        "Change a member's role to administrator or member",
        errors: [.groupNotFound, .personNotFound, .blockedByMe, .selfNotAllowed, .notAllowed],
        .member { try await $0.setRole($1.body.role, of: $1.path.person, in: $1.path.id) })

    public static let transferGroup = Endpoint<GroupPath, NoParameters, PersonBody, LeaderboardGroup>(
        .put, "/v1/groups/{id}/owner", id: "transferGroup", .groups, "Transfer a group to another member",
        notes:
            "The previous owner becomes an administrator. The group is no longer supervised, and open invitations "
            + "are withdrawn. Children stay only if the new owner is their friend; if the new owner is a child, only "
            + "their friends stay.",
        errors: [.groupNotFound, .personNotFound, .blockedByMe, .notAllowed],
        .member { try await $0.transferGroup($1.path.id, to: try $1.body.reference()) })
}

/// `{id}`: a group's id.
public typealias GroupPath = IDPath<LeaderboardGroup>
