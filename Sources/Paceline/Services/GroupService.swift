/// Groups whose members compare their scores.
///
/// Every method throws ``SocialError/Code/groupNotFound`` to non-members, as for groups that do not exist, and
/// ``SocialError/Code/notAllowed`` to members whose role does not permit the action.
///
/// ```swift
/// let group = try await session.createGroup(title: "Breakfast Club")
/// try await session.invite(.username("mira"), to: group.id)
/// let code = try await session.joinCode(of: group.id).code
/// ```
public protocol GroupService: Sendable {
    /// Creates a group owned by the viewer.
    /// - Parameter title: 1 to 50 characters, by the same rules as a ``DisplayName``.
    /// - Throws: ``SocialError/Code/invalidValue`` or ``SocialError/Code/nameReserved`` naming `title`, or
    ///   ``SocialError/Code/limitReached`` when the viewer is in ``LeaderboardGroup/maxGroupsPerPerson`` groups.
    func createGroup(title: String) async throws -> LeaderboardGroup
    /// The viewer's groups, most recently joined first.
    func groups(_ page: PageRequest) async throws -> Page<LeaderboardGroup>
    /// One of the viewer's groups.
    func group(_ id: LeaderboardGroup.ID) async throws -> LeaderboardGroup
    /// Renames a group or changes whether it is supervised, for its owner; or changes what its weeks and months rank
    /// by, for owner and administrators.
    /// - Throws: ``SocialError/Code/invalidValue`` or ``SocialError/Code/nameReserved`` naming `title`,
    ///   ``SocialError/Code/notAllowed``.
    func updateGroup(_ id: LeaderboardGroup.ID, _ changes: GroupChanges) async throws -> LeaderboardGroup
    /// Deletes a group with its seasons; for its owner.
    func deleteGroup(_ id: LeaderboardGroup.ID) async throws
    /// Sets the viewer's active group; nil for none.
    func setActiveGroup(_ id: LeaderboardGroup.ID?) async throws
    /// Sets whether the viewer shares with the group, without leaving it: see ``LeaderboardGroup/isSharing``. Members
    /// are not notified. Scores from meanwhile count once the viewer shares again.
    func setSharing(_ isSharing: Bool, with id: LeaderboardGroup.ID) async throws -> LeaderboardGroup

    /// The members, in order of joining.
    func members(of id: LeaderboardGroup.ID, _ page: PageRequest) async throws -> Page<GroupMember>
    /// Removes a member, or leaves the group. When the last member leaves, the group is deleted.
    ///
    /// Removing a member revokes the join code. No code admits them until the owner or an administrator invites them
    /// with ``invite(_:to:)``. Those who leave may return by a code.
    /// - Throws: ``SocialError/Code/ownerMustStay`` when the owner of a group with other members leaves,
    ///   ``SocialError/Code/notAllowed`` or ``SocialError/Code/personNotFound``.
    func removeMember(_ person: PersonReference, from id: LeaderboardGroup.ID) async throws
    /// Makes a member an administrator, or an administrator a member.
    /// - Throws: ``SocialError/Code/invalidValue`` for ``GroupRole/owner``; use ``transferGroup(_:to:)``.
    ///   ``SocialError/Code/notAllowed`` unless the viewer owns the group, ``SocialError/Code/selfNotAllowed`` or
    ///   ``SocialError/Code/personNotFound``.
    func setRole(
        _ role: GroupRole, of person: PersonReference, in id: LeaderboardGroup.ID
    ) async throws -> GroupMember
    /// Makes another member the owner. The viewer becomes an administrator, the group is no longer supervised, and open
    /// invitations are withdrawn. Children stay only if the new owner is their friend; if the new owner is a child,
    /// only their friends stay.
    /// - Throws: ``SocialError/Code/notAllowed`` unless the viewer owns the group, or
    ///   ``SocialError/Code/personNotFound``.
    func transferGroup(_ id: LeaderboardGroup.ID, to person: PersonReference) async throws -> LeaderboardGroup

    /// The group's join code. Creates one if none is valid.
    func joinCode(of id: LeaderboardGroup.ID) async throws -> JoinCode
    /// Revokes the join code.
    func revokeJoinCode(of id: LeaderboardGroup.ID) async throws
    /// The group that a join code belongs to.
    /// - Throws: ``SocialError/Code/invitationNotFound`` for every code with which the viewer may not join.
    func groupPreview(code: String) async throws -> GroupPreview
    /// Joins a group by its code. Members keep their role.
    /// - Throws: ``SocialError/Code/invitationNotFound`` for every code with which the viewer may not join,
    ///   ``SocialError/Code/limitReached`` when the group is full or the viewer is in too many groups.
    func joinGroup(code: String) async throws -> LeaderboardGroup

    /// Invites a person, also one who was removed. Inviting them again changes nothing.
    /// - Throws: ``SocialError/Code/requestsNotAllowed`` when the person accepts no invitations from the viewer,
    ///   ``SocialError/Code/alreadyMember``, and ``SocialError/Code/limitReached`` when the group has
    ///   ``LeaderboardGroup/maxPendingInvitations`` open invitations.
    func invite(_ person: PersonReference, to id: LeaderboardGroup.ID) async throws
    /// Withdraws an invitation, or declines the viewer's own. Repeating it changes nothing.
    /// - Throws: ``SocialError/Code/personNotFound``.
    func removeInvitation(of person: PersonReference, to id: LeaderboardGroup.ID) async throws
    /// The people with open invitations to the group, newest first; for owner and administrators.
    func invitees(of id: LeaderboardGroup.ID, _ page: PageRequest) async throws -> Page<Person>
    /// The viewer's open invitations, newest first.
    func groupInvitations(_ page: PageRequest) async throws -> Page<Invitation>
    /// Accepts an invitation. Members keep their role.
    /// - Throws: ``SocialError/Code/invitationNotFound``, ``SocialError/Code/limitReached``.
    func acceptInvitation(to id: LeaderboardGroup.ID) async throws -> LeaderboardGroup
}

extension GroupService {
    /// Renames a group; for its owner.
    /// - Parameter title: 1 to 50 characters.
    /// - Throws: ``SocialError/Code/invalidValue`` naming `title`.
    public func renameGroup(_ id: LeaderboardGroup.ID, title: String) async throws -> LeaderboardGroup {
        try await updateGroup(id, GroupChanges(title: title))
    }
}
