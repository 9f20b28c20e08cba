/// Groups whose members compare their scores (L4).
///
/// Whoever is not in a group gets ``SocialError/Code/groupNotFound`` for it, as for one that does not exist, and
/// ``SocialError/Code/notAllowed`` follows from a role that does not let a member do something.
public protocol GroupService: Sendable {
    /// Makes a group, which the caller owns.
    /// - Throws: ``SocialError/Code/limitReached`` for somebody in 50 groups.
    func createGroup(title: String) async throws -> LeaderboardGroup
    /// The caller's groups, the one joined last first.
    func groups(_ page: PageRequest) async throws -> Page<LeaderboardGroup>
    func group(_ id: LeaderboardGroup.ID) async throws -> LeaderboardGroup
    func renameGroup(_ id: LeaderboardGroup.ID, title: String) async throws -> LeaderboardGroup
    func deleteGroup(_ id: LeaderboardGroup.ID) async throws
    /// Makes a group the caller's active one, or none.
    func setActiveGroup(_ id: LeaderboardGroup.ID?) async throws

    /// Those who joined first, first.
    func members(of id: LeaderboardGroup.ID, _ page: PageRequest) async throws -> Page<GroupMember>
    /// Removes somebody, or has the caller leave; the last one to leave deletes the group.
    /// - Throws: ``SocialError/Code/ownerMustStay`` for the owner of a group that has others.
    func removeMember(_ person: PersonReference, from id: LeaderboardGroup.ID) async throws
    /// Makes somebody an administrator or an ordinary member.
    /// - Throws: ``SocialError/Code/invalidValue`` for ``GroupRole/owner``, which is transferred.
    func setRole(
        _ role: GroupRole, of person: PersonReference, in id: LeaderboardGroup.ID
    ) async throws -> GroupMember
    /// Makes another member the owner, and the caller an administrator.
    func transferGroup(_ id: LeaderboardGroup.ID, to person: PersonReference) async throws -> LeaderboardGroup

    /// The code that is in force, made when there is none.
    func joinCode(for id: LeaderboardGroup.ID) async throws -> JoinCode
    func revokeJoinCode(of id: LeaderboardGroup.ID) async throws
    /// What a code leads to.
    /// - Throws: ``SocialError/Code/invitationNotFound`` for every code with which the caller may not join.
    func groupPreview(code: String) async throws -> GroupPreview
    /// Joins by a code; a member stays what they are.
    /// - Throws: ``SocialError/Code/invitationNotFound`` for every code with which the caller may not join,
    ///   ``SocialError/Code/limitReached`` when the group is full or the caller is in 50.
    func joinGroup(code: String) async throws -> LeaderboardGroup

    /// Invites one person; inviting them again changes nothing.
    /// - Throws: ``SocialError/Code/requestsNotAllowed`` for whoever takes none from the caller,
    ///   ``SocialError/Code/alreadyMember``, ``SocialError/Code/limitReached`` when 100 have not answered.
    func invite(_ person: PersonReference, to id: LeaderboardGroup.ID) async throws
    /// Takes an invitation back, or declines the caller's own.
    func removeInvitation(of person: PersonReference, to id: LeaderboardGroup.ID) async throws
    /// Whose invitations to the group wait, newest first; for whoever may invite.
    func invitees(of id: LeaderboardGroup.ID, _ page: PageRequest) async throws -> Page<Person>
    /// The caller's invitations that wait, newest first.
    func groupInvitations(_ page: PageRequest) async throws -> Page<Invitation>
    /// Joins by an invitation; a member stays what they are.
    func acceptInvitation(to id: LeaderboardGroup.ID) async throws -> LeaderboardGroup
}
