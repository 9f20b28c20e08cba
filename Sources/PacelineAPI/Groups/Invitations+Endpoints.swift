import Paceline

extension API {
    public static let joinCode = Endpoint<GroupPath, NoParameters, EmptyBody, JoinCode>(
        .post, "/v1/groups/{id}/invite", id: "joinCode", .groups, "Get or create the group's join code",
        notes: "The code is valid for 30 days.",
        errors: [.groupNotFound, .notAllowed], isIdempotent: true,
        .member { try await $0.joinCode(of: $1.path.id) })

    public static let revokeJoinCode = Endpoint<GroupPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/groups/{id}/invite", id: "revokeJoinCode", .groups, "Revoke the join code",
        errors: [.groupNotFound, .notAllowed],
        .member { try await $0.revokeJoinCode(of: $1.path.id) })

    public static let groupPreview = Endpoint<JoinCodePath, NoParameters, EmptyBody, GroupPreview>(
        .get, "/v1/groups/invitations/{code}", id: "groupPreview", .groups,
        "Preview the group of a join code",
        takesCode: true, errors: [.invitationNotFound],
        .member { try await $0.groupPreview(code: $1.path.code) })

    public static let joinGroup = Endpoint<NoParameters, NoParameters, JoinCodeBody, LeaderboardGroup>(
        .post, "/v1/groups/join", id: "joinGroup", .groups, "Join a group with a code",
        notes: """
            If you are already a member, your role does not change. A code that does not admit you gives the same \
            error as an unknown one.
            """, takesCode: true,
        errors: [.invitationNotFound, .limitReached], isIdempotent: true,
        .member { try await $0.joinGroup(code: $1.body.code) })

    public static let invitePerson = Endpoint<GroupPersonPath, NoParameters, EmptyBody, NoContent>(
        .put, "/v1/groups/{id}/invitations/{person}", id: "invitePerson", .groups,
        "Invite a person to a group", notes: "Only this lets a removed member return.",
        errors: [
            .groupNotFound, .personNotFound, .blockedByMe, .selfNotAllowed, .requestsNotAllowed,
            .alreadyMember, .limitReached, .notAllowed,
        ],
        .member { try await $0.invite($1.path.person, to: $1.path.id) })

    public static let removeGroupInvitation = Endpoint<GroupPersonPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/groups/{id}/invitations/{person}", id: "removeGroupInvitation", .groups,
        "Withdraw an invitation, or decline yours", notes: "To decline, pass `me` as the person.",
        isPrivate: true, errors: [.groupNotFound, .personNotFound, .blockedByMe, .notAllowed],
        .member { try await $0.removeInvitation(of: $1.path.person, to: $1.path.id) })

    public static let groupInvitees = Endpoint<GroupPath, PageQuery, EmptyBody, Page<Person>>(
        .get, "/v1/groups/{id}/invitations", id: "groupInvitees", .groups,
        "List the invited people, newest first", errors: [.groupNotFound, .notAllowed],
        .member { try await $0.invitees(of: $1.path.id, $1.query.page) })

    public static let groupInvitations = Endpoint<NoParameters, PageQuery, EmptyBody, Page<Invitation>>(
        .get, "/v1/me/group-invitations", id: "groupInvitations", .groups,
        "List your pending invitations, newest first", headers: .ifNoneMatch,
        .member { try await $0.groupInvitations($1.query.page) })

    public static let acceptGroupInvitation = Endpoint<GroupPath, NoParameters, EmptyBody, LeaderboardGroup>(
        .post, "/v1/groups/{id}/accept", id: "acceptGroupInvitation", .groups, "Accept an invitation",
        errors: [.invitationNotFound, .limitReached], isIdempotent: true,
        .member { try await $0.acceptInvitation(to: $1.path.id) })
}

/// `{code}`: a group's join code, in any case and with or without separators. An invalid code is simply not found.
public struct JoinCodePath: Parameters {
    public var code: String

    static let lengths = 1...64
    static let code = Parameter<String>.text(
        "code", .string(length: lengths), "The join code.", length: lengths, isRequired: true)
    public static let descriptions = [code.description]

    public init(_ code: String) { self.code = code }
    public init(_ values: ParameterReader) throws { code = try values.require(Self.code) }
    public func write(to writer: inout ParameterWriter) { writer.set(Self.code, code) }
}

/// `{id}` and `{person}`: a group, and a member or invited person.
public struct GroupPersonPath: Parameters {
    public var id: LeaderboardGroup.ID
    public var person: PersonReference

    public static let descriptions = GroupPath.descriptions + PersonPath.descriptions

    public init(_ id: LeaderboardGroup.ID, _ person: PersonReference) {
        self.id = id
        self.person = person
    }

    public init(_ values: ParameterReader) throws {
        id = try GroupPath(values).id
        person = try PersonPath(values).person
    }

    public func write(to writer: inout ParameterWriter) {
        GroupPath(id).write(to: &writer)
        PersonPath(person).write(to: &writer)
    }
}
